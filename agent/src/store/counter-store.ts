import { Counters, parse } from "@weir/schema";
import type { CounterStore } from "./counters.ts";
import type { Database } from "./sqlite.ts";
import type { Write } from "./write.ts";

/** Counters that outlive the process, because somebody saves them from time to time. */
export interface PersistedCounters extends CounterStore {
  /** Sets all of them to 0 at once. False where it can't be kept; then nothing has changed. */
  readonly reset: () => boolean;
  /** Has anything changed since it was last saved? */
  readonly isChanged: () => boolean;
  /** Writes the figures as they stand, within a transaction of the caller's. */
  readonly save: (db: Database) => void;
  /** To be called when what was saved is on the disk. */
  readonly settle: () => void;
}

const NAMES = [
  "dns_queries_total",
  "dns_blocks_total",
  "dlp_scans_total",
  "dlp_blocks_total",
  "tamper_detections_total",
] as const satisfies readonly (keyof Counters)[];

/** Counters that begin at 0. */
export const NO_COUNTS: Counters = {
  dns_queries_total: 0,
  dns_blocks_total: 0,
  dlp_scans_total: 0,
  dlp_blocks_total: 0,
  tamper_detections_total: 0,
};

/** The counters of a store, or undefined where what stands there can't be them. */
export function loadCounters(db: Database): Counters | undefined {
  const parsed = parse(Counters, db.rows(`SELECT ${NAMES.join(", ")} FROM counters`)[0]);
  return parsed.ok ? parsed.value : undefined;
}

/** Writes all five figures; writing them twice changes nothing. */
export function saveCounters(db: Database, counters: Counters): void {
  const values = NAMES.map((name) => counters[name]);
  db.run(`UPDATE counters SET ${NAMES.map((name) => `${name} = ?`).join(", ")}`, ...values);
}

/** Counters that go on from `counters`, which they change. */
export function persistedCounters(counters: Counters, write: Write): PersistedCounters {
  let isChanged = false;
  return {
    add: (name, count = 1) => {
      counters[name] += count;
      isChanged = true;
    },
    read: () => ({ ...counters }),
    reset: () => {
      if (write((db) => saveCounters(db, NO_COUNTS)) === undefined) return false;
      Object.assign(counters, NO_COUNTS);
      isChanged = false;
      return true;
    },
    isChanged: () => isChanged,
    save: (db) => saveCounters(db, counters),
    settle: () => {
      isChanged = false;
    },
  };
}

import { CANARY_LIMITS, CanaryList, parse } from "@weir/schema";
import type { Canary } from "@weir/schema";
import type { Database } from "./sqlite.ts";
import type { Write } from "./write.ts";

/** The canaries of a store. What was created or deleted stays so, whatever becomes of the process. */
export interface CanaryTable {
  /** In the order in which they were created. */
  readonly list: () => readonly Canary[];
  /** Keeps a new one, unless there are 200 already. */
  readonly insert: (canary: Canary) => "done" | "limit" | "unavailable";
  /** Deletes one; its token is scrubbed from every file of the store soon after, once no reader holds it there. */
  readonly remove: (id: string) => "done" | "unknown" | "unavailable";
  /** Counts one scan that met it, at a time in Unix seconds. An id that is unknown was deleted meanwhile. */
  readonly noteHit: (id: string, atSec: number) => void;
  /** Are there hits that are not saved? */
  readonly isChanged: () => boolean;
  /** Writes the hits, within a transaction of the caller's. */
  readonly save: (db: Database) => void;
  /** To be called when what was saved is on the disk. */
  readonly settle: () => void;
}

const COLUMNS = "id, label, token, created_at, last_triggered, trigger_count";

/** The canaries of a store, or undefined where what stands there can't be them. */
export function loadCanaries(db: Database): Canary[] | undefined {
  const canaries = db.rows(`SELECT ${COLUMNS} FROM canaries ORDER BY place`);
  const parsed = parse(CanaryList, { canaries });
  return parsed.ok ? parsed.value.canaries : undefined;
}

/** Writes a canary unless the limit is reached: counted and written in one statement, so that nobody comes between. */
export function insertCanary(db: Database, canary: Canary): boolean {
  const { id, label, token, created_at, last_triggered, trigger_count } = canary;
  const values = [id, label, token, created_at, last_triggered, trigger_count];
  const sql = `INSERT INTO canaries (${COLUMNS}) SELECT ?, ?, ?, ?, ?, ?
    WHERE (SELECT count(*) FROM canaries) < ?`;
  return db.run(sql, ...values, CANARY_LIMITS.canaries) === 1;
}

function deleteCanary(db: Database, id: string): void {
  db.run("DELETE FROM canaries WHERE id = ?", id);
  db.run("UPDATE upkeep SET scrub_pending = 1");
}

/**
 * The table over the canaries in memory, which it changes. A hit is written with the counters' next flush rather than
 * at once: whoever pastes a token in a loop would else make the scans wait for the disk each time. It is a count, and
 * like any count at most one interval of it can be lost; the canary itself can't.
 */
export function canaryTable(canaries: Canary[], write: Write, onDeleted: () => void): CanaryTable {
  const hit = new Set<string>();
  return {
    list: () => canaries.map((canary) => ({ ...canary })),
    insert: (canary) => {
      const written = write((db) => insertCanary(db, canary));
      if (written === undefined) return "unavailable";
      if (!written.value) return "limit";
      canaries.push({ ...canary });
      return "done";
    },
    remove: (id) => {
      const at = canaries.findIndex((canary) => canary.id === id);
      if (at < 0) return "unknown";
      if (write((db) => deleteCanary(db, id)) === undefined) return "unavailable";
      canaries.splice(at, 1);
      hit.delete(id);
      onDeleted();
      return "done";
    },
    noteHit: (id, atSec) => {
      const canary = canaries.find((known) => known.id === id);
      if (canary === undefined) return;
      canary.trigger_count++;
      canary.last_triggered = atSec;
      hit.add(id);
    },
    isChanged: () => hit.size > 0,
    save: (db) => {
      for (const { id, last_triggered, trigger_count } of canaries) {
        if (!hit.has(id)) continue;
        const sql = "UPDATE canaries SET last_triggered = ?, trigger_count = ? WHERE id = ?";
        db.run(sql, last_triggered, trigger_count, id);
      }
    },
    settle: () => hit.clear(),
  };
}

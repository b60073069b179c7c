import { join } from "node:path";
import type { StoreStatus } from "@weir/schema";
import { systemClock } from "../clock.ts";
import { canaryTable } from "./canaries.ts";
import type { CanaryTable } from "./canaries.ts";
import { companionTable } from "./companions.ts";
import type { CompanionTable } from "./companions.ts";
import { connect } from "./connection.ts";
import { persistedCounters } from "./counter-store.ts";
import type { PersistedCounters } from "./counter-store.ts";
import { ruleVersionTable } from "./rule-versions.ts";
import type { RuleVersionTable } from "./rule-versions.ts";
import { createScrubber } from "./scrub.ts";
import { ENDINGS } from "./set-aside.ts";
import { settingsTable } from "./settings.ts";
import type { SettingsTable } from "./settings.ts";

/** The store's file within the data folder. */
export const STORE_FILE = "weir.db";

/** Every file that the store is in, with the log and its shared memory. */
export const STORE_FILES: readonly string[] = ENDINGS.map((ending) => STORE_FILE + ending);

/** The store's largest size in pages of 4 KiB: 16 MiB, a hundred times what 200 canaries need. */
const MAX_PAGES = 4096;

/**
 * All that the agent remembers: five counters, canaries, settings, rule versions, companions. There is no method that could take
 * anything else. It is read from memory; where its file can't be used, memory is all there is, and `status` says so.
 */
export interface Store {
  readonly status: () => StoreStatus;
  readonly counters: Pick<PersistedCounters, "add" | "read" | "reset">;
  readonly canaries: Pick<CanaryTable, "list" | "insert" | "remove" | "noteHit">;
  readonly settings: SettingsTable;
  readonly ruleVersions: RuleVersionTable;
  readonly companions: CompanionTable;
  /**
   * Writes the counts that changed since the last time, in one transaction; nothing where none did. Some flushes after a
   * canary or a companion was deleted, what it left is scrubbed.
   */
  readonly flush: () => void;
  /** Is there anything that the next flush would write, or try again to write? */
  readonly isPending: () => boolean;
  /** Flushes and closes; to be called once. */
  readonly close: () => void;
}

/** How a store is opened. */
export interface StoreOptions {
  /** The largest size of its file, in pages of 4 KiB. */
  readonly maxPages?: number | undefined;
  /** Milliseconds, never going back. */
  readonly nowMs?: () => number;
  /** Asked before a file is opened that took no changes at first: may this process still use it? */
  readonly isHeld?: () => boolean;
  /** Called whenever something has changed that the next flush writes. */
  readonly onPending?: () => void;
}

/** Opens the store of a data folder, which must be there. Never fails for the state of its file: `status` tells. */
export function openStore(folder: string, options: StoreOptions = {}): Store {
  const { maxPages = MAX_PAGES, onPending = () => undefined } = options;
  const { nowMs = systemClock.nowMs, isHeld = () => true } = options;
  const file = { path: join(folder, STORE_FILE), maxPages };
  const connection = connect(file, { nowMs, isHeld });
  const { content, write, status } = connection;
  const scrubber = createScrubber(connection.db, write);
  scrubber.run();
  const counters = persistedCounters(content.counters, write);
  const canaries = canaryTable(content.canaries, write, scrubber.ask);
  const companions = companionTable(content, write, scrubber.ask);
  const saveCounts = (): void => {
    if (counters.isChanged() || canaries.isChanged()) {
      const saved = write((db) => {
        counters.save(db);
        canaries.save(db);
      });
      if (saved !== undefined) {
        counters.settle();
        canaries.settle();
      }
    }
  };
  const isPending = (): boolean =>
    counters.isChanged() || canaries.isChanged() || scrubber.isPending();
  /** The work, and word of it where it leaves something to be written. */
  const telling =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      const result = work(...args);
      if (isPending()) onPending();
      return result;
    };
  const { add, read, reset } = counters;
  const { list, insert, remove, noteHit } = canaries;
  return {
    status,
    counters: { add: telling(add), read, reset },
    canaries: { list, insert, remove: telling(remove), noteHit: telling(noteHit) },
    settings: settingsTable(content, write),
    ruleVersions: ruleVersionTable(content, write),
    companions: { list: companions.list, set: telling(companions.set) },
    flush: () => {
      saveCounts();
      scrubber.run(true);
    },
    isPending,
    close: () => {
      saveCounts();
      scrubber.run();
      connection.close();
    },
  };
}

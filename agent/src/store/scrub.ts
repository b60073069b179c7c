import { emptyLog, sqliteFault } from "./sqlite.ts";
import type { Database } from "./sqlite.ts";
import type { Write } from "./write.ts";

/** Overwrites what deleted things left in free pages and in the log. */
export interface Scrubber {
  /** Something was deleted. */
  readonly ask: () => void;
  /**
   * Scrubs if asked to, now or before the last start; what a reader holds is left for the next time. With `isPatient`,
   * only once nothing was deleted for a while: the scans wait while the disk does, and one scrub serves many deletions.
   */
  readonly run: (isPatient?: boolean) => void;
  /** Is there something left to scrub, or to look for? */
  readonly isPending: () => boolean;
}

/** Patient runs after a deletion that leave it to the next one. */
const PATIENCE = 8;

const isPending = (db: Database): boolean =>
  db.rows("SELECT scrub_pending FROM upkeep")[0]?.["scrub_pending"] === 1;

/** The scrubber of a store. `currentDb` answers undefined where there is nothing to scrub. */
export function createScrubber(currentDb: () => Database | undefined, write: Write): Scrubber {
  let patience = 0;
  let step: "look" | "rewrite" | "empty_log" | "done" = "look";
  const advance = (db: Database): void => {
    if (step === "look") step = isPending(db) ? "rewrite" : "done";
    if (step === "rewrite") {
      // Rows that were moved leave copies of themselves in their old pages, which secure_delete does not reach.
      db.exec("VACUUM");
      step = "empty_log";
    }
    if (step === "empty_log" && emptyLog(db)) {
      step = "done";
      write((open) => open.run("UPDATE upkeep SET scrub_pending = 0"));
    }
  };
  return {
    ask: () => {
      step = "rewrite";
      patience = PATIENCE;
    },
    isPending: () => step !== "done" && currentDb() !== undefined,
    run: (isPatient = false) => {
      const db = currentDb();
      if (db === undefined || step === "done") return;
      if (isPatient && patience-- > 0) return;
      try {
        advance(db);
      } catch (error) {
        // Whatever is wrong with the file, the next write meets it and tells the status.
        if (sqliteFault(error) === undefined) throw error;
      }
    },
  };
}

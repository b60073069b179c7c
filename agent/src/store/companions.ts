import { COMPANION_LIMITS, parse, StoredCompanion } from "@weir/schema";
import type { Database } from "./sqlite.ts";
import type { Write } from "./write.ts";

/** The companions of a store, the first that was paired first. */
export interface CompanionTable {
  readonly list: () => readonly StoredCompanion[];
  /**
   * Puts others in their place; false where that can't be kept, and then nothing has changed. Keys that are gone are scrubbed from
   * every file of the store soon after.
   */
  readonly set: (companions: readonly StoredCompanion[]) => boolean;
}

const KEY_CHARS = 64;

/** The keys of a column that holds one behind the other. */
const keysOf = (column: unknown): readonly string[] =>
  String(column).match(new RegExp(`.{1,${KEY_CHARS}}`, "gs")) ?? [];

/** The companions of a store, or undefined where what stands there can't be them. */
export function loadCompanions(db: Database): readonly StoredCompanion[] | undefined {
  const companions: StoredCompanion[] = [];
  const sql = "SELECT origin_sha256, browser, keys FROM companions ORDER BY place";
  for (const { keys, ...row } of db.rows(sql)) {
    const parsed = parse(StoredCompanion, { ...row, keys: keysOf(keys) });
    if (!parsed.ok) return undefined;
    companions.push(parsed.value);
  }
  return companions.length > COMPANION_LIMITS.companions ? undefined : companions;
}

/** Writes companions in the place of those that are there. */
export function saveCompanions(db: Database, companions: readonly StoredCompanion[]): void {
  db.run("DELETE FROM companions");
  for (const { origin_sha256, browser, keys } of companions) {
    const sql = "INSERT INTO companions (origin_sha256, browser, keys) VALUES (?, ?, ?)";
    db.run(sql, origin_sha256, browser, keys.join(""));
  }
}

/** The table over the companions in memory. */
export function companionTable(
  memory: { companions: readonly StoredCompanion[] },
  write: Write,
  onDeleted: () => void,
): CompanionTable {
  return {
    list: () => memory.companions,
    set: (companions) => {
      const written = write((db) => {
        saveCompanions(db, companions);
        db.run("UPDATE upkeep SET scrub_pending = 1");
        return true;
      });
      if (written === undefined) return false;
      memory.companions = companions;
      onDeleted();
      return true;
    },
  };
}

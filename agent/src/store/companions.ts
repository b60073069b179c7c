import { COMPANION_LIMITS, parse, StoredCompanion } from "@weir/schema";
import type { Database } from "./sqlite.ts";
import type { Write } from "./write.ts";

/** The companions of a store, the first that was paired first. */
export interface CompanionTable {
  readonly list: () => readonly StoredCompanion[];
  /** Puts others in their place; false where that can't be kept, and then nothing has changed. */
  readonly set: (companions: readonly StoredCompanion[]) => boolean;
  /** Puts others in their place until the process ends. */
  readonly hold: (companions: readonly StoredCompanion[]) => void;
}

const SHA256_CHARS = 64;

/** The hashes of a column that holds one behind the other. */
const hashesOf = (column: unknown): readonly string[] =>
  String(column).match(new RegExp(`.{1,${SHA256_CHARS}}`, "gs")) ?? [];

/** The companions of a store, or undefined where what stands there can't be them. */
export function loadCompanions(db: Database): readonly StoredCompanion[] | undefined {
  const companions: StoredCompanion[] = [];
  const sql = "SELECT origin_sha256, browser, token_sha256s FROM companions ORDER BY place";
  for (const { token_sha256s: tokens, ...row } of db.rows(sql)) {
    const parsed = parse(StoredCompanion, { ...row, token_sha256s: hashesOf(tokens) });
    if (!parsed.ok) return undefined;
    companions.push(parsed.value);
  }
  return companions.length > COMPANION_LIMITS.companions ? undefined : companions;
}

/** Writes companions in the place of those that are there. */
export function saveCompanions(db: Database, companions: readonly StoredCompanion[]): void {
  db.run("DELETE FROM companions");
  for (const { origin_sha256, browser, token_sha256s } of companions) {
    const sql = "INSERT INTO companions (origin_sha256, browser, token_sha256s) VALUES (?, ?, ?)";
    db.run(sql, origin_sha256, browser, token_sha256s.join(""));
  }
}

/** The table over the companions in memory. */
export function companionTable(
  memory: { companions: readonly StoredCompanion[] },
  write: Write,
): CompanionTable {
  const hold = (companions: readonly StoredCompanion[]): void => {
    memory.companions = companions;
  };
  return {
    list: () => memory.companions,
    hold,
    set: (companions) => {
      if (write((db) => saveCompanions(db, companions)) === undefined) return false;
      hold(companions);
      return true;
    },
  };
}

import { existsSync, renameSync, statSync } from "node:fs";
import { sqliteFault } from "./sqlite.ts";
import type { Database } from "./sqlite.ts";

/** The files of a database, the log first: a crash in between must not leave an old log beside a new file. */
export const ENDINGS = ["-wal", "-shm", ""] as const;

/** Damaged files that are kept; more would mean a disk that damages whatever is written. */
const MAX_SET_ASIDE = 1000;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Is there a log but nothing that it could be of? SQLite would throw it away. */
export function isLogOrphaned(path: string): boolean {
  return sizeOf(path) === 0 && sizeOf(`${path}-wal`) > 0;
}

function freeTarget(path: string): string | undefined {
  for (let number = 1; number <= MAX_SET_ASIDE; number++) {
    const target = `${path}.corrupt-${number}`;
    if (!ENDINGS.some((ending) => existsSync(target + ending))) return target;
  }
  return undefined;
}

function renameAll(path: string, target: string): boolean {
  try {
    for (const ending of ENDINGS) {
      if (existsSync(path + ending)) renameSync(path + ending, target + ending);
    }
    return true;
  } catch {
    return false;
  }
}

/** Closes a database; what is wrong with its file does not matter any more. */
export function closeQuietly(db: Database | undefined): void {
  try {
    db?.close();
  } catch (error) {
    if (sqliteFault(error) === undefined) throw error;
  }
}

/**
 * Renames a damaged database, with its log, to the first free `<path>.corrupt-<n>`, and closes it. False where it can't
 * be renamed; nothing is ever deleted or replaced.
 */
export function setAside(path: string, db: Database | undefined): boolean {
  const target = freeTarget(path);
  // Closing deletes the log, so the files get their new names first, where the system lets an open file be renamed.
  const isRenamed = target !== undefined && renameAll(path, target);
  closeQuietly(db);
  return isRenamed || (target !== undefined && renameAll(path, target));
}

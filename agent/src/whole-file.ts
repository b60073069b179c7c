// Files that are there whole or not at all: written beside their place, on the disk before they have their name.
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Stats } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "./errors.ts";

const OWNER_ALONE = 0o600;
const MODE_BITS = 0o7777;

/** Whose a file is to be: a mode, from which the umask takes its part, or owner and mode of another file as they are. */
type Rights = number | Pick<Stats, "mode" | "uid" | "gid">;

/** Takes a file away, where there is one that can be. */
export function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where its folder is none or takes no change, it was not written either.
  }
}

/** Puts the names of a folder on the disk; not every system can. */
export function syncFolder(path: string): void {
  let folder: number | undefined;
  try {
    folder = openSync(path, "r");
    fsyncSync(folder);
  } catch {
    // Windows opens no folders; the file itself is on the disk.
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}

/** Writes a new file to the disk; where that fails, nothing is left of it. Throws the system's errors, EEXIST among them. */
export function writeNew(
  path: string,
  content: string | Uint8Array,
  rights: Rights = OWNER_ALONE,
): void {
  const file = openSync(path, "wx", typeof rights === "number" ? rights : OWNER_ALONE);
  try {
    writeFileSync(file, content);
    if (typeof rights !== "number") {
      // The owner first: a change of owner takes set-user bits away.
      fchownSync(file, rights.uid, rights.gid);
      fchmodSync(file, rights.mode & MODE_BITS);
    }
    fsyncSync(file);
  } catch (error) {
    discard(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Gives what was written beside a file that file's name, in one step. Throws the system's errors. */
export function takePlace(beside: string, path: string): void {
  try {
    renameSync(beside, path);
  } catch (error) {
    discard(beside);
    throw error;
  }
  syncFolder(dirname(path));
}

/** Writes a file anew: whoever reads it finds the old content or the new one. Throws the system's errors. */
export function replaceFile(
  beside: string,
  path: string,
  content: string | Uint8Array,
  rights?: Rights,
): void {
  rmSync(beside, { force: true });
  writeNew(beside, content, rights);
  takePlace(beside, path);
}

/**
 * Makes a file for its owner alone; false where there is one, which stays, also where two are made at once. Throws the
 * system's errors.
 */
export function createFile(beside: string, path: string, content: string): boolean {
  rmSync(beside, { force: true });
  writeNew(beside, content);
  try {
    // A link, unlike a renaming, does not replace what another process has made meanwhile.
    linkSync(beside, path);
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    discard(beside);
  }
  syncFolder(dirname(path));
  return true;
}

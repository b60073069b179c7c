import {
  chmodSync,
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  ftruncateSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemCode } from "../errors.ts";
import { syncFolder, takePlace, writeNew } from "../whole-file.ts";
import type { FileState } from "./types.ts";

/** Told at each point where the process could be killed. */
type AtPoint = (point: string) => void;

/** Largest file that is taken for one of a resolver's. */
const MAX_FILE_BYTES = 1024 * 1024;
const MODE_BITS = 0o7777;

/** A file or folder that is not what it would have to be. */
export class UnfitFileError extends Error {
  override readonly name = "UnfitFileError";
}

/** The name that a file has until it is whole; hidden, and with an ending that no resolver reads. */
export const besideOf = (path: string): string =>
  join(dirname(path), `.${basename(path)}.weir-new`);

/** How a file stands. Throws UnfitFileError for anything but a file, a link or nothing. */
export function readFileState(path: string): FileState {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { kind: "absent" };
  const { uid, gid } = stats;
  if (stats.isSymbolicLink()) return { kind: "link", target: readlinkSync(path), uid, gid };
  if (!stats.isFile() || stats.size > MAX_FILE_BYTES) throw new UnfitFileError(path);
  return { kind: "file", content: readFileSync(path), mode: stats.mode & MODE_BITS, uid, gid };
}

/**
 * Writes into the file that is there, so that its labels, access lists, other names and mounts stay. The new bytes come
 * first and the old end is cut off afterwards: a reader never sees an empty file, and `isHalfWritten` knows what a kill
 * in between leaves.
 */
function overwrite(path: string, state: FileState & { readonly kind: "file" }, at: AtPoint): void {
  const file = openSync(path, "r+");
  try {
    writeFileSync(file, state.content);
    at("overwritten");
    ftruncateSync(file, state.content.length);
    at("cut");
    // The owner first: a change of owner takes set-user bits away.
    fchownSync(file, state.uid, state.gid);
    fchmodSync(file, state.mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Writes a whole new file, or link, beside the path and gives it the name in one step. */
function replace(
  path: string,
  state: FileState & { readonly kind: "file" | "link" },
  at: AtPoint,
): void {
  const beside = besideOf(path);
  rmSync(beside, { force: true });
  if (state.kind === "link") {
    symlinkSync(state.target, beside);
    lchownSync(beside, state.uid, state.gid);
  } else {
    writeNew(beside, state.content, state);
  }
  at("whole beside");
  takePlace(beside, path);
}

/** Brings a path into a state. Throws the system's errors. */
export function writeFileState(path: string, state: FileState, at: AtPoint): void {
  const now = lstatSync(path, { throwIfNoEntry: false });
  if (state.kind === "absent") {
    if (now !== undefined) unlinkSync(path);
    syncFolder(dirname(path));
  } else if (state.kind === "file" && now?.isFile() === true) {
    overwrite(path, state, at);
  } else {
    replace(path, state, at);
  }
}

/** Writes a file of Weir's own as a whole, for its owner alone. Throws the system's errors. */
export function writeOwnFile(path: string, text: string, at: AtPoint): void {
  const beside = besideOf(path);
  rmSync(beside, { force: true });
  writeNew(beside, text);
  at("state beside");
  takePlace(beside, path);
}

/** Takes away what a kill can leave beside a file. */
export function dropBeside(path: string): void {
  rmSync(besideOf(path), { force: true });
}

/** The bytes of a file's state; undefined for anything but a file. */
export const contentOf = (state: FileState): Buffer | undefined =>
  state.kind === "file" ? state.content : undefined;

/** Do two states say the same: the bytes of a file, the target of a link? Owners and modes don't count. */
export function isSameState(a: FileState, b: FileState): boolean {
  if (a.kind === "file" && b.kind === "file") return a.content.equals(b.content);
  if (a.kind === "link" && b.kind === "link") return a.target === b.target;
  return a.kind === b.kind;
}

/** Is it what a kill leaves while one content is written over another: the new bytes, then the end of the old ones? */
export function isHalfWritten(now: Buffer, a: Buffer, b: Buffer): boolean {
  const isMix = (fresh: Buffer, old: Buffer): boolean =>
    now.length === old.length &&
    fresh.length <= now.length &&
    now.equals(Buffer.concat([fresh, old.subarray(fresh.length)]));
  return isMix(a, b) || isMix(b, a);
}

/** Makes a folder that everybody may read. True where it was not there. */
export function makeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    // Whatever the umask: the system's resolver runs as a user of its own.
    chmodSync(path, 0o755);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Takes a folder away that Weir made, where it is empty. */
export function dropFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    // Somebody put something in it, or it is gone.
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(systemCode(error))) throw error;
  }
}

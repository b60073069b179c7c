import type { Stats } from "node:fs";
import { systemCode } from "./errors.ts";

const FOLDER = "is a folder; name a file in it";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file; check its name",
  ENOTDIR: "there is no such file; check its name",
  EACCES: "may not be read; give its owner leave to: chmod u+r",
  EPERM: "may not be read; give its owner leave to: chmod u+r",
  ELOOP: "is a link that leads to itself; put the file in its place",
  EISDIR: FOLDER,
};

/** Why a file can't be read, by the system's error, and what would mend it. */
export const readFault = (error: unknown): string =>
  REASONS[systemCode(error)] ?? "can't be read; does its disk answer?";

const FULL = "its disk is full; make room on it, or name a place on another";
const NO_FOLDER = "there is no folder for it; check its name";
const CLOSED = "its folder may not be written to; name one that may";

const WRITE_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: "its disk takes no changes; name a place on another",
  EACCES: CLOSED,
  EPERM: CLOSED,
  ENOENT: NO_FOLDER,
  ENOTDIR: NO_FOLDER,
  // A file stands where the folder should be made.
  EEXIST: NO_FOLDER,
  EISDIR: FOLDER,
};

/** Why a file can't be written, by the system's error, and what would mend it. */
export const writeFault = (error: unknown): string =>
  WRITE_REASONS[systemCode(error)] ?? "the system does not write it; does its disk answer?";

/** Why what lies there is not read, and what would mend it; undefined for a file. */
export function kindFault(stats: Stats): string | undefined {
  if (stats.isDirectory()) return FOLDER;
  return stats.isFile() ? undefined : "is no file but a device or a pipe; name a file";
}

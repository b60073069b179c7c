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

/** Why what lies there is not read, and what would mend it; undefined for a file. */
export function kindFault(stats: Stats): string | undefined {
  if (stats.isDirectory()) return FOLDER;
  return stats.isFile() ? undefined : "is no file but a device or a pipe; name a file";
}

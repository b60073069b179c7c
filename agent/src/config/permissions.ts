import { lstatSync, readlinkSync } from "node:fs";
import type { Stats } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { systemCode } from "../errors.ts";
import { printable } from "../printable.ts";

/** What is checked: a configuration may be read by others, the rest may not even be that. */
export type GuardedKind = "configuration" | "data folder" | "token" | "key";

/** Who checks. */
export interface Checker {
  /** The user that the agent runs as; undefined on Windows. */
  readonly uid: number | undefined;
  /** The folder that relative paths start at. */
  readonly cwd: string;
}

/** An owner or a mode that lets somebody else read or exchange what is the agent's own. */
export interface PermissionFault {
  readonly path: string;
  readonly problem: string;
  /** The command that mends it; undefined where none is known. */
  readonly mend: string | undefined;
}

/** Most symbolic links on the way to a file, as in Linux. */
const MAX_LINKS = 40;
const ROOT_UID = 0;
const STICKY = 0o1000;
const WRITABLE_BY_OTHERS = 0o022;
const OPEN_TO_OTHERS = 0o077;

interface Step {
  readonly path: string;
  readonly stats: Stats;
}

/** A path as one word of a shell. */
export const quoted = (path: string): string => `'${printable(path).replaceAll("'", `'\\''`)}'`;

/** Everything that the system passes on the way to a file, symbolic links included; the file itself stands last. */
function stepsTo(path: string, cwd: string): Step[] {
  const wanted = isAbsolute(path) ? path : `${cwd}/${path}`;
  const rest = wanted.split("/").filter((name) => name !== "" && name !== ".");
  const steps: Step[] = [{ path: "/", stats: lstatSync("/") }];
  let at = "/";
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === "..") {
      at = dirname(at);
      continue;
    }
    const next = join(at, name);
    const stats = lstatSync(next);
    steps.push({ path: next, stats });
    if (!stats.isSymbolicLink()) {
      at = next;
      continue;
    }
    if (++links > MAX_LINKS) throw new RangeError("too many links");
    const target = readlinkSync(next);
    if (isAbsolute(target)) at = "/";
    rest.unshift(...target.split("/").filter((part) => part !== "" && part !== "."));
  }
  return steps;
}

/** A file or folder of another user, who could change it. */
export function foreignOwner(path: string, uid: number): PermissionFault {
  return {
    path,
    problem: "belongs to another user",
    mend: `sudo chown -h ${uid} ${quoted(path)}`,
  };
}

/** A folder or link on the way: whoever may change it may exchange the file. */
function stepFault({ path, stats }: Step, uid: number): PermissionFault | undefined {
  if (stats.uid !== uid && stats.uid !== ROOT_UID) return foreignOwner(path, uid);
  if (stats.isSymbolicLink()) return undefined;
  // A group of the same number as its user is that user's own on most systems, and others are not in it.
  const isOwnGroup = stats.uid === uid && stats.gid === uid;
  const refused = isOwnGroup ? 0o002 : WRITABLE_BY_OTHERS;
  if ((stats.mode & STICKY) !== 0 || (stats.mode & refused) === 0) return undefined;
  return {
    path,
    problem: "is a folder that others can write to, so they could exchange what is in it",
    mend: `chmod go-w ${quoted(path)}`,
  };
}

function targetFault(
  { path, stats }: Step,
  kind: GuardedKind,
  uid: number,
): PermissionFault | undefined {
  const isOwn = stats.uid === uid || (kind === "configuration" && stats.uid === ROOT_UID);
  if (!isOwn) return foreignOwner(path, uid);
  const refused = kind === "configuration" ? WRITABLE_BY_OTHERS : OPEN_TO_OTHERS;
  if ((stats.mode & refused) === 0) return undefined;
  const mode = stats.isDirectory() ? "700" : "600";
  const problem = kind === "configuration" ? "can be changed by others" : "is open to others";
  return { path, problem: `is the ${kind} and ${problem}`, mend: `chmod ${mode} ${quoted(path)}` };
}

/**
 * What is wrong with the owner and the mode of a file or folder and of everything on the way to it; empty where
 * nothing is, or where the file is not there. On Windows always empty: Node can't read access lists there, and the
 * folders under %APPDATA% and %LOCALAPPDATA% are closed to other accounts by the system.
 */
export function permissionFaults(
  path: string,
  kind: GuardedKind,
  { uid, cwd }: Checker,
): PermissionFault[] {
  if (uid === undefined) return [];
  let steps: Step[];
  try {
    steps = stepsTo(path, cwd);
  } catch (error) {
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return [];
    return [{ path, problem: "can't be reached by the agent's user", mend: undefined }];
  }
  const target = steps.at(-1);
  const faults = steps.slice(0, -1).map((step) => stepFault(step, uid));
  if (target !== undefined) faults.push(targetFault(target, kind, uid));
  return faults.filter((fault) => fault !== undefined);
}

/** A fault in one line: the file, what is wrong, and the command that mends it where one is known. */
export function permissionLine({ path, problem, mend }: PermissionFault): string {
  const command = mend === undefined ? "" : `; mend it: ${mend}`;
  return `${printable(path)}: ${problem}${command}`;
}

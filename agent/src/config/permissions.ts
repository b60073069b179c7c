import { lstatSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { systemCode } from "../errors.ts";
import { printable } from "../printable.ts";
import { ownTargetCure, ownerCure, sharedFolderCure } from "./cures.ts";
import { ROOT_UID } from "./guarded.ts";
import type { Checker, GuardedKind, KnownChecker, PermissionFault, Step } from "./guarded.ts";

/** Most symbolic links on the way to a file, as in Linux. */
const MAX_LINKS = 40;
const STICKY = 0o1000;
const WRITABLE_BY_OTHERS = 0o022;
const OPEN_TO_OTHERS = 0o077;
const READABLE_BY_OWNER = 0o400;

/** Everything that the system passes on the way to a file, symbolic links included; the file itself stands last. */
function* stepsTo(path: string, cwd: string): Generator<Step> {
  const wanted = isAbsolute(path) ? path : `${cwd}/${path}`;
  const rest = wanted.split("/").filter((name) => name !== "" && name !== ".");
  yield { path: "/", stats: lstatSync("/") };
  let at = "/";
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    if (name === "..") {
      at = dirname(at);
      continue;
    }
    const next = join(at, name);
    const stats = lstatSync(next);
    yield { path: next, stats };
    if (!stats.isSymbolicLink()) {
      at = next;
      continue;
    }
    if (++links > MAX_LINKS) throw new RangeError("too many links");
    const target = readlinkSync(next);
    if (isAbsolute(target)) at = "/";
    rest.unshift(...target.split("/").filter((part) => part !== "" && part !== "."));
  }
}

/** A file or folder of another user, who could change it. */
export const foreignOwner = (
  step: Step,
  kind: GuardedKind,
  isTarget: boolean,
  checker: KnownChecker,
): PermissionFault => ({
  path: step.path,
  problem: "belongs to another user",
  ...ownerCure(step, kind, isTarget, checker),
});

/** A folder or link on the way: whoever may change it may exchange the file. */
function stepFault(
  step: Step,
  kind: GuardedKind,
  checker: KnownChecker,
): PermissionFault | undefined {
  const { path, stats } = step;
  const { uid } = checker;
  if (stats.uid !== uid && stats.uid !== ROOT_UID) return foreignOwner(step, kind, false, checker);
  if (stats.isSymbolicLink()) return undefined;
  // A group of the same number as its user is that user's own on most systems, and others are not in it.
  const isOwnGroup = stats.uid === uid && stats.gid === uid;
  const refused = isOwnGroup ? 0o002 : WRITABLE_BY_OTHERS;
  if ((stats.mode & STICKY) !== 0 || (stats.mode & refused) === 0) return undefined;
  return {
    path,
    problem: "is a folder that others can write to, so they could exchange what is in it",
    ...sharedFolderCure(step, kind, checker),
  };
}

/** What is wrong with the mode of a file or folder that is the user's own. */
function modeProblem(mode: number, kind: GuardedKind, { uid }: KnownChecker): string | undefined {
  if (kind === "store") {
    // No mode keeps root from a file.
    const isClosed = uid !== ROOT_UID && (mode & READABLE_BY_OWNER) === 0;
    return isClosed ? "can't be read by the agent's user" : undefined;
  }
  const refused = kind === "configuration" ? WRITABLE_BY_OTHERS : OPEN_TO_OTHERS;
  if ((mode & refused) === 0) return undefined;
  return kind === "configuration" ? "can be changed by others" : "is open to others";
}

function targetFault(
  step: Step,
  kind: GuardedKind,
  checker: KnownChecker,
): PermissionFault | undefined {
  const { path, stats } = step;
  const isOwn = stats.uid === checker.uid || (kind === "configuration" && stats.uid === ROOT_UID);
  if (!isOwn) return foreignOwner(step, kind, true, checker);
  const problem = modeProblem(stats.mode, kind, checker);
  if (problem === undefined) return undefined;
  return {
    path,
    problem: `is the ${kind} and ${problem}`,
    ...ownTargetCure(step, kind, checker),
  };
}

/** Faults that are worth telling: where one can't be mended in its place, the others are of a place to leave. */
function worthTelling(faults: readonly (PermissionFault | undefined)[]): PermissionFault[] {
  const found = faults.filter((fault) => fault !== undefined);
  const unmendable = found.find(({ mend }) => mend === undefined);
  return unmendable === undefined ? found : [unmendable];
}

const isKnown = (checker: Checker): checker is KnownChecker => checker.uid !== undefined;

/**
 * What is wrong with the owner and the mode of a file or folder and of everything on the way to it; empty where
 * nothing is. Of what is not there, the way is judged as far as it goes. On Windows always empty: Node can't read access
 * lists there, and the folders under %APPDATA% and %LOCALAPPDATA% are closed to other accounts by the system.
 */
export function permissionFaults(
  path: string,
  kind: GuardedKind,
  checker: Checker,
): PermissionFault[] {
  if (!isKnown(checker)) return [];
  const steps: Step[] = [];
  let isThere = true;
  try {
    for (const step of stepsTo(path, checker.cwd)) steps.push(step);
  } catch (error) {
    isThere = false;
    if (systemCode(error) !== "ENOENT" && systemCode(error) !== "ENOTDIR") {
      const problem = "can't be reached by the agent's user";
      return [{ path, problem, mend: undefined, advice: undefined }];
    }
  }
  const target = isThere ? steps.pop() : undefined;
  const faults = steps.map((step) => stepFault(step, kind, checker));
  if (target !== undefined) faults.push(targetFault(target, kind, checker));
  return worthTelling(faults);
}

/** What mends a fault, in words. */
export function cureText({ mend, advice }: PermissionFault): string | undefined {
  return mend === undefined ? advice : `mend it: ${mend}`;
}

/** A fault in one line: the file, what is wrong, and what mends it where that is known. */
export function permissionLine(fault: PermissionFault): string {
  const cure = cureText(fault);
  return `${printable(fault.path)}: ${fault.problem}${cure === undefined ? "" : `; ${cure}`}`;
}

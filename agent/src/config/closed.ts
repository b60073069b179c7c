import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "../errors.ts";
import { closedCure } from "./cures.ts";
import { ROOT_UID } from "./guarded.ts";
import type { Checker, KnownChecker, PermissionFault } from "./guarded.ts";
import { foreignOwner } from "./permissions.ts";

/** The path and every folder above it, the root first. */
function wayTo(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [...wayTo(above), path];
}

function closedStepFault(path: string, target: string, checker: KnownChecker): PermissionFault {
  const stats = statSync(path);
  const step = { path, stats };
  if (stats.uid !== checker.uid && stats.uid !== ROOT_UID) {
    return foreignOwner(step, "configuration", path === target, checker);
  }
  const problem = `can't be ${stats.isDirectory() ? "entered" : "read"} by the agent's user`;
  return { path, problem, ...closedCure(step, "configuration", checker) };
}

/**
 * What keeps the agent's user from reading a configuration: the first folder on the way that it may not enter, or the file
 * itself, with what mends it. Undefined where nothing does, and where something else than a mode is in the way. `path` is absolute.
 */
export function closedFault(path: string, checker: Checker): PermissionFault | undefined {
  const { uid } = checker;
  if (uid === undefined) return undefined;
  for (const step of wayTo(path)) {
    try {
      accessSync(step, step === path ? constants.R_OK : constants.X_OK);
    } catch (error) {
      return systemCode(error) === "EACCES"
        ? closedStepFault(step, path, { ...checker, uid })
        : undefined;
    }
  }
  return undefined;
}

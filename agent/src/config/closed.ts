import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "../errors.ts";
import { foreignOwner, quoted } from "./permissions.ts";
import type { Checker, PermissionFault } from "./permissions.ts";

const ROOT_UID = 0;

/** The path and every folder above it, the root first. */
function wayTo(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [...wayTo(above), path];
}

function closedFault(path: string, uid: number): PermissionFault {
  const stats = statSync(path);
  if (stats.uid !== uid && stats.uid !== ROOT_UID) return foreignOwner(path, uid);
  const isFolder = stats.isDirectory();
  const ownMode = isFolder ? "u+rwx" : "u+r";
  const sharedMode = isFolder ? "a+x" : "a+r";
  const command = stats.uid === uid ? `chmod ${ownMode}` : `sudo chmod ${sharedMode}`;
  const problem = `can't be ${isFolder ? "entered" : "read"} by the agent's user`;
  return { path, problem, mend: `${command} ${quoted(path)}` };
}

/**
 * What keeps the agent's user from reading a file: the first folder on the way that it may not enter, or the file itself, with the
 * command that mends it. Undefined where nothing does, and where something else than a mode is in the way. `path` is absolute.
 */
export function readFault(path: string, { uid }: Checker): PermissionFault | undefined {
  if (uid === undefined) return undefined;
  for (const step of wayTo(path)) {
    try {
      accessSync(step, step === path ? constants.R_OK : constants.X_OK);
    } catch (error) {
      return systemCode(error) === "EACCES" ? closedFault(step, uid) : undefined;
    }
  }
  return undefined;
}

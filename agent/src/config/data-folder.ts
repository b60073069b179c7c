import { mkdirSync, statSync } from "node:fs";
import { AgentError } from "../errors.ts";
import { printable } from "../printable.ts";
import { permissionFaults, permissionLine } from "./permissions.ts";
import type { Checker } from "./permissions.ts";

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (statSync(path).isDirectory()) return;
  } catch {
    // Told below, like a file that stands in its place.
  }
  throw new AgentError("data_folder_unusable", { subject: printable(path) });
}

/**
 * Makes the folder for the agent's own data where there is none, for its owner alone, and checks who else could get at
 * it. Throws an AgentError: `data_folder_unusable`, or `data_folder_unsafe` with the commands that mend it.
 */
export function prepareDataFolder(path: string, checker: Checker): void {
  makeFolder(path);
  const faults = permissionFaults(path, "data folder", checker);
  if (faults.length === 0) return;
  throw new AgentError("data_folder_unsafe", { details: faults.map(permissionLine) });
}

/** Throws an AgentError `token_unsafe` where somebody else could read or exchange the file of the token. */
export function checkTokenFile(path: string, checker: Checker): void {
  const faults = permissionFaults(path, "token", checker);
  if (faults.length === 0) return;
  throw new AgentError("token_unsafe", { details: faults.map(permissionLine) });
}

import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { AgentError } from "../errors.ts";
import { makeFolder } from "../make-folder.ts";
import { printable } from "../printable.ts";
import { permissionFaults, permissionLine } from "./permissions.ts";
import type { Checker } from "./guarded.ts";

/** Is it a folder, or nothing yet in a place where folders can be? */
export function mayBeFolder(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined) return stats.isDirectory();
    const above = dirname(path);
    return above === path || mayBeFolder(above);
  } catch {
    // Told with the fault of the way to it.
    return true;
  }
}

const unusable = (path: string): AgentError =>
  new AgentError("data_folder_unusable", { subject: printable(path) });

function requireSafe(path: string, checker: Checker): void {
  const faults = permissionFaults(path, "data folder", checker);
  if (faults.length === 0) return;
  throw new AgentError("data_folder_unsafe", { details: faults.map(permissionLine) });
}

/**
 * Makes the folder for the agent's own data where there is none, for its owner alone, and checks who else could get at
 * it; nothing is made on a way that is refused. Throws an AgentError: `data_folder_unusable`, or `data_folder_unsafe`
 * with what mends it.
 */
export function prepareDataFolder(path: string, checker: Checker): void {
  if (!mayBeFolder(path)) throw unusable(path);
  requireSafe(path, checker);
  try {
    makeFolder(path);
  } catch {
    throw unusable(path);
  }
  requireSafe(path, checker);
}

/**
 * Throws an AgentError `token_unsafe` where somebody else could read or exchange the file of the token, which a new one mends;
 * `data_folder_unsafe` where the folder has to be mended first.
 */
export function checkTokenFile(path: string, checker: Checker): void {
  const faults = permissionFaults(path, "token", checker);
  if (faults.length === 0) return;
  requireSafe(dirname(path), checker);
  throw new AgentError("token_unsafe", { details: faults.map(permissionLine) });
}

/**
 * Checks that the store's files are the agent's own and can be read by it: with a store that can't be, canaries would not be
 * in force. Throws an AgentError `store_closed` with what mends it.
 */
export function checkStoreFiles(folder: string, names: readonly string[], checker: Checker): void {
  const faults = names
    .map((name) => join(folder, name))
    .filter(isFile)
    .flatMap((path) => permissionFaults(path, "store", checker));
  if (faults.length === 0) return;
  throw new AgentError("store_closed", { details: faults.map(permissionLine) });
}

/** What is no file at all is for the store to tell. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

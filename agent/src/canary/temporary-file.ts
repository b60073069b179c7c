// Where the next text of a file is written before it takes its place, and what becomes of it when its writer was killed.
import { randomBytes } from "node:crypto";
import { readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { systemCode } from "../errors.ts";

/** The names of such files, with the process that writes one. */
const NAME = /^\.weir-plant-([1-9][0-9]{0,9})-[0-9a-f]{12}$/;

/** A path in a folder that nothing has yet. */
export const temporaryIn = (folder: string): string =>
  join(folder, `.weir-plant-${process.pid}-${randomBytes(6).toString("hex")}`);

/** Can the process with this number still be at it? One of another machine or container counts by its number alone. */
function isAtWork(pid: number): boolean {
  // This process writes one file after the other.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, and another user's.
    return systemCode(error) === "EPERM";
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // One that can't be looked at may be written to all the same.
    return [];
  }
}

/** Takes away what writers that were killed have left in a folder. Linear in its files. */
export function dropLeftovers(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || isAtWork(Number(pid))) continue;
    try {
      unlinkSync(join(folder, name));
    } catch {
      // Somebody else's, or a folder: no plant has left it.
    }
  }
}

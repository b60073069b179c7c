import { writeFileSync } from "node:fs";
import process from "node:process";

/**
 * Has the system leave this process's memory, which may hold what is scanned, out of what a crash writes to the disk
 * (core(5)). Only Linux can be told so by a process; elsewhere nothing changes, nor where it can't be told.
 */
export function keepMemoryOutOfCores(): void {
  if (process.platform !== "linux") return;
  try {
    writeFileSync("/proc/self/coredump_filter", "0");
  } catch {
    // A sandbox may not let it: a scan is worth more than that.
  }
}

import { statSync } from "node:fs";
import process from "node:process";
import { buildTable } from "./build-table.ts";
import type { BuiltTable, TableOrder } from "./build-table.ts";
import { listFiles, NO_LOCAL_CHANGES } from "./list-files.ts";
import type { HostSources, ListFile } from "./list-files.ts";

/** Lists that are larger together are built in a thread of their own; smaller ones take less time than its start. */
export const MAX_BYTES_AT_ONCE = 256 * 1024;

/** The lists that are in force, and what is wrong with their files. */
export interface LoadedHosts extends BuiltTable {
  /** The names of the operator's lists, from `FIRST_OWN_LIST` on. */
  readonly ownLists: readonly string[];
  /** Did what was in force before stay, because of faults or of files that differ? */
  readonly isKept: boolean;
}

/** The program of the building thread: beside this file in the sources, beside the bundle otherwise. */
const WORKER_FILE = import.meta.url.endsWith(".ts")
  ? new URL("./build-worker.ts", import.meta.url)
  : new URL("./hosts-worker.cjs", import.meta.url);

function sizeOf(files: readonly ListFile[]): number {
  let size = 0;
  for (const { path } of files) size += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size;
}

/** Builds in another thread. Rejects where that can't start or ends without an answer. */
async function buildElsewhere(order: TableOrder): Promise<BuiltTable> {
  const threads = process.getBuiltinModule("node:worker_threads");
  const worker = new threads.Worker(WORKER_FILE, { workerData: order, env: {} });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread that builds tables ended early")));
  });
}

/** The system answers a path under a file, or one that may not be looked at, with an error. */
function safeSizeOf(files: readonly ListFile[]): number {
  try {
    return sizeOf(files);
  } catch {
    return 0;
  }
}

/**
 * Reads the lists of hosts and builds their table. Where files have faults, or a shipped one differs from the manifest,
 * `before` stays in force and it is told; without it, as at a start, what is good of the files is in force, and the caller acts
 * on `differing`. Answers `before` itself where nothing has changed.
 */
export async function loadHosts(sources: HostSources, before?: LoadedHosts): Promise<LoadedHosts> {
  const { files, ownLists, faults } = listFiles(sources);
  const order = { files, localChanges: sources.localChanges ?? NO_LOCAL_CHANGES };
  const isSmall = safeSizeOf(files) <= MAX_BYTES_AT_ONCE;
  const built = isSmall ? buildTable(order) : await buildElsewhere(order);
  const told = [...faults, ...built.faults];
  const digest = `${ownLists.join()} ${built.digest}`;
  if (
    before !== undefined &&
    before.digest === digest &&
    !before.isKept &&
    told.length === before.faults.length
  ) {
    return before;
  }
  if (before !== undefined && told.length + built.differing.length > 0) {
    return { ...before, faults: told, differing: built.differing, isKept: true };
  }
  return { ...built, digest, faults: told, ownLists, isKept: false };
}

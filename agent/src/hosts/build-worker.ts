// The thread that builds large tables, so that the agent's own goes on answering meanwhile.
import { parentPort, workerData } from "node:worker_threads";
import { buildTable } from "./build-table.ts";
import type { ListFile } from "./list-files.ts";

/** Told by its kind alone: whoever starts this thread hands it nothing else. */
const areFiles = (data: unknown): data is readonly ListFile[] => Array.isArray(data);

if (areFiles(workerData)) parentPort?.postMessage(buildTable(workerData), []);

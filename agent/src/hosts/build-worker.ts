// The thread that builds large tables, so that the agent's own goes on answering meanwhile.
import { parentPort, workerData } from "node:worker_threads";
import { buildTable } from "./build-table.ts";
import type { TableOrder } from "./build-table.ts";

/** Told by its kind alone: whoever starts this thread hands it nothing else. */
const isOrder = (data: unknown): data is TableOrder => typeof data === "object" && data !== null;

if (isOrder(workerData)) parentPort?.postMessage(buildTable(workerData), []);

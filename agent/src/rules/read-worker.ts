// The thread that reads, checks and prepares rules, so that the agent's own goes on answering meanwhile.
import { parentPort, workerData } from "node:worker_threads";
import { AgentError } from "../errors.ts";
import { readRuleset } from "./image.ts";
import type { RulesOrder } from "./image.ts";
import type { RulesAnswer } from "./read-messages.ts";

/** Told by its kind alone: whoever starts this thread hands it nothing else. */
const isOrder = (data: unknown): data is RulesOrder => typeof data === "object" && data !== null;

function answerTo(order: RulesOrder): RulesAnswer {
  try {
    return { ok: true, read: readRuleset(order) };
  } catch (error) {
    // Another thread would get an error without its class.
    if (error instanceof AgentError) return { ok: false, code: error.code, place: error.place };
    throw error;
  }
}

if (isOrder(workerData)) parentPort?.postMessage(answerTo(workerData), []);

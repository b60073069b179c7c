import process from "node:process";
import { AgentError } from "../errors.ts";
import { rulesetOfRead, shippedImage } from "./image.ts";
import type { LoadedRuleset, RulesBefore, RulesOrder } from "./image.ts";
import type { NamedRuleFiles } from "./load.ts";
import type { RulesAnswer } from "./read-messages.ts";

/** The program of the reading thread: beside this file in the sources, beside the bundle otherwise. */
const WORKER_FILE = import.meta.url.endsWith(".ts")
  ? new URL("./read-worker.ts", import.meta.url)
  : new URL("./rules-worker.cjs", import.meta.url);

/** The plain data of rules in force. */
const plainOf = ({ folder, manifest, local: { entries } }: LoadedRuleset): RulesBefore => ({
  folder,
  manifest,
  local: { entries },
});

/** Reads in another thread. Rejects where that can't start, ends without an answer, or `gone` aborts before. */
async function readElsewhere(order: RulesOrder, gone: AbortSignal): Promise<RulesAnswer> {
  gone.throwIfAborted();
  const threads = process.getBuiltinModule("node:worker_threads");
  const worker = new threads.Worker(WORKER_FILE, { workerData: order, env: {} });
  const leave = (): void => void worker.terminate();
  gone.addEventListener("abort", leave);
  try {
    return await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("the thread that reads rules ended early")));
    });
  } finally {
    gone.removeEventListener("abort", leave);
  }
}

/**
 * The ruleset of a folder as `loadRuleset` has it, read beside `before`, which is in force. This thread answers others meanwhile:
 * it only takes over what another one has prepared, some 30 ms for the shipped rules. Rejects with an AgentError for rules that
 * have faults, and with any other where `gone` aborts before.
 */
export async function loadElsewhere(
  folder: string,
  named: NamedRuleFiles,
  before: LoadedRuleset,
  gone: AbortSignal,
): Promise<LoadedRuleset> {
  const order = { folder, named, image: shippedImage(), before: plainOf(before) };
  const answer = await readElsewhere(order, gone);
  if (!answer.ok) throw new AgentError(answer.code, answer.place);
  return rulesetOfRead(answer.read, before);
}

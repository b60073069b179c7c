// The thread of long scans. It keeps the rules; of a content nothing, once it has answered.
import { parentPort } from "node:worker_threads";
import { assemblyMemory, rulesetOf } from "@weir/engine";
import type { Ruleset } from "@weir/engine";
import { systemClock } from "../clock.ts";
import { lookAt } from "../look.ts";
import type { Order } from "./messages.ts";

let ruleset: Ruleset | undefined;

parentPort?.on("message", ({ look, canaries, rules }: Order) => {
  if (rules !== undefined) ruleset = rulesetOf(rules, assemblyMemory());
  if (ruleset === undefined) throw new Error("the first order brings no rules");
  parentPort?.postMessage(lookAt({ ...ruleset, canaries }, look, systemClock), []);
});

// What the thread that reads rules is handed, and what it answers.
import type { AgentErrorCode, ErrorPlace } from "../errors.ts";
import type { ReadRuleset } from "./image.ts";

/** What became of an order: the rules, or the AgentError that the rules of its order threw. */
export type RulesAnswer =
  | { readonly ok: true; readonly read: ReadRuleset }
  | { readonly ok: false; readonly code: AgentErrorCode; readonly place: ErrorPlace };

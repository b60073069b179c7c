// What the agent and the thread of long scans tell each other: an order, and what was found; the next order comes after that.
import type { PreparedRules, Ruleset } from "@weir/engine";
import type { Look } from "../look.ts";

/** One content to look at. The thread answers with a `Looked`. */
export interface Order {
  readonly look: Look;
  readonly canaries: Ruleset["canaries"];
  /** The rules from this order on; absent where they are those of the one before. */
  readonly rules: PreparedRules | undefined;
}

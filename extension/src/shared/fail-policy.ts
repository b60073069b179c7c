import type { PresetName } from "@weir/schema";
import { TARGET } from "./build.ts";
import type { Undecided } from "./messages.ts";

/**
 * What happens where the agent gave no verdict: the companion's own engine decides, and a warning is shown; it goes
 * through with a warning; the person is asked; it is stopped.
 */
export type Fallback = "own-engine" | "allow-warn" | "ask-user" | "block";

/** What is missing: the agent's verdict, for one of these reasons, or rules that the own engine could decide by. */
export type Failure = Undecided | "stale_rules" | "no_rules";

/** How the rules of a frame stand: confirmed by the agent lately; from an earlier day, or never confirmed; none. */
export type RulesState = "fresh" | "stale" | "none";

const UNDECIDED: Readonly<Record<Exclude<Undecided, "too_large">, Fallback>> = {
  fault: "block",
  down: "own-engine",
  late: "own-engine",
  nonsense: "own-engine",
  rate_limited: "own-engine",
  unpaired: "own-engine",
};

/** The companion's rows of the contract's table "When something is down". */
export const FAIL_POLICY: Readonly<Record<PresetName, Readonly<Record<Failure, Fallback>>>> = {
  personal: {
    ...UNDECIDED,
    too_large: "ask-user",
    stale_rules: "own-engine",
    no_rules: "allow-warn",
  },
  team: { ...UNDECIDED, too_large: "block", stale_rules: "own-engine", no_rules: "ask-user" },
  managed: { ...UNDECIDED, too_large: "block", stale_rules: "block", no_rules: "block" },
};

/** The preset until settings are known: a stricter one than most have, since nobody knows which they have. */
export const FIRST_PRESET: PresetName = TARGET === "chromium-managed" ? "managed" : "team";

/** What happens to a text without a verdict of the agent. `own-engine` is answered only where the frame has rules. */
export function fallbackOf(preset: PresetName, failure: Undecided, rules: RulesState): Fallback {
  const row = FAIL_POLICY[preset];
  const first = row[failure];
  if (first !== "own-engine" || rules === "fresh") return first;
  return rules === "stale" ? row.stale_rules : row.no_rules;
}

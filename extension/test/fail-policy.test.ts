import { PRESET_NAMES, PRESETS } from "@weir/schema";
import type { PresetName } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { FAIL_POLICY, fallbackOf } from "../src/shared/fail-policy.ts";
import type { Fallback, RulesState } from "../src/shared/fail-policy.ts";
import type { Undecided } from "../src/shared/messages.ts";

const REASONS = ["down", "late", "nonsense", "rate_limited", "unpaired"] as const;

/** The contract's table, row by row: what failed, how the rules stand, and what each preset does. */
const ROWS: readonly (readonly [Undecided, RulesState, Fallback, Fallback, Fallback])[] = [
  ...REASONS.flatMap(
    (reason) =>
      [
        [reason, "fresh", "own-engine", "own-engine", "own-engine"],
        [reason, "stale", "own-engine", "own-engine", "block"],
        [reason, "none", "allow-warn", "ask-user", "block"],
      ] as const,
  ),
  ["fault", "fresh", "block", "block", "block"],
  ["fault", "stale", "block", "block", "block"],
  ["fault", "none", "block", "block", "block"],
  ["too_large", "fresh", "ask-user", "block", "block"],
  ["too_large", "stale", "ask-user", "block", "block"],
  ["too_large", "none", "ask-user", "block", "block"],
];

describe.each(ROWS)("%s, rules %s", (reason, rules, personal, team, managed) => {
  const wanted: Readonly<Record<PresetName, Fallback>> = { personal, team, managed };
  test.each(["personal", "team", "managed"] as const)("%s", (preset) => {
    expect(fallbackOf(preset, reason, rules)).toBe(wanted[preset]);
  });
});

test("no cell lets a text through unseen and unsaid, and without rules no engine decides", () => {
  for (const preset of ["personal", "team", "managed"] as const) {
    expect(FAIL_POLICY[preset].no_rules).not.toBe("own-engine");
    expect(Object.keys(FAIL_POLICY[preset]).toSorted()).toEqual(
      [...REASONS, "fault", "no_rules", "stale_rules", "too_large"].toSorted(),
    );
  }
  expect(Object.values(FAIL_POLICY.managed)).not.toContain("allow-warn");
  expect(Object.values(FAIL_POLICY.managed)).not.toContain("ask-user");
});

test("the companion's table is the one that the agent serves", () => {
  const served = (action: Fallback): string => action.replaceAll("-", "_");
  for (const preset of PRESET_NAMES) {
    const { too_large, stale_rules, no_rules, fault, ...undecided } = FAIL_POLICY[preset];
    const { failPolicy } = PRESETS[preset];
    expect({
      too_large: served(too_large),
      stale_rules: served(stale_rules),
      no_rules: served(no_rules),
      fault: served(fault),
    }).toEqual({ ...failPolicy, no_verdict: undefined });
    expect(new Set(Object.values(undecided).map(served))).toEqual(new Set([failPolicy.no_verdict]));
  }
});

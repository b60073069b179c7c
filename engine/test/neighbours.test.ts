import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { expect, test } from "vitest";
import { compileRuleset, scan } from "../src/index.ts";

// Values so close to each other that what ends one match begins the next.

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

function rulesetOf(more: Readonly<Record<string, unknown>>) {
  const between = {
    name: "Value between Spaces",
    severity: "critical",
    score_weight: 2,
    regex: "(?:^|\\s)(zw_[0-9a-z]{8})(?:\\s|$)",
    anchor: "zw_",
  };
  const parsed = parse(PatternFile, { patterns: [{ ...between, ...more }] });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return compileRuleset(parsed.value.patterns, []);
}

const VALUES = ["zw_q1w2e3r4", "zw_a5s6d7f8", "zw_z9x8c7v6", "zw_p0o9i8u7"];

test.each([
  ["behind their literal", {}],
  ["near their hotword", { anchor: undefined, hotwords: ["zw"], require_hotword: false }],
  ["counted", { min_matches: 4 }],
])("all are found, %s", (_how, more) => {
  const { findings } = scan(rulesetOf(more), policy, `zw: ${VALUES.join("\n")}`);
  expect(findings.map(({ finding }) => finding.value.text)).toEqual(VALUES);
});

test("none begins within another value", () => {
  const ruleset = rulesetOf({ regex: "zw_([0-9a-z]{8}|[a-z_]{3})\\s?", anchor: "zw_" });
  const { findings } = scan(ruleset, policy, "zw_zw_q1w2e3r4");
  expect(findings.map(({ finding }) => finding.value.text)).toEqual(["zw_"]);
});

import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { expect, test } from "vitest";
import { prepareRules, rulesetOf, scan } from "../src/index.ts";
import type { PreparedRules } from "../src/index.ts";

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

const shape = { severity: "critical", score_weight: 1 };

/** Patterns whose word may stand anywhere in its line, or anywhere at all. */
const PATTERNS = [
  { ...shape, name: "Line", regex: "(?:^|\\n)[^\\n]*zebra[0-9]{4}", anchor: "zebra" },
  { ...shape, name: "Anywhere", regex: "from[^;]*okapi[0-9]{4}", anchor: "okapi" },
  {
    ...shape,
    name: "Hotword",
    regex: "(?:^|\\n)[^\\n]*\\b(?:bongo|eland)-[0-9]{6}",
    hotwords: ["animal"],
    require_hotword: true,
  },
];

const PADDING = "far ".repeat(100);
const CASES: readonly (readonly [name: string, text: string])[] = [
  ["Line", `first\n${PADDING}zebra1234`],
  ["Anywhere", `from\n${PADDING}\nokapi1234`],
  ["Hotword", `animal ${"far ".repeat(5)}bongo-123456`],
];

function prepared(): PreparedRules {
  const parsed = parse(PatternFile, { patterns: PATTERNS });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return prepareRules(parsed.value.patterns, []);
}

test.each(CASES)("prepared rules are plain data that JSON keeps: %s", (name, text) => {
  const { tables, ...data } = prepared();
  const read = JSON.parse(JSON.stringify(data)) as typeof data;
  const { findings } = scan(rulesetOf({ ...read, tables }), policy, text);
  expect(findings.map(({ finding }) => finding.pattern.name)).toEqual([name]);
});

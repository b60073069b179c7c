import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { expect, test } from "vitest";
import { prepareRules, rulesetOf, scan } from "../src/index.ts";

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

function prepared(fields: object) {
  const pattern = { name: "Routed", severity: "critical", score_weight: 1, ...fields };
  const parsed = parse(PatternFile, { patterns: [pattern] });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return prepareRules(parsed.value.patterns, []);
}

const FAR = "far ".repeat(500);

/** A pattern, how it is found, and a text that it is found in. */
const CASES: readonly (readonly [
  name: string,
  fields: object,
  route: { readonly kind: string; readonly literals: readonly string[] },
  text: string,
])[] = [
  [
    "a mark in every text gives way to the words of each match",
    { regex: "(?:zebra|okapi)\\s?=\\s?[0-9]{6}", anchor: "=" },
    { kind: "anchor", literals: ["okapi", "zebra"] },
    "the okapi = 123456",
  ],
  [
    "a mark stays where nothing else is known of a match",
    { regex: "[a-z]{3,9}\\s?=\\s?[0-9]{6}", anchor: "=" },
    { kind: "anchor", literals: ["="] },
    "the okapi = 123456",
  ],
  [
    "a word stays, whatever else each match holds",
    { regex: "(?:zebra|okapi)\\s?-bongo-\\s?[0-9]{6}", anchor: "-bongo-" },
    { kind: "anchor", literals: ["-bongo-"] },
    "the okapi -bongo- 123456",
  ],
  [
    "without a literal, by the words of each match",
    { regex: "\\b[A-Z]{2}(?:zebra|okapi)[0-9]{6}" },
    { kind: "anchor", literals: ["okapi", "zebra"] },
    "the ABokapi123456",
  ],
  [
    "without a literal, everywhere where matches reach far behind their words",
    { regex: "zebra[^;]*[0-9]{6}" },
    { kind: "full", literals: [] },
    `the zebra ${FAR}${FAR} 123456`,
  ],
  [
    "without a literal, everywhere where matches reach far before them",
    { regex: "\\b[A-Z]{4}[^;\\n]{0,900}zebra[0-9]{6}" },
    { kind: "full", literals: [] },
    `ABCD ${FAR.slice(0, 800)} zebra123456`,
  ],
];

test.each(CASES)("%s", (_, fields, { kind, literals }, text) => {
  const rules = prepared(fields);
  expect(rules.patterns[0]?.route).toMatchObject({ kind, literals });
  const { findings } = scan(rulesetOf(rules), policy, text);
  expect(findings.map(({ finding }) => finding.pattern.name)).toEqual(["Routed"]);
});

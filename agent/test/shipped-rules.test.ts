import { compileRuleset, fillTemplate, redact, routeRules, scan, seededRandom } from "@weir/engine";
import { expect, test } from "vitest";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from "@weir/schema";
import { checkExamples } from "../src/rules/check-examples.ts";
import { loadRules, readPatternFile } from "../src/rules/load.ts";
import { shippedRulesDir } from "../src/rules/locate.ts";

const folder = shippedRulesDir();
const patterns = readPatternFile(`${folder}dlp_patterns.json`);
const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

test("every shipped pattern has three examples, three near misses and a line of source", () => {
  const poor = patterns.filter(
    ({ examples = [], counter_examples = [], source = "" }) =>
      examples.length < 3 || counter_examples.length < 3 || source === "",
  );
  expect(poor.map(({ name }) => name)).toEqual([]);
});

test("every example of the shipped patterns blocks by its pattern, and no near miss does", () => {
  const { exclusions } = loadRules(folder);
  expect(checkExamples(patterns, exclusions, policy)).toEqual([]);
});

test("the shipped patterns cover all fourteen categories", () => {
  expect(new Set(patterns.map(({ category }) => category)).size).toBe(14);
});

/** Of these nothing is known but the shape: numbers, addresses, rows of words. Each is looked for in every text. */
const SOUGHT_EVERYWHERE = [
  "Bitcoin Private Key (WIF)",
  "Discord Bot Token by its Number",
  "Email Address (bulk)",
  "Email Address and Phone Number of a Person (bulk)",
  "Email Address beside a Name (bulk)",
  "Email Recipient List (bulk)",
  "IBAN",
  "International Phone Number (bulk)",
  "Payment Card Number (grouped)",
  "Payment Card Number with Expiry",
  "Seed Phrase (bare)",
  "US Phone Number (bulk)",
];

test("no other shipped pattern is looked for in every text", () => {
  const { patterns: routed } = routeRules(patterns, []);
  const everywhere = routed.filter(({ route }) => route.kind === "full");
  expect(everywhere.map(({ name }) => name).toSorted()).toEqual(SOUGHT_EVERYWHERE);
});

/** Made-up values of six and more characters by which a text blocks, whatever pattern says so. */
const valuesOf = (result: ReturnType<typeof scan>): string[] =>
  result.findings.flatMap(({ blocks, finding }) =>
    blocks && finding.value.text.length > 5 ? [finding.value.text] : [],
  );

test("an example blocks behind another one of its kind in a session, and redaction leaves neither of two", () => {
  const { exclusions } = loadRules(folder);
  const ruleset = compileRuleset(patterns, exclusions);
  const wrong = patterns.flatMap(({ name, examples = [] }) => {
    const [first = ""] = examples;
    const [one, two] = ["one", "two"].map((seed) =>
      fillTemplate(first, seededRandom(`${name} ${seed}`)),
    );
    if (one === undefined || two === undefined) return [name];
    const [before, after] = [scan(ruleset, policy, one), scan(ruleset, policy, two)];
    // A number of its digits can be right by chance in a second filling alone.
    if (!before.blocked || !after.blocked) return [];
    const { tail } = before;
    const both = redact(ruleset, policy, `${one}\n${two}`).content;
    const isKept = [before, after].flatMap(valuesOf).some((value) => both.includes(value));
    const isPassed = [one, two].some((text) => !scan(ruleset, policy, text, { tail }).blocked);
    return isKept || isPassed ? [name] : [];
  });
  expect(wrong).toEqual([]);
}, 600_000);

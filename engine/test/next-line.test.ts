import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { expect, test } from "vitest";
import { compileRuleset, redact, scan } from "../src/index.ts";

// A value that ends with its line, and what the next line begins with: the rest of the value, or a sentence of its own.

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

function rulesetOf() {
  const parsed = parse(PatternFile, {
    patterns: [
      {
        name: "Ticket",
        severity: "critical",
        score_weight: 2,
        regex: "\\bzw_[0-9A-Za-z]{24}",
        prefix: "zw_",
      },
      {
        name: "Named",
        severity: "high",
        score_weight: 2,
        regex: "ticket:\\s([0-9A-Za-z_]{8,64})",
        prefix: "ticket",
      },
      {
        name: "Guessed",
        severity: "high",
        score_weight: 1,
        regex: "token:\\s([0-9A-Za-z_]{8,64})",
        prefix: "token",
        entropy_min: 1,
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return compileRuleset(parsed.value.patterns, []);
}

const ruleset = rulesetOf();
const HALVES = ["kQ7zXw3Rt9Lm", "B2vNc8YpD4sH"] as const;
const WHOLE = HALVES.join("");

test.each([
  "I need help with it.",
  "I'm stuck",
  "a colleague made it",
  "GitHub rejects it",
  "OpenAI says no",
  "PostgreSQL fails",
  "PLEASE help",
  "iOS has it",
  "v2 of it",
  "2nd try",
  "10x faster",
])("a sentence in the line below a value stays whole: %s", (sentence) => {
  for (const lineBreak of ["\n", "\r\n"]) {
    const content = `ticket: ${WHOLE}${lineBreak}${sentence}\n`;
    expect(redact(ruleset, policy, content).content).toBe(
      `ticket: [NAMED_1]${lineBreak}${sentence}\n`,
    );
  }
});

test("a single character begins no value that goes on in the next line", () => {
  for (const [value, expected] of [
    ["0", false],
    ["0z", true],
  ] as const) {
    const { blocked } = scan(ruleset, policy, `ticket: ${value}\nQw3Rt9Lm4B2vNc8\n`);
    expect(blocked).toBe(expected);
  }
});

test("a value whose shape says that it is whole ends there, whatever a guess makes of it", () => {
  const content = `token: zw_${WHOLE}\n${HALVES[1]}4 is another one\n`;
  const { patternName, findings } = scan(ruleset, policy, content);
  expect(patternName).toBe("Ticket");
  expect(findings.every(({ finding }) => finding.value.text === `zw_${WHOLE}`)).toBe(true);
});

test("a value that goes on in the next line is found, and goes with all of it", () => {
  for (const rest of ["", " fails"]) {
    const content = `ticket: zw_${HALVES.join("\n")}${rest}\n`;
    expect(redact(ruleset, policy, content).content).toBe(`ticket: [TICKET_1]${rest}\n`);
  }
});

test("a value and what joined lines make of it are one value", () => {
  const { findings } = scan(ruleset, policy, `token: ${WHOLE}\n${HALVES[0]}\n`);
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.map(({ terms }) => terms.multiMatch)).toEqual(findings.map(() => 0));
});

test("words of any length between lines hold no scan up", () => {
  const line = `${"a".repeat(250)}%1`;
  const content = `ticket: ${WHOLE}\n${Array.from({ length: 1000 }, () => line).join("\n")}`;
  // Told by the test's end: an expression that tries each way to part a word takes minutes.
  expect(scan(ruleset, policy, content).blocked).toBe(true);
});

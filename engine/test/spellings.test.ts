import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { expect, test } from "vitest";
import { compileRuleset, scan } from "../src/index.ts";

// People, files and programs write several words in several ways; a rule lists one.

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

function blocks(hotword: string, content: string): boolean {
  const parsed = parse(PatternFile, {
    patterns: [
      {
        name: "Badge",
        severity: "high",
        score_weight: 1,
        regex: "\\b(\\d{7})\\b",
        hotwords: [hotword],
        hotword_window: 40,
        require_hotword: true,
      },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return scan(compileRuleset(parsed.value.patterns, []), policy, content).blocked;
}

test.each([
  "badge number: 7654321",
  'badge_number = "7654321"',
  "badge-number 7654321",
  "BADGE_NUMBER=7654321",
  '{"badgeNumber": 7654321}',
  "badgenumber;7654321",
])("finds a hotword of two words as %s", (content) => {
  expect(blocks("badge number", content)).toBe(true);
  expect(blocks("badge_number", content)).toBe(true);
});

test("no part of a word is one, and no short words are joined", () => {
  expect(blocks("badge number", "badge numbering 7654321")).toBe(false);
  expect(blocks("id no", "idno 7654321")).toBe(false);
  expect(blocks("id no", "id_no 7654321")).toBe(true);
});

test("a literal is still found as it is written alone", () => {
  const parsed = parse(PatternFile, {
    patterns: [
      { name: "A", severity: "critical", score_weight: 2, regex: "zq_\\d{9}", prefix: "zq_" },
      { name: "B", severity: "critical", score_weight: 2, regex: "zq-\\d{9}", prefix: "zq-" },
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const ruleset = compileRuleset(parsed.value.patterns, []);
  const named = (content: string) => scan(ruleset, policy, content).patternName;
  expect(named("zq_123456789")).toBe("A");
  expect(named("zq-123456789")).toBe("B");
  expect(named("zq 123456789")).toBe("");
});

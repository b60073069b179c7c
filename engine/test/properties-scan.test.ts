import fc from "fast-check";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { compileRuleset, redact, scan, utf8Bytes } from "../src/index.ts";
import { TAIL_BYTES } from "../src/scan/correlate.ts";

import { numRuns, text } from "./arbitraries.ts";

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

function rulesetOf(patterns: readonly object[]) {
  const parsed = parse(PatternFile, { patterns });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return compileRuleset(parsed.value.patterns, [
    { type: "dictionary", applies_to: "*", words: ["sample"], match_type: "proximity", window: 50 },
  ]);
}

/** One pattern for each way in which candidates are found. */
const ruleset = rulesetOf([
  {
    name: "Prefix",
    severity: "critical",
    score_weight: 2,
    regex: "\\btok_[a-z0-9]{4,12}\\b",
    prefix: "tok_",
  },
  {
    name: "Anchor",
    severity: "high",
    score_weight: 2,
    regex: "[a-z]{1,8}@acme\\.",
    anchor: "@acme",
  },
  {
    name: "Hotwords",
    severity: "critical",
    score_weight: 1,
    regex: "\\b[0-9]{6}\\b",
    hotwords: ["pin"],
    require_hotword: true,
  },
  {
    name: "Full",
    severity: "critical",
    score_weight: 1,
    regex: "\\b[0-9]{3}-[0-9]{2}-[0-9]{4}\\b",
  },
  {
    name: "Assignment",
    severity: "high",
    score_weight: 1,
    regex: "(?i)secret\\s{0,3}[:=]\\s{0,3}([^\\s]{6,40})",
    prefix: "secret",
    entropy_min: 2,
  },
  {
    name: "Value Beside a Hotword",
    severity: "critical",
    score_weight: 1,
    regex: "(?i)(?:pin|at)?\\s?=?([a-z0-9@.-]{8,40})",
    hotwords: ["pin", "sample"],
    require_hotword: true,
  },
]);

describe("scan()", () => {
  test("answers any content, with spans inside of it, and the same answer twice", () => {
    fc.assert(
      fc.property(text, text, (content, tail) => {
        const result = scan(ruleset, policy, content, { tail });
        for (const { finding } of result.findings) {
          expect(finding.origin.start).toBeGreaterThanOrEqual(0);
          expect(finding.origin.end).toBeLessThanOrEqual(content.length);
        }
        expect(utf8Bytes(result.tail)).toBeLessThanOrEqual(TAIL_BYTES);
        const { blocked, patternName, score } = scan(ruleset, policy, content, { tail });
        expect({ blocked, patternName, score }).toEqual({
          blocked: result.blocked,
          patternName: result.patternName,
          score: result.score,
        });
      }),
      { numRuns },
    );
  });

  test("finds the same without what it knows of where matches begin", () => {
    const unaided = {
      ...ruleset,
      patterns: ruleset.patterns.map((pattern) => ({
        ...pattern,
        sites: { kind: "anywhere" as const },
      })),
    };
    expect(ruleset.patterns.map(({ sites }) => sites.kind)).toEqual([
      "anywhere",
      "literal",
      "anywhere",
      "stretch",
      "anywhere",
      "stretch",
    ]);
    fc.assert(
      fc.property(text, text, (content, tail) => {
        const spansOf = (rules: typeof ruleset) =>
          scan(rules, policy, content, { tail }).findings.map(({ finding, score }) => ({
            name: finding.pattern.name,
            match: finding.match,
            value: finding.value,
            score,
          }));
        expect(spansOf(ruleset)).toEqual(spansOf(unaided));
      }),
      { numRuns },
    );
  });

  test("gives every finding the sum of its terms, and blocks from the threshold on", () => {
    fc.assert(
      fc.property(text, (content) => {
        for (const { terms, score, threshold, blocks, finding } of scan(ruleset, policy, content)
          .findings) {
          const { scoreWeight, hotword, entropy, exclusion, multiMatch } = terms;
          expect(score).toBe(scoreWeight + hotword + entropy + exclusion + multiMatch);
          const isFree = !finding.pattern.requireHotword;
          expect(blocks && score < threshold).toBe(false);
          expect(isFree && !blocks && score >= threshold).toBe(false);
        }
      }),
      { numRuns },
    );
  });

  test("does not depend on what stands farther away than its windows", () => {
    const far = fc.string({
      unit: fc.constantFrom(" ", "w", "o", "r", "d", ".", "\n", "\u5bc6"),
      maxLength: 300,
    });
    fc.assert(
      fc.property(text, far, far, (content, before, after) => {
        const gap = `\n${". ".repeat(1200)}\n`;
        const alone = scan(ruleset, policy, gap + content + gap);
        const inside = scan(ruleset, policy, before + gap + content + gap + after);
        expect([inside.blocked, inside.patternName, inside.score]).toEqual([
          alone.blocked,
          alone.patternName,
          alone.score,
        ]);
      }),
      { numRuns },
    );
  });

  test("finds a token wherever a session cuts it in two or three", () => {
    const token = "tok_abcd1234";
    fc.assert(
      fc.property(fc.integer({ min: 1, max: token.length - 1 }), fc.nat(token.length), (a, b) => {
        const cuts = [0, ...[a, b].toSorted((x, y) => x - y), token.length];
        let tail = "see ";
        let blocked = false;
        for (const [i, cut] of cuts.slice(0, -1).entries()) {
          const result = scan(ruleset, policy, token.slice(cut, cuts[i + 1]), { tail });
          ({ tail } = result);
          blocked ||= result.blocked;
        }
        expect(blocked).toBe(true);
      }),
      { numRuns },
    );
  });
});

describe("redact()", () => {
  test("never returns what still blocks", () => {
    fc.assert(
      fc.property(text, text, (content, tail) => {
        const redacted = redact(ruleset, policy, content, { tail });
        expect(scan(ruleset, policy, redacted.content).blocked).toBe(false);
        expect(redacted.content === content).toBe(redacted.redactions.length === 0);
        // The tail can keep a content from blocking; without it, what did not block is not touched.
        const isTouched = redacted.redactions.length > 0;
        expect(isTouched && tail === "" && !redacted.scan.blocked).toBe(false);
        expect(redacted.scan.blocked && !isTouched).toBe(false);
      }),
      { numRuns },
    );
  });

  test("tells stretches that rise, do not overlap and leave the rest as it was", () => {
    fc.assert(
      fc.property(text, (content) => {
        const { redactions, content: redacted } = redact(ruleset, policy, content);
        let rebuilt = "";
        let at = 0;
        for (const { start, end, placeholder } of redactions) {
          expect(start).toBeGreaterThanOrEqual(at);
          rebuilt += content.slice(at, start) + placeholder;
          at = end;
        }
        expect(rebuilt + content.slice(at)).toBe(redacted);
      }),
      { numRuns },
    );
  });
});

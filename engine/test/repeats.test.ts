import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { compileRuleset, redact } from "../src/index.ts";
import { repeatsOf } from "../src/redact/repeats.ts";
import type { Stretch } from "../src/scan/cells.ts";
import { isWholeWord } from "../src/scan/word-index.ts";

// What redaction looks for again, and how often it looks.

/** The same, looked for one after the other. */
function slowRepeats(content: string, stretches: readonly Stretch[]): string[] {
  const values = new Set(stretches.map(({ start, end }) => content.slice(start, end)));
  return [...values].flatMap((value) => {
    const found: string[] = [];
    for (let at = value.length < 6 ? -1 : content.indexOf(value); at >= 0;) {
      const end = at + value.length;
      const isWhole = isWholeWord(content, at, end);
      if (isWhole) found.push(`${at}:${end}`);
      at = content.indexOf(value, isWhole ? end : at + 1);
    }
    return found;
  });
}

test("all whole words that repeat a value are found, and nothing else", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "b", ".", "aaaaaa", "é"), maxLength: 60 });
  const places = fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 12 })), { maxLength: 5 });
  fc.assert(
    fc.property(texts, places, (content, at) => {
      const stretches = at.map(([start, size]) => ({
        start: Math.min(start, content.length),
        end: Math.min(start + size, content.length),
      }));
      const found = repeatsOf(content, stretches).map(({ start, end }) => `${start}:${end}`);
      expect(found.toSorted()).toEqual(slowRepeats(content, stretches).toSorted());
    }),
  );
});

const parsed = parse(PatternFile, {
  patterns: [
    {
      name: "Key",
      severity: "high",
      score_weight: 2,
      regex: "key ([0-9A-Z]{12})",
      prefix: "key ",
    },
  ],
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const ruleset = compileRuleset(parsed.value.patterns, []);
const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

test("a redacted text is scanned once", () => {
  // Each scan ends with that.
  const cleared = vi.spyOn(ruleset.memory, "clear");
  const { content } = redact(ruleset, policy, "the key Q7ZK9XW3RTLM.");
  expect(content).toBe("the key [KEY_1].");
  expect(cleared).toHaveBeenCalledTimes(2);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  findTokens,
  indexTokens,
  isInCore,
  isInToken,
  MIXED,
  PLAIN,
  STRICT,
  tokenLength,
} from "../src/scan/tokens.ts";
import type { Mixture } from "../src/scan/tokens.ts";
import { bytesOf } from "../src/scan/text-bytes.ts";
import { isPlain } from "../src/validators/plain-words.ts";
import { mayHoldStrict } from "../src/validators/strict-mixture.ts";
import { numRuns } from "./arbitraries.ts";

const JOINTS = " \t\n\f\r\"'`";

/** Lengths about those by which tokens are told apart. */
const near = fc.constantFrom(5, 6, 7, 8, 11, 12, 13, 39, 40, 41);

const run = fc
  .tuple(fc.constantFrom("x", "7", "-", "\u4e2d"), near)
  .map(([char, times]) => char.repeat(times));
const words = ["word", "Word", "WORD", "a", "Z", "9", "-", "=", "aB", "wordsAndWords", "ab12cd34"];
const signs = ["\u00a0", "\u2028", "\u00e9", "\u{1f511}", "\ud83d", "\v", "\0"];
const piece = fc.oneof(run, fc.constantFrom(...words), fc.constantFrom(...signs));
const joint = fc.constantFrom("", ...Array.from(JOINTS));
const text = fc
  .array(fc.tuple(piece, joint), { maxLength: 24 })
  .map((pieces) => pieces.flat().join(""));

interface Question {
  readonly chars: number;
  readonly mixture: Mixture;
  readonly from: number;
  readonly length: number;
}

const question: fc.Arbitrary<Question> = fc.record({
  chars: fc.oneof(near, fc.integer({ min: 0, max: 64 })),
  mixture: fc.constantFrom(PLAIN, MIXED, STRICT),
  from: fc.integer({ min: -20, max: 200 }),
  length: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 400 })),
});

function mixtureOf(token: string): Mixture {
  if (isPlain(token)) return PLAIN;
  return mayHoldStrict(bytesOf(token).bytes, 0, token.length) ? STRICT : MIXED;
}

/** Does one of the characters asked about stand in a token that is long and mixed enough? */
function hasToken(content: string, { chars, mixture, from, length }: Question): boolean {
  const least = tokenLength(chars);
  if (least === 0) return true;
  for (let at = Math.max(0, from); at < Math.min(content.length, from + length); at++) {
    if (JOINTS.includes(content.charAt(at))) continue;
    let start = at;
    let end = at + 1;
    while (start > 0 && !JOINTS.includes(content.charAt(start - 1))) start--;
    while (end < content.length && !JOINTS.includes(content.charAt(end))) end++;
    if (end - start >= least && mixtureOf(content.slice(start, end)) >= mixture) return true;
  }
  return false;
}

test("a token reaches into a stretch where one is found by looking at every character of it", () => {
  let found = 0;
  let asked = 0;
  fc.assert(
    fc.property(text, fc.array(question, { minLength: 8, maxLength: 8 }), (content, questions) => {
      // One index for all: an answer must not depend on what was asked before.
      const { tokens } = indexTokens(findTokens(bytesOf(content).bytes));
      const told = questions.map(({ chars, mixture, from, length }) =>
        tokens.hasWithin(chars, mixture, from, from + length),
      );
      expect(told).toEqual(questions.map((each) => hasToken(content, each)));
      asked += told.length;
      found += told.filter(Boolean).length;
    }),
    { numRuns },
  );
  expect(found).toBeGreaterThan(asked / 10);
  expect(found).toBeLessThan(asked / 1.1);
});

test("a token ends at ASCII's white space and quotation marks alone", () => {
  const ends = Array.from({ length: 0x1_0000 }, (_, unit) => unit).filter(
    (unit) => !isInToken(unit),
  );
  expect(String.fromCharCode(...ends)).toBe("\t\n\f\r \"'`");
});

test("the cores of a text are the stretches of it that are long enough to count", () => {
  let found = 0;
  fc.assert(
    fc.property(text, (content) => {
      const { cores } = findTokens(bytesOf(content).bytes);
      const expected = Array.from(content.matchAll(/[\w+=~-]+/g)).flatMap(({ index, 0: core }) => {
        const mixture = mixtureOf(core);
        const isLong = core.length >= (mixture === PLAIN ? 12 : 8);
        return isLong ? [{ start: index, end: index + core.length, mixture }] : [];
      });
      const told = Array.from(cores.starts, (start, i) => ({
        start,
        end: cores.ends[i],
        mixture: cores.mixtures[i],
      }));
      expect(told).toEqual(expected);
      found += told.length;
    }),
    { numRuns },
  );
  expect(found).toBeGreaterThan(numRuns / 4);
  expect(Array.from("aZ09_-+=~./:@ ", (char) => isInCore(char.charCodeAt(0)))).toEqual([
    ...Array.from({ length: 9 }, () => true),
    ...Array.from({ length: 5 }, () => false),
  ]);
});

test("a token is found behind many that do not count, and none where it ends before", () => {
  const before = "plainword ".repeat(60);
  const { tokens } = indexTokens(findTokens(bytesOf(`${before}x7Kq2mab12cd34 ${before}`).bytes));
  const has = (from: number, to: number): boolean => tokens.hasWithin(12, STRICT, from, to);
  expect(has(0, 2000)).toBe(true);
  expect(has(0, 601)).toBe(true);
  expect(has(0, 600)).toBe(false);
  expect(has(613, 2000)).toBe(true);
  expect(has(614, 2000)).toBe(false);
});

test("the length that tells tokens apart is no more than the one asked for, and rises with it", () => {
  const lengths = Array.from({ length: 65 }, (_, chars) => tokenLength(chars));
  expect(lengths.filter((length, chars) => length > chars)).toEqual([]);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  expect([5, 6, 39, 40, 1000, Infinity].map(tokenLength)).toEqual([0, 6, 32, 40, 40, 40]);
});

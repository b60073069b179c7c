import fc from "fast-check";
import { expect, test } from "vitest";
import { shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { BEYOND_ASCII } from "../src/scan/counts.ts";
import { demandOf, mayHoldMatch } from "../src/scan/needs.ts";
import type { Needs } from "../src/scan/needs.ts";
import { numRuns } from "./arbitraries.ts";
import { indexed } from "./indexed.ts";

const lengths = fc.constantFrom(0, 0, 0, 6, 8, 12, 16, 24, 40);
const coreLengths = fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 12, 20, 40);
const near = fc.constantFrom(1, 8, 64, 512, 2 ** 30);

const anyNeeds: fc.Arbitrary<Needs> = fc.record({
  reach: fc.constantFrom(16, 64, 256, 2048, 2 ** 30),
  tokenChars: lengths,
  tokenWithin: near,
  coreChars: coreLengths,
  coreWithin: near,
  mixedChars: lengths,
  isCore: fc.boolean(),
  isStrict: fc.boolean(),
  mixedWithin: near,
  digits: fc.constantFrom(0, 0, 1, 9),
  marks: fc.constantFrom("", "", "@", "<>", "{\n", BEYOND_ASCII, "?|@[]{}()<>$%&#;+*\n"),
});

/** A core that is no plain words is told from eight units on. */
const needs = anyNeeds.map((each) => ({ ...each, isCore: each.isCore && each.mixedChars >= 8 }));

/** Stretches without what is asked about, and things that are. */
const piece = fc.oneof(
  fc.constantFrom(" word", " a few plain words", "\n", " "),
  fc.constantFrom("a", " ", "- ").chain((filler) => fc.nat(90).map((n) => filler.repeat(n))),
  fc.constantFrom(
    "x7Kq2m",
    "ab12cd34ef56ab12cd34ef56ab12cd34ef56ab12cd34",
    "9",
    "@",
    "<b>",
    "{",
    "\u00e9",
  ),
  fc.constantFrom("?|@[]{}()<>$%&#;+*", "\ud83d\udd11", '"', "plain-words-alone-in-a-token"),
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

const place = fc.record({ at: fc.nat(400), before: fc.constantFrom(0, 4, 64, 2 ** 30) });

test("what a pattern demands is there wherever a match may be held", () => {
  let held = 0;
  let refused = 0;
  let asked = 0;
  fc.assert(
    fc.property(
      text,
      fc.array(fc.tuple(needs, place), { minLength: 8, maxLength: 8 }),
      (content, all) => {
        const known = indexed(content);
        for (const [each, { at, before }] of all) {
          const demand = demandOf(each, before);
          const may = mayHoldMatch(each, known, Math.max(0, at - before), at, at + each.reach);
          const has = known.supply.has(demand.kinds, at - before, at + demand.after);
          asked++;
          if (may) held++;
          if (!has) refused++;
          expect(may && !has).toBe(false);
        }
      },
    ),
    { numRuns },
  );
  // Both answers are frequent, so that the one says something of the other.
  expect(held).toBeGreaterThan(asked / 20);
  expect(refused).toBeGreaterThan(asked / 4);
});

test("what stands far from a place does not count there", () => {
  const { supply } = indexed(`${" word".repeat(40)} key = x7Kq2mab12cd34 ${"word ".repeat(40)}`);
  const { kinds } = demandOf(
    {
      reach: 64,
      tokenChars: 12,
      tokenWithin: 1,
      coreChars: 12,
      coreWithin: 1,
      mixedChars: 12,
      isCore: true,
      isStrict: true,
      mixedWithin: 1,
      digits: 1,
      marks: "",
    },
    0,
  );
  const open = Array.from({ length: 400 }, (_, at) => at).filter((at) =>
    supply.has(kinds, at, at + 1),
  );
  expect(open).toContain(208);
  expect(open.length).toBeLessThanOrEqual(64);
  expect(supply.has(kinds, 500, 600)).toBe(false);
});

test("of the shipped patterns, hardly one demands nothing", () => {
  const { patterns, demandedKinds } = shippedRuleset();
  expect(Array.from(demandedKinds)).toEqual(patterns.map(({ demand }) => demand.kinds));
  expect(patterns.filter(({ demand }) => demand.kinds === 0).length).toBeLessThan(
    patterns.length / 20,
  );
});

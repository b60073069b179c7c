import { expect, test } from "vitest";
import { falseAlarms, noisePieces } from "./false-alarms.ts";
import { accuracyOf, scanCorpus, SPLITS } from "./measure.ts";
import { NOISE_KINDS } from "./noise.ts";
import { defaultPolicy, shippedRuleset } from "./shipped-ruleset.ts";

/** Made-up values for each case; more tell more and take longer. */
const FILLINGS = 4;
const NOISE_CHARS = 65_536;

const ruleset = shippedRuleset();

// The gates of the specification (8), sharpened.
test.each(SPLITS)("the %s half keeps to the gates", (split) => {
  const outcomes = scanCorpus(ruleset, defaultPolicy, split, FILLINGS);
  const { precision, recall, falsePositives } = accuracyOf(outcomes);
  const wrong = outcomes
    .filter(({ kind, blocked }) => kind === "must-not-trigger" && blocked)
    .map(({ case: { id }, patternName }) => `${id}: ${patternName}`);
  expect(wrong).toEqual([]);
  expect(falsePositives.share).toBeLessThan(0.001);
  expect(precision.share).toBeGreaterThanOrEqual(0.99);
  expect(recall.share).toBeGreaterThanOrEqual(0.97);
});

test.each(NOISE_KINDS)("nothing is blocked in generated noise: %s", (kind) => {
  const alarms = falseAlarms(ruleset, defaultPolicy, noisePieces(kind, 1, NOISE_CHARS));
  expect(alarms).toEqual([]);
});

import { expect, test } from "vitest";
import { accuracyOf, scanCorpus } from "./measure.ts";
import type { CorpusSplit } from "./load.ts";
import { defaultPolicy, shippedRuleset } from "./shipped-ruleset.ts";

/** Made-up values for each case; more tell more and take longer. */
const FILLINGS = 4;

// The gates of the specification (8), sharpened.
test.each<[CorpusSplit]>([["tune"], ["gate"]])("the %s half keeps to the gates", (split) => {
  const outcomes = scanCorpus(shippedRuleset(), defaultPolicy, split, FILLINGS);
  const { precision, recall, falsePositives } = accuracyOf(outcomes);
  const wrong = outcomes
    .filter(({ kind, blocked }) => kind === "must-not-trigger" && blocked)
    .map(({ case: { id }, patternName }) => `${id}: ${patternName}`);
  expect(wrong).toEqual([]);
  expect(falsePositives.share).toBe(0);
  expect(precision.share).toBeGreaterThanOrEqual(0.9);
  expect(1 - recall.share).toBeLessThan(0.05);
});

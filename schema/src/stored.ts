import * as v from "valibot";
import { categoryMap } from "./config-key.ts";
import { POLICIES } from "./presets.ts";
import { Thresholds, Weights } from "./scoring.ts";

/** Where rules come from: the build, or `update_url`. */
export const RULE_SOURCES = ["shipped", "downloaded"] as const;

const { critical, high, medium, low } = Thresholds.entries;

/** Any subset of the thresholds. */
export const ThresholdChanges = v.strictObject({
  critical: v.exactOptional(critical),
  high: v.exactOptional(high),
  medium: v.exactOptional(medium),
  low: v.exactOptional(low),
});

const weights = Weights.entries;

/** Any subset of the weights. */
export const WeightChanges = v.strictObject({
  hotword_boost: v.exactOptional(weights.hotword_boost),
  entropy_boost: v.exactOptional(weights.entropy_boost),
  entropy_penalty: v.exactOptional(weights.entropy_penalty),
  exclusion_penalty: v.exactOptional(weights.exclusion_penalty),
  multi_match_boost: v.exactOptional(weights.multi_match_boost),
});

/** What was changed while the agent ran; what is absent is as the configuration has it. */
export const StoredSettings = v.strictObject({
  thresholds: ThresholdChanges,
  weights: WeightChanges,
  category_policies: categoryMap(v.picklist(POLICIES)),
});

/** Which manifest was last put in force from a source. */
export const RuleVersion = v.strictObject({
  source: v.picklist(RULE_SOURCES),
  manifest_version: v.pipe(v.string(), v.regex(/^[0-9][0-9A-Za-z.+-]{0,63}$/)),
  manifest_sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

export type StoredSettings = v.InferOutput<typeof StoredSettings>;
export type RuleVersion = v.InferOutput<typeof RuleVersion>;

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

const HEX32 = /^[0-9a-f]{64}$/;

/** 32 bytes in hexadecimal. */
export const bytes32 = v.pipe(v.string(), v.regex(HEX32));

/** A hash in hexadecimal (FIPS 180-4). */
export const sha256 = v.pipe(v.string(), v.regex(HEX32));

/** The browsers whose extensions a companion can be. */
export const COMPANION_BROWSERS = ["chromium", "firefox"] as const;

/** How many companions are kept, and how many keys of each: one for each profile of a browser that has the same origin. */
export const COMPANION_LIMITS = { companions: 32, keysEach: 8 } as const;

/** A companion that was paired. There is no time of its use. */
export const StoredCompanion = v.strictObject({
  origin_sha256: sha256,
  browser: v.picklist(COMPANION_BROWSERS),
  /** The oldest first. */
  keys: v.pipe(v.array(bytes32), v.minLength(1), v.maxLength(COMPANION_LIMITS.keysEach)),
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
  manifest_sha256: sha256,
});

export type StoredSettings = v.InferOutput<typeof StoredSettings>;
export type CompanionBrowser = (typeof COMPANION_BROWSERS)[number];
export type StoredCompanion = v.InferOutput<typeof StoredCompanion>;
export type RuleVersion = v.InferOutput<typeof RuleVersion>;

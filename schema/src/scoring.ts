import * as v from "valibot";

const threshold = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100));
const weight = v.pipe(v.number(), v.integer(), v.minValue(-100), v.maxValue(100));

/** The score from which a finding of each severity blocks. */
export const Thresholds = v.strictObject({
  critical: threshold,
  high: threshold,
  medium: threshold,
  low: threshold,
});

/** The signed terms of the scoring formula; penalties are negative. */
export const Weights = v.strictObject({
  hotword_boost: weight,
  entropy_boost: weight,
  entropy_penalty: weight,
  exclusion_penalty: weight,
  multi_match_boost: weight,
});

export type Thresholds = v.InferOutput<typeof Thresholds>;
export type Weights = v.InferOutput<typeof Weights>;

/** The specification's thresholds (2.2). */
export const DEFAULT_THRESHOLDS: Thresholds = { critical: 1, high: 2, medium: 3, low: 4 };

/** The weights that apply unless the configuration sets others. */
export const DEFAULT_WEIGHTS: Weights = {
  hotword_boost: 2,
  entropy_boost: 1,
  entropy_penalty: -2,
  exclusion_penalty: -3,
  multi_match_boost: 1,
};

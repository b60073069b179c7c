import type { ScanPolicy } from "@weir/engine";

/** The specification's thresholds, and the weights, until the agent has told its own. */
export const DEFAULT_POLICY: ScanPolicy = {
  thresholds: { critical: 1, high: 2, medium: 3, low: 4 },
  weights: {
    hotword_boost: 2,
    entropy_boost: 1,
    entropy_penalty: -2,
    exclusion_penalty: -3,
    multi_match_boost: 1,
  },
};

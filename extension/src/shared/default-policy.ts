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

/** Largest content until the agent has told its own limit, in bytes of UTF-8: the schema's, of which only types come in here. */
export const DEFAULT_MAX_SCAN_BYTES = 4 * 1024 * 1024;

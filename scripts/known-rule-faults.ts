import { lintRules } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from "@weir/schema";
import type { Exclusion, Pattern } from "@weir/schema";

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

/** The faults of patterns, one line for each. Their examples are left to the tests. */
export function ruleFaults(
  patterns: readonly Pattern[],
  exclusions: readonly Exclusion[],
): string[] {
  const setting = { patterns, exclusions, policy, skipsExamples: true, skipsRemarks: true };
  return lintRules(setting).map(
    ({ pattern, field, problem }) => `${pattern}: ${field}: ${problem}`,
  );
}

import { lintExamples } from "@weir/engine";
import type { ScanPolicy } from "@weir/engine";
import type { Exclusion, Pattern } from "@weir/schema";

/** The examples and counter-examples that do not do as they should, one line for each. */
export function checkExamples(
  patterns: readonly Pattern[],
  exclusions: readonly Exclusion[],
  policy: ScanPolicy,
): string[] {
  return lintExamples(patterns, { exclusions, policy }).map(
    ({ index, pattern, field, problem }) => `patterns[${index}] "${pattern}" ${field}: ${problem}`,
  );
}

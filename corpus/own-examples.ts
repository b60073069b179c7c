import type { Ruleset, ScanPolicy } from "@weir/engine";
import { fillTemplate, scan, seededRandom } from "@weir/engine";
import type { shippedPatterns } from "./shipped-ruleset.ts";

/** What became of a pattern's own examples in a scan with every pattern. */
export interface ExampleFigures {
  readonly name: string;
  readonly scanned: number;
  /** Examples that did not block. */
  readonly missed: number;
  /** Names of other patterns under which examples blocked, one for each example. */
  readonly otherNames: readonly string[];
}

/** Scans the examples of each pattern, each with `fillings` different made-up values. */
export function scanExamples(
  ruleset: Ruleset,
  policy: ScanPolicy,
  patterns: ReturnType<typeof shippedPatterns>,
  fillings: number,
): ExampleFigures[] {
  return patterns.map(({ name, examples = [] }) => {
    const verdicts = examples.flatMap((example) =>
      Array.from({ length: fillings }, (_, seed) =>
        scan(ruleset, policy, fillTemplate(example, seededRandom(`${name}:${seed}`))),
      ),
    );
    const blocked = verdicts.filter((verdict) => verdict.blocked);
    return {
      name,
      scanned: verdicts.length,
      missed: verdicts.length - blocked.length,
      otherNames: blocked
        .map(({ patternName }) => patternName)
        .filter((patternName) => patternName !== name),
    };
  });
}

import type { Ruleset, ScanPolicy } from "@weir/engine";
import { scan } from "@weir/engine";
import { loadCorpus } from "./load.ts";
import type { CorpusCase, CorpusKind, CorpusSplit } from "./load.ts";

/** The corpus is in halves; rules are tuned on the first. */
export const SPLITS: readonly CorpusSplit[] = ["tune", "gate"];

/** One case that was scanned with one filling of its template. */
export interface Outcome {
  readonly kind: CorpusKind;
  readonly split: CorpusSplit;
  readonly case: CorpusCase;
  readonly seed: number;
  readonly blocked: boolean;
  readonly patternName: string;
}

/** Scans every case of a split, each with `fillings` different made-up values. */
export function scanCorpus(
  ruleset: Ruleset,
  policy: ScanPolicy,
  split: CorpusSplit,
  fillings: number,
): Outcome[] {
  const kinds: readonly CorpusKind[] = ["must-trigger", "must-not-trigger"];
  return kinds.flatMap((kind) =>
    loadCorpus(kind, split).flatMap((each) =>
      Array.from({ length: fillings }, (_, seed) => {
        const { blocked, patternName } = scan(ruleset, policy, each.text(seed));
        return { kind, split, case: each, seed, blocked, patternName };
      }),
    ),
  );
}

/** A share with its 95 % confidence interval (Wilson 1927). */
export interface Share {
  readonly hits: number;
  readonly total: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** The share of `hits` in `total`; 0 with an interval of everything where there is nothing. */
export function shareOf(hits: number, total: number): Share {
  if (total === 0) return { hits, total, share: 0, low: 0, high: 1 };
  const z = 1.96;
  const share = hits / total;
  const middle = (share + (z * z) / (2 * total)) / (1 + (z * z) / total);
  const half =
    (z / (1 + (z * z) / total)) *
    Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  return { hits, total, share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The figures that the gates of the specification (8) are held against. */
export interface Accuracy {
  readonly precision: Share;
  readonly recall: Share;
  readonly falsePositives: Share;
  /** The harmonic mean of precision and recall; its bounds are those of both together. */
  readonly f1: Pick<Share, "share" | "low" | "high">;
}

const harmonicMean = (a: number, b: number): number => (a + b === 0 ? 0 : (2 * a * b) / (a + b));

/** Precision, recall and the rate of false positives of some outcomes. */
export function accuracyOf(outcomes: readonly Outcome[]): Accuracy {
  const positives = outcomes.filter(({ kind }) => kind === "must-trigger");
  const negatives = outcomes.filter(({ kind }) => kind === "must-not-trigger");
  const found = positives.filter(({ blocked }) => blocked).length;
  const wrong = negatives.filter(({ blocked }) => blocked).length;
  const precision = shareOf(found, found + wrong);
  const recall = shareOf(found, positives.length);
  return {
    precision,
    recall,
    falsePositives: shareOf(wrong, negatives.length),
    f1: {
      share: harmonicMean(precision.share, recall.share),
      low: harmonicMean(precision.low, recall.low),
      high: harmonicMean(precision.high, recall.high),
    },
  };
}

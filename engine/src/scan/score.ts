import type { Severity, Thresholds, Weights } from "@weir/schema";
import { provesItself } from "../validators/validate.ts";
import { entropyBits } from "./entropy.ts";
import type { ExclusionResult } from "./exclusions.ts";
import type { Finding } from "./finding.ts";

/** The numbers that decide what blocks; both can be changed while the agent runs. */
export interface ScanPolicy {
  readonly thresholds: Thresholds;
  readonly weights: Weights;
}

/** Further distinct values of one pattern that add to the score. */
const MAX_MULTI_MATCH = 5;

/** The terms of a score, by name; they add up to it. */
export interface ScoreTerms {
  readonly scoreWeight: number;
  readonly hotword: number;
  readonly entropy: number;
  readonly exclusion: number;
  readonly multiMatch: number;
}

/** A finding with its score. */
export interface JudgedFinding {
  readonly finding: Finding;
  readonly terms: ScoreTerms;
  /** Bits per character of the value. */
  readonly entropyBits: number;
  readonly score: number;
  readonly threshold: number;
  readonly severity: Severity;
  readonly blocks: boolean;
}

/** What steps 8 to 10 found out about a finding. */
export interface Signals {
  readonly hotword: boolean;
  /** Was a hotword near any of the pattern's findings? */
  readonly patternHotword: boolean;
  readonly exclusion: ExclusionResult;
  /** Distinct values of the pattern in this content. */
  readonly distinctValues: number;
}

/** Step 9: the entropy term. A floor of 0 gives none; a value that its checksum confirmed needs no guess. */
function entropyTerm({ pattern, confirmed }: Finding, bits: number, weights: Weights): number {
  if (pattern.entropyMin === 0) return 0;
  const isProven = confirmed && pattern.validator !== undefined && provesItself(pattern.validator);
  return isProven || bits >= pattern.entropyMin ? weights.entropy_boost : weights.entropy_penalty;
}

/**
 * The penalty of a penalising exclusion. It can't hide a critical finding that is certain by its shape or its check
 * digit: there it takes away no more than what lies above the threshold.
 */
function exclusionTerm(
  { pattern }: Finding,
  penalty: number,
  score: number,
  threshold: number,
): number {
  const isProven = pattern.validator !== undefined && provesItself(pattern.validator);
  const isCertain = pattern.severity === "critical" && (pattern.scoreWeight >= 2 || isProven);
  return isCertain && score >= threshold ? Math.max(penalty, threshold - score) : penalty;
}

/** The specification's scoring formula (2.2), each term by itself, for one finding. */
export function scoreFinding(
  finding: Finding,
  signals: Signals,
  policy: ScanPolicy,
): JudgedFinding {
  const { pattern, value } = finding;
  const { thresholds, weights } = policy;
  const bits = entropyBits(value.text);
  const threshold = thresholds[pattern.severity];
  const scoreWeight = pattern.scoreWeight;
  const hotword = signals.hotword ? (pattern.hotwordBoost ?? weights.hotword_boost) : 0;
  const entropy = entropyTerm(finding, bits, weights);
  const furtherValues = Math.min(MAX_MULTI_MATCH, signals.distinctValues - 1);
  const multiMatch = furtherValues * weights.multi_match_boost;
  const before = scoreWeight + hotword + entropy + multiMatch;
  const exclusion =
    signals.exclusion === "hit"
      ? exclusionTerm(finding, weights.exclusion_penalty, before, threshold)
      : 0;
  const score = before + exclusion;
  const isAdmitted = !pattern.requireHotword || signals.patternHotword;
  return {
    finding,
    terms: { scoreWeight, hotword, entropy, exclusion, multiMatch },
    entropyBits: bits,
    score,
    threshold,
    severity: pattern.severity,
    blocks: isAdmitted && score >= threshold,
  };
}

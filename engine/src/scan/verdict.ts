import type { Severity } from "@weir/schema";
import type { JudgedFinding } from "./score.ts";

/** The answer of a scan. */
export interface Verdict {
  readonly blocked: boolean;
  /** The pattern that blocked; empty where nothing did. */
  readonly patternName: string;
  /** The highest score of any finding, blocking or not; 0 where nothing matched. */
  readonly score: number;
}

const RANK: Readonly<Record<Severity, number>> = { critical: 0, high: 1, medium: 2, low: 3 };

/** How much of the match stands before the value: a service's name before its key says more than the key's name alone. */
export const leadOf = ({ finding }: JudgedFinding): number =>
  finding.value.start - finding.match.start;

/** Does the pattern know nothing but that this is a secret? One that knows whose it is says more. */
export const isGeneric = ({ finding }: JudgedFinding): boolean =>
  finding.pattern.category === "code_secret";

/**
 * Orders findings: the highest score first, then the severest, then the first in the content, then the one whose shape
 * says most, then the one that knows whose it is, then the one whose match begins farthest before the value.
 */
export function compareFindings(a: JudgedFinding, b: JudgedFinding): number {
  return (
    b.score - a.score ||
    RANK[a.severity] - RANK[b.severity] ||
    a.finding.origin.start - b.finding.origin.start ||
    b.terms.scoreWeight - a.terms.scoreWeight ||
    Number(isGeneric(a)) - Number(isGeneric(b)) ||
    leadOf(b) - leadOf(a)
  );
}

const highestScore = (highest: number, { score }: JudgedFinding): number =>
  Math.max(highest, score);

/** Step 11: holds every score against its severity's threshold; the foremost blocking finding gives its name. */
export function judge(findings: readonly JudgedFinding[]): Verdict {
  const blocking = findings.filter(({ blocks }) => blocks).toSorted(compareFindings)[0];
  const score = findings.length === 0 ? 0 : findings.reduce(highestScore, -Infinity);
  return blocking === undefined
    ? { blocked: false, patternName: "", score }
    : { blocked: true, patternName: blocking.finding.pattern.name, score };
}

/**
 * Of the findings that block, one for each stretch of the content: where several overlap, the foremost. In the order of
 * the content.
 */
export function foremostFindings(findings: readonly JudgedFinding[]): JudgedFinding[] {
  const foremost: JudgedFinding[] = [];
  let end = -1;
  const blocking = findings.filter(({ blocks }) => blocks);
  for (const judged of blocking.toSorted(
    (a, b) => a.finding.origin.start - b.finding.origin.start,
  )) {
    const { origin } = judged.finding;
    const last = foremost.at(-1);
    if (last === undefined || origin.start >= end) foremost.push(judged);
    else if (compareFindings(judged, last) < 0) foremost[foremost.length - 1] = judged;
    end = Math.max(end, origin.end);
  }
  return foremost;
}

import { foremostFindings, scan } from "@weir/engine";
import type { JudgedFinding, Ruleset, ScanOptions, ScanPolicy, ScanResult } from "@weir/engine";
import { PART_LIMITS, readParts } from "./parts.ts";
import type { Part } from "./parts.ts";
import { FIRST_POSITION, positionsOf } from "./positions.ts";
import type { Position } from "./positions.ts";

/** A finding with its place in the input; `end` is exclusive. */
export interface PlacedFinding {
  readonly start: Position;
  readonly end: Position;
  readonly judged: JudgedFinding;
}

/** What scanning an input needs. */
export interface ScanEngine {
  readonly ruleset: Ruleset;
  readonly policy: ScanPolicy;
  readonly maxBytes: number;
  /** Runs a scan and may time it. */
  readonly timed: (content: string, run: (options: ScanOptions) => ScanResult) => ScanResult;
  /** Tell every finding, and not one alone for each stretch that blocks? */
  readonly isWhole: boolean;
}

/** A span of the whole input, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans by the index of their pattern. */
type SpansByPattern = ReadonlyMap<number, readonly Span[]>;

/** A part and where it begins in the input. */
interface PlacedPart extends Part {
  readonly start: number;
}

const spanOf = (part: PlacedPart, { finding: { origin } }: JudgedFinding): Span => ({
  start: part.start + origin.start,
  end: part.start + origin.end,
});

/** The findings of a part that no other part answers for; `told` are those of the part before that reach into it. */
function ownFindings(
  part: PlacedPart,
  findings: readonly JudgedFinding[],
  told: SpansByPattern,
): JudgedFinding[] {
  const to = part.isLast ? Infinity : part.text.length - PART_LIMITS.lookAhead;
  return findings.filter((judged) => {
    const { pattern, origin } = judged.finding;
    if (origin.start >= to) return false;
    if (part.overlap === 0) return true;
    const { start, end } = spanOf(part, judged);
    const earlier = told.get(pattern.index) ?? [];
    const isTold = earlier.some((span) => span.start < end && start < span.end);
    return origin.end > PART_LIMITS.lookBehind && !isTold;
  });
}

/** The spans of findings that reach into what the next part begins with. */
function reachingSpans(part: PlacedPart, findings: readonly JudgedFinding[]): SpansByPattern {
  const reaching = new Map<number, Span[]>();
  const nextStart = part.start + part.text.length - PART_LIMITS.overlap;
  for (const judged of findings) {
    const span = spanOf(part, judged);
    if (part.isLast || span.end <= nextStart) continue;
    const { index } = judged.finding.pattern;
    const spans = reaching.get(index);
    if (spans === undefined) reaching.set(index, [span]);
    else spans.push(span);
  }
  return reaching;
}

const byStart = (a: JudgedFinding, b: JudgedFinding): number =>
  a.finding.origin.start - b.finding.origin.start;

/** Findings in the order of the text with their positions; the text begins at `from`. */
function* place(
  text: string,
  from: Position,
  findings: readonly JudgedFinding[],
): Generator<PlacedFinding> {
  const offsets = findings.flatMap(({ finding: { origin } }) => [origin.start, origin.end]);
  const positions = positionsOf(
    text,
    from,
    offsets.toSorted((a, b) => a - b),
  );
  for (const judged of findings.toSorted(byStart)) {
    const { origin } = judged.finding;
    const start = positions.get(origin.start) ?? from;
    yield { start, end: positions.get(origin.end) ?? start, judged };
  }
}

/** The findings of a text that is scanned whole, in the order of the text. */
export function placeFindings(text: string, findings: readonly JudgedFinding[]): PlacedFinding[] {
  return [...place(text, FIRST_POSITION, findings)];
}

/**
 * Scans an input of any size and tells each finding with its place, in the order of the input within each part. What
 * one scan would have to see together, such as several values that only count as many, is seen within one part.
 */
export async function* scanInput(
  { ruleset, policy, maxBytes, timed, isWhole }: ScanEngine,
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<PlacedFinding> {
  let told: SpansByPattern = new Map();
  let from = FIRST_POSITION;
  let last: PlacedPart | undefined;
  for await (const next of readParts(input, maxBytes)) {
    const cut = last === undefined ? 0 : last.text.length - next.overlap;
    if (last !== undefined) from = positionsOf(last.text, from, [cut]).get(cut) ?? from;
    const part: PlacedPart = { ...next, start: (last?.start ?? 0) + cut };
    last = part;
    const result = timed(part.text, (options) => scan(ruleset, policy, part.text, options));
    const own = ownFindings(part, result.findings, told);
    told = reachingSpans(part, own);
    yield* place(part.text, from, isWhole ? own : foremostFindings(own));
  }
}

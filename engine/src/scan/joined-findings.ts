import type { Finding } from "./finding.ts";
import { indexFrom } from "./word-index.ts";

/** Does the value's own shape, or a checksum in it, say what it is? */
const isNarrow = ({ pattern, confirmed }: Finding): boolean =>
  confirmed || pattern.scoreWeight >= 2;

const isJoined = ({ section }: Finding): boolean => section.joins !== undefined;

/** Tells the findings in whose place one of `others` begins and ends before they do. */
function holding(others: readonly Finding[]): (finding: Finding) => boolean {
  const places = others.map(({ origin }) => origin).toSorted((a, b) => a.start - b.start);
  const starts = places.map(({ start }) => start);
  return ({ origin }) => (places[indexFrom(starts, origin.start)]?.end ?? Infinity) < origin.end;
}

/**
 * Drops what lines that were joined make of a value that was whole in its own line: the rest is the next line's first word. Only
 * where the value's shape says that it is whole, and that of the longer one doesn't. O(findings * log(findings)).
 */
export function dropOverjoined(findings: readonly Finding[]): readonly Finding[] {
  if (!findings.some(isJoined)) return findings;
  const holdsWhole = holding(findings.filter((each) => !isJoined(each) && isNarrow(each)));
  return findings.filter((each) => !isJoined(each) || isNarrow(each) || !holdsWhole(each));
}

/**
 * How many values one pattern's findings have; what lines that were joined make of one is none beside it. O(findings *
 * log(findings)).
 */
export function countDistinct(findings: readonly Finding[]): number {
  const holdsOther = holding(findings.filter((each) => !isJoined(each)));
  const counted = findings.filter((each) => !isJoined(each) || !holdsOther(each));
  return new Set(counted.map(({ value }) => value.text)).size;
}

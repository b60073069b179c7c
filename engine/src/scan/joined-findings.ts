import type { Finding } from "./finding.ts";
import { memoise } from "./memoise.ts";
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

/** What stands behind the first word of a line that goes on, or a piece of it. */
const MORE = /^(?:[ ,;|\t]\S|[\w@/:-]|\.\w)/;
/** What stands between a name and a value, or between fields: a line that has some, and not the one before, is another row. */
const BETWEEN = /[:;,|]|=[^=]/;
/** Lines are wrapped at this width or a greater one, in UTF-16 units. */
const LEAST_WIDTH = 40;
/** What stands alone in a line that was not wrapped is hardly longer, unless it is made as the line before. */
const WORD_CHARS = 16;
const makeOf = (text: string): string => text.replaceAll(/[A-Za-z0-9]/g, "x");

/**
 * Is what joins add to a value rather the next literal, the next line's first word, or further lines of a list? More stands behind it
 * there; or each piece is short, the line before ends where nothing is wrapped, and no shape says that it belongs to the value.
 */
function addsWord(finding: Finding): boolean {
  const { section, value } = finding;
  const { text, joins = [], isBeside = false } = section;
  if (isBeside) return true;
  const inside = joins.slice(indexFrom(joins, value.start + 1), indexFrom(joins, value.end));
  const [first = value.end] = inside;
  const isWord = inside.length === 1 && /[A-Za-z]/.test(text.slice(first, value.end));
  if (isWord && MORE.test(text.slice(value.end, value.end + 2))) return true;
  if (BETWEEN.test(text.slice(first, value.end)) && !BETWEEN.test(text.slice(value.start, first)))
    return true;
  const before = text.slice(Math.max(0, first - LEAST_WIDTH), first);
  const make = makeOf(text.slice(value.start, first));
  const areShort = inside
    .map((each, i) => text.slice(each, inside[i + 1] ?? value.end))
    .every((piece) => piece.length <= WORD_CHARS || makeOf(piece) === make);
  const isLong = value.end - first > WORD_CHARS || /[A-Za-z]/.test(text.slice(first, value.end));
  const isShortLine = first < LEAST_WIDTH || before.includes("\n");
  return !isNarrow(finding) && isShortLine && areShort && isLong;
}

/** Tells the findings in whose place one of some pattern's own begins and ends before they do. */
function holdingOwn(others: readonly Finding[]): (finding: Finding) => boolean {
  const own = memoise((pattern: Finding["pattern"]) =>
    holding(others.filter((each) => each.pattern === pattern)),
  );
  return (finding) => own(finding.pattern)(finding);
}

/**
 * Drops what lines or literals that were joined make of a value that was whole in its own: the rest is the next one's first word. Only
 * where the value's shape says that it is whole, and that of the longer one doesn't; or where the rest looks like such a word.
 * O(findings * log(findings)), for those that may be dropped.
 */
export function dropOverjoined(findings: readonly Finding[]): readonly Finding[] {
  if (!findings.some(isJoined)) return findings;
  const whole = findings.filter((each) => !isJoined(each));
  const holdsWhole = holding(whole);
  const holdsNarrow = holding(whole.filter(isNarrow));
  const holdsOwn = holdingOwn(whole);
  return findings.filter((each) => {
    if (!isJoined(each)) return true;
    const isWhole = isNarrow(each) ? holdsOwn : holdsWhole;
    if (!isNarrow(each) && holdsNarrow(each)) return false;
    return !(addsWord(each) && isWhole(each));
  });
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

import { plainSpelling } from "./spellings.ts";

const isWordUnit = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) ||
  (unit >= 65 && unit <= 90) ||
  (unit >= 97 && unit <= 122) ||
  unit >= 0xaa;

const isLower = (unit: number): boolean => unit >= 97 && unit <= 122;
const isUpper = (unit: number): boolean => unit >= 65 && unit <= 90;

/** Scripts written without spaces between words: Thai, Lao, Myanmar, Khmer, and from the CJK radicals to the Hangul syllables. */
const isUnspaced = (unit: number): boolean =>
  (unit >= 0x2e80 && unit <= 0xd7ff) ||
  (unit >= 0xf900 && unit <= 0xfaff) ||
  (unit >= 0x0e00 && unit <= 0x0eff) ||
  (unit >= 0x1000 && unit <= 0x109f) ||
  (unit >= 0x1780 && unit <= 0x17ff);

/** Does a word begin or end between the units at `at - 1` and `at`? As in prose, `snake_case` and `camelCase`. */
function isWordBoundary(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (isUnspaced(before) || isUnspaced(after)) return true;
  return !isWordUnit(before) || !isWordUnit(after) || (isLower(before) && isUpper(after));
}

/** Is the stretch of a text a word, or several, and no part of one? */
export function isWholeWord(text: string, start: number, end: number): boolean {
  return isWordBoundary(text, start) && isWordBoundary(text, end);
}

/** Where whole words stand in a text; each word is looked up once, when it is first asked for. */
export interface WordIndex {
  /** Does the lower-case `word`, in its plain spelling, stand whole within `[from, to)`? */
  readonly hasWithin: (word: string, from: number, to: number) => boolean;
}

function findWord(text: string, lower: string, word: string): readonly number[] {
  const starts: number[] = [];
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) {
    if (isWholeWord(text, at, at + word.length)) starts.push(at);
  }
  return starts;
}

/** The first of the rising numbers that is at least `least`. */
export function firstFrom(sorted: ArrayLike<number>, least: number): number | undefined {
  return sorted[indexFrom(sorted, least)];
}

/** The index of the first of the rising numbers that is at least `least`, or their count; binary search. */
export function indexFrom(sorted: ArrayLike<number>, least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Does a word stand whole within a stretch of a text? O(stretch). */
function standsWithin(text: string, stretch: string, start: number, word: string): boolean {
  for (let at = stretch.indexOf(word); at >= 0; at = stretch.indexOf(word, at + 1))
    if (isWholeWord(text, start + at, start + at + word.length)) return true;
  return false;
}

/** What is known of a word: how much of the text has been read for it, and once that is all of it, where it stands. */
interface Asked {
  read: number;
  starts: readonly number[] | undefined;
}

/**
 * Indexes a folded text. Most words are asked for once, in a stretch, which is read alone; one for which as much as the text
 * has been read is looked up everywhere. All questions about a word cost O(text), and O(log occurrences) each.
 */
export function indexWords(text: string): WordIndex {
  let lower: string | undefined;
  const known = new Map<string, Asked>();
  /** The stretch that was asked about last: a list of words is looked for in the same one. */
  let last = { from: 0, to: 0, stretch: "" };
  return {
    hasWithin: (word, from, to) => {
      lower ??= plainSpelling(text.toLowerCase());
      const asked = known.get(word) ?? { read: 0, starts: undefined };
      if (asked.starts === undefined && asked.read < text.length) {
        if (last.from !== from || last.to !== to)
          last = { from, to, stretch: lower.slice(Math.max(0, from), Math.max(0, to)) };
        asked.read += last.stretch.length;
        known.set(word, asked);
        return standsWithin(text, last.stretch, Math.max(0, from), word);
      }
      asked.starts ??= findWord(text, lower, word);
      const start = firstFrom(asked.starts, from);
      return start !== undefined && start + word.length <= to;
    },
  };
}

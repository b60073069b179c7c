/** Kinds of characters; all that are neither are signs. */
const SIGN = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

/** The longest capitalised word that is taken for one without a look at its letters. */
const MAX_CAPITALISED = 10;

/** What stands before the next character: the beginning, a sign, a single small letter at the beginning or behind a sign, ... */
const AT_EDGE = 0;
const BEHIND_SIGN = 1;
const LETTER_AT_EDGE = 2;
const LETTER = 3;
const SMALL = 4;
const CAPITALS = 5;
/** ... a capital with so many small letters behind it ... */
const CAPITALISED = 6;
/** ... or something that is no word, whatever comes. */
const NO_WORD = CAPITALISED + MAX_CAPITALISED;

/** For each state the next one, behind a sign, a small letter, a capital and a digit. */
const STEPS: readonly (readonly [number, number, number, number])[] = [
  [BEHIND_SIGN, LETTER_AT_EDGE, CAPITALISED, NO_WORD],
  [BEHIND_SIGN, LETTER, CAPITALISED, NO_WORD],
  [BEHIND_SIGN, SMALL, NO_WORD, NO_WORD],
  [NO_WORD, SMALL, NO_WORD, NO_WORD],
  [BEHIND_SIGN, SMALL, NO_WORD, NO_WORD],
  [BEHIND_SIGN, NO_WORD, CAPITALS, NO_WORD],
  ...Array.from(
    { length: MAX_CAPITALISED },
    (_, small) =>
      [BEHIND_SIGN, CAPITALISED + small + 1, small === 0 ? CAPITALS : NO_WORD, NO_WORD] as const,
  ),
  [NO_WORD, NO_WORD, NO_WORD, NO_WORD],
];

/**
 * What tells plain words from anything else, character by character: `next[(state << 2) | kinds[unit]]` is the state behind a
 * character of ASCII, and behind any other one that of a sign. A stretch is read from `start` on; it is plain but where
 * `mixed` is met, which no character leaves.
 */
export const PLAIN_WORDS = {
  start: AT_EDGE,
  mixed: NO_WORD,
  next: Uint8Array.from(STEPS.flat()),
  kinds: Uint8Array.from({ length: 128 }, (_, unit) => {
    if (unit >= 0x30 && unit <= 0x39) return DIGIT;
    if (unit >= 0x41 && unit <= 0x5a) return UPPER;
    return unit >= 0x61 && unit <= 0x7a ? LOWER : SIGN;
  }),
} as const;

/**
 * Is a stretch of a text nothing but words in small letters, in capitals, or capitalised, and signs? Then no password that was
 * made by chance stands in it. Anything beyond ASCII is a sign. A single small letter is a word at an edge alone, where it may
 * be the rest of one, so that every part of a plain stretch is plain. O(length).
 */
export function isPlain(text: string, from = 0, to = text.length): boolean {
  const { start, mixed, next, kinds } = PLAIN_WORDS;
  let state: number = start;
  for (let at = from; at < to && state !== mixed; at++)
    state = next[(state << 2) | (kinds[text.charCodeAt(at)] ?? SIGN)] ?? mixed;
  return state !== mixed;
}

const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

/** What each character of ASCII is; 0 for signs. */
const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit >= 0x41 && unit <= 0x5a) return UPPER;
  return unit >= 0x61 && unit <= 0x7a ? LOWER : 0;
});

/** The longest capitalised word that is taken for one without a look at its letters. */
const MAX_CAPITALISED = 10;

/** Is a run of letters, of which the first is a capital or not and so many others are, an ordinary word by its case? */
function isWord(length: number, isCapital: boolean, others: number): boolean {
  if (!isCapital) return others === 0 && length > 1;
  return others === length - 1 || (others === 0 && length <= MAX_CAPITALISED);
}

/**
 * Is a stretch of a text nothing but words in small letters, in capitals, or capitalised, and signs? Then no password that was
 * made by chance stands in it. Anything beyond ASCII is a sign. A single small letter is a word at an edge alone, where it may
 * be the rest of one, so that every part of a plain stretch is plain. O(length).
 */
export function isPlain(text: string, from = 0, to = text.length): boolean {
  let length = 0;
  let isCapital = false;
  let others = 0;
  for (let at = from; at <= to; at++) {
    const kind = at < to ? (KINDS[text.charCodeAt(at)] ?? 0) : 0;
    if (kind === DIGIT) return false;
    if (kind !== 0) {
      if (length === 0) isCapital = kind === UPPER;
      else if (kind === UPPER) others++;
      length++;
    } else if (length > 0) {
      const isAtEdge = at - length === from || at === to;
      if (!isWord(length, isCapital, others) && !(length === 1 && isAtEdge)) return false;
      length = 0;
      others = 0;
    }
  }
  return true;
}

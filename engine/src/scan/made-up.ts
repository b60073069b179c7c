/** How much of a word is looked at on either side of a place, in UTF-16 units. */
const MAX_PIECE = 256;

/** The shortest word that may be a secret, and the shortest without a digit. */
const MIN_WORD = 8;
const MIN_WORD_OF_LETTERS = 16;

/** The digits that a number needs to be worth joining, and how far they may be spread by spaces and dashes. */
const MIN_DIGITS = 6;
const MAX_NUMBER = 24;

/** A word of a language, a name of several, a masked value, or signs alone. */
const WORD =
  /^(?:(?:[A-Z][a-z]+|[a-z]{2,})[.!?*_]*|[a-z]{3,}(?:[A-Z][a-z]{2,}){1,3}|[A-Z]{2,4}|\*{3,}\w{0,8}|[^A-Za-z0-9]+)$/;
/** Longer ones stand in no sentence. */
const LONGEST_SPOKEN = 48;

/** What stands in a sentence and may be a piece of a token: a short word, capitals, a name of several words, a version, a number and a unit, a path, an address. */
const SPOKEN =
  /^(?:[A-Za-z]{1,3}|[A-Z]{0,3}[a-z]+(?:[A-Z]{1,3}[a-z]+){0,3}[A-Z]{0,3}|[A-Z]{2,12}|[A-Za-z]+[-+]{1,2}\d{0,2}|v?\d[\d.]{0,6}[A-Za-z]{0,2}|\/[\w./-]+|[\w.+-]+@[\w.-]+)[.!?*_]*$/;

/** Would a sentence hold such a word, beside other ones? */
export const isSpoken = (word: string): boolean =>
  word.length <= LONGEST_SPOKEN && SPOKEN.test(word);

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** The signs of tokens and passwords, but for those that stand between a name and a value. */
const IN_WORD = new Uint8Array(128);
for (let unit = 0x21; unit < 0x7f; unit++) {
  if (!"\"'`\\=:,;()[]{}<>|".includes(String.fromCharCode(unit))) IN_WORD[unit] = 1;
}

/** Is this UTF-16 unit a letter, a digit or another sign of which tokens and passwords are made? */
export const isInWord = (unit: number): boolean => IN_WORD[unit] === 1;

/** The word that ends before `end`; at most 256 characters of it. */
export function wordBefore(text: string, end: number): string {
  let at = end;
  while (at > 0 && end - at < MAX_PIECE && isInWord(text.charCodeAt(at - 1))) at--;
  return text.slice(at, end);
}

/** The word that begins at `start`; at most 256 characters of it. */
export function wordFrom(text: string, start: number): string {
  let at = start;
  while (at - start < MAX_PIECE && isInWord(text.charCodeAt(at))) at++;
  return text.slice(start, at);
}

/** Two capitals in a row, twice, beside small letters: nobody's names are written so. */
const MIXED_LETTERS = /[a-z].*[A-Z]{2}.*[A-Z]{2}|[A-Z]{2}.*[A-Z]{2}.*[a-z]|^[A-Z]+$/;

/** Do two pieces look like one secret, and neither like a word: long enough, with a digit, an address, or letters at random? */
export function looksMadeUp(left: string, right: string): boolean {
  const word = left + right;
  if (word.length < MIN_WORD || WORD.test(left) || WORD.test(right)) return false;
  return /\d|@.+\./.test(word) || (word.length >= MIN_WORD_OF_LETTERS && MIXED_LETTERS.test(word));
}

const isSmall = (unit: number): boolean => unit >= 97 && unit <= 122;

/** A digit, or the sign of an address. */
const isTelling = (unit: number): boolean => isDigit(unit) || unit === 0x40;

/**
 * May the words that end before `end` and begin at `start` look like one secret? One too many at times, never one less: they
 * have to be long enough, and longer without a digit or the sign of an address.
 */
export function mayLookMadeUp(bytes: Uint8Array, end: number, start: number): boolean {
  let tells = false;
  let from = end;
  for (; from > 0 && end - from < MAX_PIECE && isInWord(bytes[from - 1] ?? 0); from--)
    tells ||= isTelling(bytes[from - 1] ?? 0);
  let to = start;
  for (; to - start < MAX_PIECE && isInWord(bytes[to] ?? 0); to++)
    tells ||= isTelling(bytes[to] ?? 0);
  return end - from + to - start >= (tells ? MIN_WORD : MIN_WORD_OF_LETTERS);
}

/**
 * How many digits stand from `at` on, or before it where `step` is -1, with only spaces, dots and dashes between; none
 * where they are the cell of a table of numbers, and that matters.
 */
function digitsBeside(text: string, at: number, step: 1 | -1, isCell: boolean): number {
  let digits = 0;
  let place = at;
  for (const last = at + step * MAX_NUMBER; place !== last; place += step) {
    const unit = text.charCodeAt(place);
    if (isDigit(unit)) digits++;
    else if (unit !== 32 && unit !== 0x2d && unit !== 0x2e) break;
  }
  // The word that begins with them is no number: those that end with a letter have a capital.
  if (step > 0 && isSmall(text.charCodeAt(place)) && isDigit(text.charCodeAt(place - 1))) return 0;
  const isTable = text.charCodeAt(place) === 0x2c && isDigit(text.charCodeAt(place + step));
  return isCell && isTable ? 0 : digits;
}

/**
 * Do the digits before `end` and from `start` on make up a long number? Those of a table's cells do only where `isCell`
 * is false: where it is plain that what stands between was put in.
 */
export function looksNumbered(text: string, end: number, start: number, isCell = true): boolean {
  const before = digitsBeside(text, end - 1, -1, isCell);
  const after = digitsBeside(text, start, 1, isCell);
  return before > 0 && after > 0 && before + after >= MIN_DIGITS;
}

const SENTENCE_END = /[a-z][.!?,;:]$/;
const ASSIGNMENT = /^\w*\s?[:=]/;

/** May a value that ends with `before` go on with `after`: no sentence ends, no name begins, and not both are words? */
export function mayGoOn(before: string, after: string): boolean {
  if (SENTENCE_END.test(before.slice(-2)) || ASSIGNMENT.test(after)) return false;
  return !WORD.test(wordBefore(before, before.length)) || !WORD.test(wordFrom(after, 0));
}

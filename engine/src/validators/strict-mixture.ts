/** Kinds of characters of which `mixed_strict` asks, as bits; all others are none. */
const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
/** What stands in passwords, and hardly in identifiers. */
const SYMBOL = 8;
/** What joins the words of a passphrase. */
const JOINT = 16;
/** A small letter that stands in rows of such in no word. */
const CONSONANT = 32;
/** What stands beside the number of a password of a word and a number. */
const TIE = 64;
const LETTERS = LOWER | UPPER;
const BESIDE = LETTERS | TIE;
/** The fewest digits of that number. */
const LONG_NUMBER = 3;

const KINDS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const char = String.fromCharCode(unit);
  if (char >= "0" && char <= "9") return DIGIT;
  if (char >= "A" && char <= "Z") return UPPER;
  if (char >= "a" && char <= "z") return "aeiouy".includes(char) ? LOWER : LOWER | CONSONANT;
  const [symbol, joint, tie] = ["!@#$%^&*?|,;", "-_.+,", "-_.+~="].map((all) => all.includes(char));
  return (symbol === true ? SYMBOL : 0) | (joint === true ? JOINT : 0) | (tie === true ? TIE : 0);
});

/** For each set of kinds, whether it is enough by itself, wherever the characters stand: digits, letters, and more of either case or a symbol. */
const IS_ENOUGH = Uint8Array.from({ length: 128 }, (_, kinds) => {
  const hasMore = (kinds & LETTERS) === LETTERS || (kinds & SYMBOL) !== 0;
  return (kinds & DIGIT) !== 0 && (kinds & LETTERS) !== 0 && hasMore ? 1 : 0;
});

/** What tells at once of most characters whether a mixture is strict: the kinds of each of ASCII, and which sets of them are enough. */
export const STRICT_MIXTURE = { kinds: KINDS, enough: IS_ENOUGH } as const;

/** So many consonants in a row are none of a word. */
const MANY_CONSONANTS = 5;
const PERCENT = 0x25;

/** Where so many joints have stood, or the end. */
function behindJoints(bytes: Uint8Array, start: number, end: number, count: number): number {
  let left = count;
  let at = start;
  for (; at < end && left > 0; at++) if (((KINDS[bytes[at] ?? 0] ?? 0) & JOINT) !== 0) left--;
  return left > 0 ? end : at;
}

/** Does a stretch hold letters between digits, or a long number between letters or what stands beside such? */
function isNumbered(bytes: Uint8Array, start: number, end: number): boolean {
  let [digits, before, last] = [0, 0, 0];
  let isBehindDigit = false;
  for (let at = start; at < end; at++) {
    const kind = KINDS[bytes[at] ?? 0] ?? 0;
    if (kind === DIGIT) {
      if (isBehindDigit) return true;
      if (digits === 0) before = last;
      digits++;
    } else {
      if (digits >= LONG_NUMBER && (before & BESIDE) !== 0 && (kind & BESIDE) !== 0) return true;
      isBehindDigit = (kind & LETTERS) !== 0 && (digits > 0 || isBehindDigit);
      digits = 0;
    }
    last = kind;
  }
  return false;
}

/** Does a stretch hold a single small letter between others, or too many consonants, or an escape, which may hide either? */
function isIrregular(bytes: Uint8Array, start: number, end: number): boolean {
  let [lowers, consonants] = [0, 0];
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const kind = KINDS[byte] ?? 0;
    const isLower = (kind & LOWER) !== 0;
    if (!isLower && lowers === 1) return true;
    lowers = isLower ? lowers + 1 : 0;
    consonants = (kind & CONSONANT) === 0 ? 0 : consonants + 1;
    if (consonants === MANY_CONSONANTS || byte === PERCENT) return true;
  }
  return lowers === 1;
}

/** Does a stretch hold capitals and small letters side by side as in no single word? */
function isCamel(bytes: Uint8Array, start: number, end: number): boolean {
  let [lowers, uppers] = [0, 0];
  for (let at = start; at < end; at++) {
    const kind = KINDS[bytes[at] ?? 0] ?? 0;
    const isLower = (kind & LOWER) !== 0;
    if (kind === UPPER ? lowers > 0 : isLower && uppers > 1) return true;
    lowers = isLower ? lowers + 1 : 0;
    uppers = kind === UPPER ? uppers + 1 : 0;
  }
  return false;
}

/**
 * May any part of a stretch pass `mixed_strict`? `bytes` has itself for each character of ASCII. One too many at times, never one
 * less: each way to pass needs letters and something that stays in whatever holds the value. O(length).
 */
export function mayHoldStrict(bytes: Uint8Array, start: number, end: number): boolean {
  let kinds = 0;
  for (let at = start; at < end; at++) {
    kinds |= KINDS[bytes[at] ?? 0] ?? 0;
    if (IS_ENOUGH[kinds] === 1) return true;
  }
  if ((kinds & LETTERS) === 0) return false;
  if ((kinds & DIGIT) !== 0)
    return isNumbered(bytes, start, end) || behindJoints(bytes, start, end, 3) < end;
  return (
    (kinds & LETTERS) === LETTERS &&
    (isIrregular(bytes, start, end) || isCamel(bytes, behindJoints(bytes, start, end, 2), end))
  );
}

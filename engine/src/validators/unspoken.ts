/** For each letter and each one behind it a bit: is the pair rare in words? Six bits a character (`scripts/letter-pairs.ts`). */
const RARE_PAIRS =
  "DAKDHdtt92Xeed32XwACip3ff_d32X3d9_8BwIud___3dth9nbcfN3T30VZx2NQoGd2y3___99lQYeV0zHHd9h0HQo_d33_3d_______X_ff3d9_8";
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BITS = 6;
const LETTERS = 26;
const FIRST_LETTER = "a".charCodeAt(0);

function isRare(first: number, second: number): boolean {
  const at = (first - FIRST_LETTER) * LETTERS + second - FIRST_LETTER;
  const bits = DIGITS.indexOf(RARE_PAIRS.charAt(Math.floor(at / BITS)));
  return ((bits >> (BITS - 1 - (at % BITS))) & 1) === 1;
}

/** With a digit at least: letters alone are no more than a word to what looks for values. */
const SMALL_LETTERS_AND_DIGITS = /^(?=[a-z]*\d)[a-z\d]{8,64}$/;
const isLetter = (unit: number): boolean => unit >= FIRST_LETTER && unit < FIRST_LETTER + LETTERS;

/** Fewer pairs tell little. */
const LEAST_PAIRS = 4;
/** Of letters by chance, such a share of the pairs or more is rare in nine values of ten; of words that long, in one of a hundred. */
const LEAST_SHARE = 0.5;

/** Letters beside each other on a keyboard or in the alphabet, and one letter again and again. */
const ROWS = /(.)\1{2}|qwert|asdf|zxcv|yxcv|abcd|bcde|xyz|efgh|wxyz|hjkl|(.{2,4})\2/;

/**
 * Is a value small letters by chance and digits among them, and no word of any language? Told by how many of its
 * pairs of letters are rare in words. O(length).
 */
export function isUnspoken(value: string): boolean {
  if (!SMALL_LETTERS_AND_DIGITS.test(value) || ROWS.test(value)) return false;
  let pairs = 0;
  let rare = 0;
  for (let i = 1; i < value.length; i++) {
    const [first, second] = [value.charCodeAt(i - 1), value.charCodeAt(i)];
    if (!isLetter(first) || !isLetter(second)) continue;
    pairs++;
    if (isRare(first, second)) rare++;
  }
  return pairs >= LEAST_PAIRS && rare >= LEAST_SHARE * pairs;
}

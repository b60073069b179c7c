import { countPairs } from "./rare-pairs.ts";
import type { PairTable } from "./rare-pairs.ts";
import { tells } from "./told-words.ts";

/** The pairs of letters that are rare in words of fifteen languages. */
const LETTERS: PairTable = {
  bits: "DAKDHdtt92Xeed32XwACip3ff_d32X3d9_8BwIud___3dth9nbcfN3T30VZx2NQoGd2y3___99lQYeV0zHHd9h0HQo_d33_3d_______X_ff3d9_8",
  first: "a",
  last: "z",
};

/** With a digit at least: letters alone are no more than a word to what looks for values. */
const SMALL_LETTERS_AND_DIGITS = /^(?=[a-z]*\d)[a-z\d]{8,64}$/;

/** Fewer pairs tell little. */
const LEAST_PAIRS = 4;
/** Of letters by chance, such a share of the pairs or more is rare in nine values of ten; of words that long, in one of a hundred. */
const LEAST_SHARE = 0.5;

/** Letters beside each other on a keyboard or in the alphabet, and one letter again and again. */
const ROWS = /(.)\1{2}|qwert|asdf|zxcv|yxcv|abcd|bcde|xyz|efgh|wxyz|hjkl|(.{2,4})\2/;

function isDrawn(value: string): boolean {
  if (ROWS.test(value)) return false;
  const { pairs, rare } = countPairs(value, LETTERS);
  return pairs >= LEAST_PAIRS && rare >= LEAST_SHARE * pairs;
}

/**
 * Is a value small letters by chance and digits among them, and no word of any language? Told by how many of its
 * pairs of letters are rare in words. O(length).
 */
export const isUnspoken = (value: string): boolean =>
  SMALL_LETTERS_AND_DIGITS.test(value) && isDrawn(value);

/** A small word, a sign, and letters of both cases that rise to a capital twice or end with one. */
const WORD_AND_LETTERS =
  /^[a-z]{3,12}[-_.](?=[A-Za-z]{8,12}$)((?:[A-Za-z]*[a-z][A-Z]|[A-Z])[A-Za-z]*[a-z][A-Z][A-Za-z]*|[A-Za-z]*[a-z][A-Za-z]*[A-Z])$/;

/** Is a value a word and letters by chance behind a sign, as in `copper_tWsvEWPB`? Told as `isUnspoken`. O(length). */
export function endsUnspoken(value: string): boolean {
  const letters = WORD_AND_LETTERS.exec(value)?.[1]?.toLowerCase();
  return letters !== undefined && isDrawn(letters) && !tells(letters);
}

/** Fewer letters are too often a word. */
const LETTERS_ALONE = /^[a-z]{12,64}$/;

/** Is a value small letters by chance, and nothing else? Told as `isUnspoken`, and by the words of programs. O(length). */
export const isRandomLetters = (value: string): boolean =>
  LETTERS_ALONE.test(value) && isDrawn(value) && !tells(value);

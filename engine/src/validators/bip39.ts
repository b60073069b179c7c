import { once } from "../once.ts";
import { sha256 } from "../sha256.ts";
import { areCommon, bip39Words } from "./bip39-words.ts";
import type { Check } from "./rule.ts";

/** The place of each word in the list. */
const placeOf = once(() => new Map(bip39Words().map((word, i) => [word, i])));

/** The checksum bits that follow `bits` of entropy: the first bits of its SHA-256. */
const checksum = (bits: string, length: number): string => {
  const bytes = Uint8Array.from({ length: bits.length / 8 }, (_, i) =>
    Number.parseInt(bits.slice(8 * i, 8 * i + 8), 2),
  );
  return (sha256(bytes)[0] ?? 0).toString(2).padStart(8, "0").slice(0, length);
};

/** The phrase for 128 to 256 bits of entropy, given as zeros and ones (BIP-39, "Generating the mnemonic"). */
export function phraseOf(bits: string): string[] {
  const whole = bits + checksum(bits, bits.length / 32);
  return Array.from({ length: whole.length / 11 }, (_, i) => {
    const index = Number.parseInt(whole.slice(11 * i, 11 * i + 11), 2);
    return bip39Words()[index] ?? "";
  });
}

const LENGTHS = [24, 21, 18, 15, 12];

const isAlphabetical = (indices: readonly number[]): boolean =>
  indices.every((index, i) => i === 0 || index > (indices[i - 1] ?? 0));

/** The least share of a phrase's words that differ: by chance, one of 12 in 30 phrases is there twice, and four never. */
const LEAST_DIFFERENT = 3 / 4;

/** Are these places in the list by chance, and not a piece of the list or of code? */
const isByChance = (indices: readonly number[]): boolean =>
  !isAlphabetical(indices) && new Set(indices).size >= LEAST_DIFFERENT * indices.length;

/** Are these places in the list a phrase: by chance, and the checksum right? */
const isPhrase = (indices: readonly number[]): boolean => {
  if (!isByChance(indices)) return false;
  const whole = indices.map((index) => index.toString(2).padStart(11, "0")).join("");
  const entropy = whole.slice(0, (indices.length * 32) / 3);
  return checksum(entropy, indices.length / 3) === whole.slice(entropy.length);
};

/** A longer row of words from the list is a piece of some list of words. */
const MAX_WORDS = 40;

/** So many phrases, each on a line of its own, are no list of words either. */
const MAX_LINES = 8;

/** What stands between the words of a phrase that is written as a list, a table or a sentence. */
const BETWEEN = /\bword\W{0,3}\d{1,2}\b|<\/?[a-z]{1,10}\d?>|\b(?:and|und|et)\b/g;

/** A decimal fraction: words with such numbers between are a table of scores. */
const DECIMAL = /\d\.\d/;

/** The least share of a phrase's words that are seldom: two in three of the list are, and one phrase in 250 has fewer. */
const LEAST_SELDOM = 1 / 3;

/** Are many of the words seldom ones? Twelve of the list that stand in a row in a sentence are common ones. */
const isSeldom = (indices: readonly number[]): boolean => {
  const seldom = new Set(indices.filter((index) => areCommon()[index] === false));
  return seldom.size >= LEAST_SELDOM * indices.length;
};

type Judge = (indices: readonly number[]) => boolean;

const hasPhrase = (row: readonly number[], isOne: Judge): boolean =>
  LENGTHS.some((length) =>
    row.some((_, at) => {
      const end = at + length;
      return end <= row.length && isOne(row.slice(at, end));
    }),
  );

/** Does the text hold a phrase among its words, whatever words stand before and after it? */
function holdsPhrase(text: string, isOne: Judge): boolean {
  const lines = text.split("\n");
  const alone = lines.length > 1 && lines.length <= MAX_LINES ? lines : [];
  return [text, ...alone]
    .flatMap((each) => each.split(DECIMAL))
    .flatMap((part) => rowsAmong(indicesOf(part)))
    .some((row) => row.length <= MAX_WORDS && hasPhrase(row, isOne));
}

/** Does the value hold a phrase, as it stands or without what stands between the words? */
function isPhraseIn(value: string, isOne: Judge): boolean {
  const text = value.toLowerCase();
  if (holdsPhrase(text, isOne)) return true;
  const without = text.replaceAll(BETWEEN, " ");
  return without !== text && holdsPhrase(without, isOne);
}

const LEAST_WORDS = 12;

const indicesOf = (value: string): number[] =>
  (value.toLowerCase().match(/[a-z]+/g) ?? []).map((word) => placeOf().get(word) ?? -1);

/** The rows of words of the list among some words, as places in the list. */
function rowsAmong(indices: readonly number[]): number[][] {
  const rows: number[][] = [[]];
  for (const index of indices) {
    if (index < 0) rows.push([]);
    else rows.at(-1)?.push(index);
  }
  return rows;
}

/** Whether the value is a row of twelve words or more, all of the English list, whatever its checksum. */
export function isEnglishRow(value: string): boolean {
  const indices = indicesOf(value);
  return indices.length >= LEAST_WORDS && !indices.includes(-1);
}

/**
 * Whether the value holds a row of twelve words or more of the English list, drawn by chance. Wallets that take the list with
 * a check of their own have such phrases: Electrum, Algorand, TON, and aezeed (https://github.com/lightningnetwork/lnd,
 * `aezeed/README.md`).
 */
export const isWordRow: Check = (value) =>
  rowsAmong(indicesOf(value)).some((row) => row.length >= LEAST_WORDS && isByChance(row));

/**
 * Whether the value holds 12, 15, 18, 21 or 24 words of the English list in a row, with a right checksum (BIP-39). What
 * stands between the words, such as numbers and commas, is passed over; so are words before and after. Words in the
 * list's own order are a piece of the list and no phrase, and few words again and again are code.
 */
export const isSeedPhrase: Check = (value) => isPhraseIn(value, isPhrase);

/**
 * As `isSeedPhrase`, where no word beside the value tells what it is: a third of the words have to be such as texts
 * seldom have. Of any twelve words of the list, one row in 16 has a right checksum.
 */
export const isBareSeedPhrase: Check = (value) =>
  isPhraseIn(value, (indices) => isSeldom(indices) && isPhrase(indices));

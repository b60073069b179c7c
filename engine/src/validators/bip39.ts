import { sha256 } from "../sha256.ts";
import { BIP39_WORDS } from "./bip39-words.ts";
import type { Check } from "./rule.ts";

const INDEX: ReadonlyMap<string, number> = new Map(BIP39_WORDS.map((word, i) => [word, i]));

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
    return BIP39_WORDS[index] ?? "";
  });
}

const LENGTHS = [24, 21, 18, 15, 12];

const isAlphabetical = (indices: readonly number[]): boolean =>
  indices.every((index, i) => i === 0 || index > (indices[i - 1] ?? 0));

/** Are these places in the list a phrase: all words known, not simply a piece of the list, and the checksum right? */
const isPhrase = (indices: readonly number[]): boolean => {
  if (indices.includes(-1) || isAlphabetical(indices)) return false;
  const whole = indices.map((index) => index.toString(2).padStart(11, "0")).join("");
  const entropy = whole.slice(0, (indices.length * 32) / 3);
  return checksum(entropy, indices.length / 3) === whole.slice(entropy.length);
};

const MAX_WORDS = 64;

/**
 * Whether the value holds 12, 15, 18, 21 or 24 words of the English list in a row, with a right checksum (BIP-39). What
 * stands between the words, such as numbers and commas, is passed over; so are words before and after. Words in the
 * list's own order are a piece of the list and no phrase.
 */
export const isSeedPhrase: Check = (value) => {
  const words = value.toLowerCase().match(/[a-z]+/g) ?? [];
  if (words.length > MAX_WORDS) return false;
  const indices = words.map((word) => INDEX.get(word) ?? -1);
  return LENGTHS.some((length) =>
    indices.some(
      (_, at) => at + length <= indices.length && isPhrase(indices.slice(at, at + length)),
    ),
  );
};

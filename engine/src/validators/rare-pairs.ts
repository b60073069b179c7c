const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BITS = 6;

/** Which pairs of characters are rare in texts: for each character from the first to the last and each one behind it a bit. */
export interface PairTable {
  /** Six bits a character of base64url, as `scripts/rare-pairs.ts` prints them. */
  readonly bits: string;
  readonly first: string;
  readonly last: string;
}

/**
 * How many pairs of neighbours in a value a table knows, and how many of these are rare; pairs with a character that it does not
 * know are not counted. O(length).
 */
export function countPairs(
  value: string,
  { bits, first, last }: PairTable,
): { readonly pairs: number; readonly rare: number } {
  const from = first.charCodeAt(0);
  const size = last.charCodeAt(0) - from + 1;
  let [pairs, rare] = [0, 0];
  for (let i = 1; i < value.length; i++) {
    const [before, unit] = [value.charCodeAt(i - 1) - from, value.charCodeAt(i) - from];
    if (before < 0 || before >= size || unit < 0 || unit >= size) continue;
    const at = before * size + unit;
    const group = DIGITS.indexOf(bits.charAt(Math.floor(at / BITS)));
    pairs++;
    rare += (group >> (BITS - 1 - (at % BITS))) & 1;
  }
  return { pairs, rare };
}

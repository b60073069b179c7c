import { BYTE_VALUES } from "./text-bytes.ts";
import type { TextBytes } from "./text-bytes.ts";
import { nextNonAscii } from "./utf8.ts";
import { indexFrom } from "./word-index.ts";

/** Stands for all characters beyond ASCII. */
export const BEYOND_ASCII = "\u0080";

/** Where single characters stand in a text. */
export interface CountIndex {
  /** Do so many digits stand within `[from, to)`? Some that stand right beside it may count as well. */
  readonly hasDigits: (count: number, from: number, to: number) => boolean;
  /** Does a character of ASCII stand within `[from, to)`, or one beyond it where `BEYOND_ASCII` is asked for? */
  readonly has: (unit: number, from: number, to: number) => boolean;
}

/** For each character of ASCII; a comparison would be as hard to foresee as the text. */
const IS_DIGIT = Uint8Array.from({ length: BYTE_VALUES }, (_, unit) =>
  unit >= 0x30 && unit <= 0x39 ? 1 : 0,
);

/** Digits are counted in blocks of so many units. */
const BLOCK_BITS = 4;
const BLOCK = 1 << BLOCK_BITS;

/** How many digits stand before each block of a text, and behind the last one. */
function countDigits(bytes: Uint8Array): Int32Array {
  const blocks = Math.ceil(bytes.length / BLOCK);
  const counts = new Int32Array(blocks + 1);
  let count = 0;
  for (let block = 0; block < blocks; block++) {
    const end = Math.min(bytes.length, (block + 1) * BLOCK);
    for (let at = block * BLOCK; at < end; at++) count += IS_DIGIT[bytes[at] ?? 0] ?? 0;
    counts[block + 1] = count;
  }
  return counts;
}

function findChar(text: string, char: string): readonly number[] {
  const found: number[] = [];
  if (char === BEYOND_ASCII) {
    for (let at = nextNonAscii(text, 0); at < text.length; at = nextNonAscii(text, at + 1))
      found.push(at);
    return found;
  }
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at + 1)) found.push(at);
  return found;
}

/** Indexes a text. The first question about a character or the digits costs O(text), each later one O(log text) at most. */
export function indexCounts({ text, bytes }: TextBytes): CountIndex {
  let digits: Int32Array | undefined;
  const places: (readonly number[] | undefined)[] = [];
  return {
    hasDigits: (count, from, to) => {
      digits ??= countDigits(bytes);
      const all = digits.at(-1) ?? 0;
      return (digits[Math.ceil(to / BLOCK)] ?? all) - (digits[from >> BLOCK_BITS] ?? all) >= count;
    },
    has: (unit, from, to) => {
      const found = (places[unit] ??= findChar(text, String.fromCharCode(unit)));
      const first = found[indexFrom(found, from)];
      return first !== undefined && first < to;
    },
  };
}

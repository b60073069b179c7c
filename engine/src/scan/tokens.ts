import { isPlain } from "../validators/plain-words.ts";
import { BYTE_VALUES } from "./text-bytes.ts";
import type { TextBytes } from "./text-bytes.ts";
import { indexFrom } from "./word-index.ts";

const ENDS_TOKEN = new Uint8Array(BYTE_VALUES);
for (const char of " \t\n\f\r\"'`") ENDS_TOKEN[char.charCodeAt(0)] = 1;

/** May a character stand in a token? All but ASCII's white space and quotation marks. */
export const isInToken = (unit: number): boolean => ENDS_TOKEN[unit] !== 1;

/** Lengths by which tokens are told apart, rising. Shorter ones are no values, and most words of a text are. */
const LENGTHS = [6, 8, 12, 16, 24, 40] as const;

/** How many of the lengths by which tokens are told apart are no more than `chars`. */
export function tokenLevels(chars: number): number {
  let levels = 0;
  while (levels < LENGTHS.length && (LENGTHS[levels] ?? 0) <= chars) levels++;
  return levels;
}

/** The longest of the lengths by which tokens are told apart that is no more than `chars`; 0 where all are. */
export const tokenLength = (chars: number): number => LENGTHS[tokenLevels(chars) - 1] ?? 0;

interface Tokens {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The tokens of a text: stretches without white space and quotation marks. */
export interface TokenIndex {
  /**
   * Does a token of at least `chars` units reach into `[from, to)`? One that is somewhat shorter may count as well.
   * `isMixed` asks for one that is not put together of plain words.
   */
  readonly hasWithin: (chars: number, isMixed: boolean, from: number, to: number) => boolean;
  /** Visits each token that any length tells from shorter ones: how many do, and whether it is not put together of plain words. */
  readonly forEach: (visit: OnToken) => void;
}

type OnToken = (start: number, end: number, levels: number, isMixed: boolean) => void;

function findTokens(bytes: Uint8Array): Tokens {
  const starts: number[] = [];
  const ends: number[] = [];
  const { length } = bytes;
  const least = LENGTHS[0];
  for (let at = 0; at + least <= length;) {
    // The last of the characters that a long enough token would have tells of most words that they are none.
    let end = at + least;
    let start = end;
    while (start > at && isInToken(bytes[start - 1] ?? 0)) start--;
    if (start > at) {
      at = start;
      continue;
    }
    while (end < length && isInToken(bytes[end] ?? 0)) end++;
    starts.push(start);
    ends.push(end);
    at = end + 1;
  }
  return { starts, ends };
}

function longerTokens({ starts, ends }: Tokens, least: number): Tokens {
  const kept = { starts: [] as number[], ends: [] as number[] };
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i] ?? 0;
    const end = ends[i] ?? 0;
    if (end - start < least) continue;
    kept.starts.push(start);
    kept.ends.push(end);
  }
  return kept;
}

function mixedTokens(text: string, { starts, ends }: Tokens): Tokens {
  const kept = { starts: [] as number[], ends: [] as number[] };
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i] ?? 0;
    const end = ends[i] ?? 0;
    if (isPlain(text, start, end)) continue;
    kept.starts.push(start);
    kept.ends.push(end);
  }
  return kept;
}

/** The tokens of one kind by their least length; each list is made of the next longer one that is known. */
function byLength(find: () => Tokens): (level: number) => Tokens {
  const known: Tokens[] = [];
  const tokensOf = (level: number): Tokens =>
    (known[level] ??=
      level === 0 ? find() : longerTokens(tokensOf(level - 1), LENGTHS[level] ?? Infinity));
  return tokensOf;
}

/** Indexes a text. The first questions cost O(text), later ones O(log tokens). */
export function indexTokens({ text, bytes }: TextBytes): TokenIndex {
  const all = byLength(() => findTokens(bytes));
  const mixed = byLength(() => mixedTokens(text, all(0)));
  return {
    hasWithin: (chars, isMixed, from, to) => {
      const level = tokenLevels(chars) - 1;
      if (level < 0) return true;
      const { starts, ends } = isMixed ? mixed(level) : all(level);
      const i = indexFrom(ends, from + 1);
      return i < ends.length && (starts[i] ?? 0) < to;
    },
    forEach: (visit) => {
      const { starts, ends } = all(0);
      const { starts: mixedStarts } = mixed(0);
      let next = 0;
      for (let i = 0; i < starts.length; i++) {
        const start = starts[i] ?? 0;
        const end = ends[i] ?? 0;
        const isMixed = mixedStarts[next] === start;
        if (isMixed) next++;
        visit(start, end, tokenLevels(end - start), isMixed);
      }
    },
  };
}

import { PLAIN_WORDS } from "../validators/plain-words.ts";
import { mayHoldStrict } from "../validators/strict-mixture.ts";
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

/** For each byte what the automaton of plain words takes it for, or `TOKEN_END`. */
const TOKEN_END = 4;
const KINDS = Uint8Array.from({ length: BYTE_VALUES }, (_, byte) =>
  isInToken(byte) ? (PLAIN_WORDS.kinds[byte] ?? 0) : TOKEN_END,
);

/** What a token holds: plain words, or more, or so much more that a part of it may pass `mixed_strict`. */
export const PLAIN = 0;
export const MIXED = 1;
export const STRICT = 2;
export type Mixture = typeof PLAIN | typeof MIXED | typeof STRICT;

/** Tokens in their order. */
interface Tokens {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The tokens of a text: stretches without white space and quotation marks, those that any length tells from shorter ones. */
export interface TokenIndex extends Tokens {
  readonly mixtures: readonly Mixture[];
  /** Does a token of at least `chars` units and a mixture reach into `[from, to)`? One that is somewhat shorter may count as well. */
  readonly hasWithin: (chars: number, least: Mixture, from: number, to: number) => boolean;
}

/** The end of the token that begins at `start`, negative where it is not put together of plain words. */
function tokenEnd(bytes: Uint8Array, start: number): number {
  const { next, mixed, start: first } = PLAIN_WORDS;
  const { length } = bytes;
  let state: number = first;
  let end = start;
  for (; end < length; end++) {
    const kind = KINDS[bytes[end] ?? 0] ?? 0;
    if (kind === TOKEN_END) break;
    state = next[(state << 2) | kind] ?? 0;
  }
  return state === mixed ? -end : end;
}

function findTokens(bytes: Uint8Array): Omit<TokenIndex, "hasWithin"> {
  const starts: number[] = [];
  const ends: number[] = [];
  const mixtures: Mixture[] = [];
  const { length } = bytes;
  const least = LENGTHS[0];
  for (let at = 0; at + least <= length;) {
    // The last of the characters that a long enough token would have tells of most words that they are none.
    let start = at + least;
    while (start > at && KINDS[bytes[start - 1] ?? 0] !== TOKEN_END) start--;
    if (start > at) {
      at = start;
      continue;
    }
    const signed = tokenEnd(bytes, start);
    const end = Math.abs(signed);
    starts.push(start);
    ends.push(end);
    mixtures.push(signed > 0 ? PLAIN : mayHoldStrict(bytes, start, end) ? STRICT : MIXED);
    at = end + 1;
  }
  return { starts, ends, mixtures };
}

function tokensWhere({ starts, ends }: Tokens, isKept: (i: number) => boolean): Tokens {
  const kept = { starts: [] as number[], ends: [] as number[] };
  for (let i = 0; i < starts.length; i++) {
    if (!isKept(i)) continue;
    kept.starts.push(starts[i] ?? 0);
    kept.ends.push(ends[i] ?? 0);
  }
  return kept;
}

/** Tokens by their least length; each list is made of the next longer one that is known. */
function byLength(find: () => Tokens): (level: number) => Tokens {
  const known: Tokens[] = [];
  const tokensOf = (level: number): Tokens => {
    const found = known[level];
    if (found !== undefined) return found;
    const longer = level === 0 ? find() : tokensOf(level - 1);
    const least = LENGTHS[level] ?? Infinity;
    const isLong = (i: number): boolean => (longer.ends[i] ?? 0) - (longer.starts[i] ?? 0) >= least;
    return (known[level] = level === 0 ? longer : tokensWhere(longer, isLong));
  };
  return tokensOf;
}

/** Indexes a text. O(text); the first question about a length costs O(tokens), later ones O(log tokens). */
export function indexTokens({ bytes }: TextBytes): TokenIndex {
  const all = findTokens(bytes);
  const ofMixtures = ([PLAIN, MIXED, STRICT] as const).map((least) =>
    byLength(() =>
      least === PLAIN ? all : tokensWhere(all, (i) => (all.mixtures[i] ?? PLAIN) >= least),
    ),
  );
  return {
    ...all,
    hasWithin: (chars, least, from, to) => {
      const level = tokenLevels(chars) - 1;
      if (level < 0) return true;
      const { starts, ends } = ofMixtures[least]?.(level) ?? all;
      const i = indexFrom(ends, from + 1);
      return i < ends.length && (starts[i] ?? 0) < to;
    },
  };
}

import { PLAIN_WORDS } from "../validators/plain-words.ts";
import { mayHoldStrict } from "../validators/strict-mixture.ts";
import { BYTE_VALUES } from "./text-bytes.ts";
import { indexFrom } from "./word-index.ts";

const ENDS_TOKEN = new Uint8Array(BYTE_VALUES);
for (const char of " \t\n\f\r\"'`") ENDS_TOKEN[char.charCodeAt(0)] = 1;

/** May a character stand in a token? All but ASCII's white space and quotation marks. */
export const isInToken = (unit: number): boolean => ENDS_TOKEN[unit] !== 1;

const IN_CORE = new Uint8Array(BYTE_VALUES);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=~")
  IN_CORE[char.charCodeAt(0)] = 1;

/** May a character stand in a core? Those of most keys, without what paths, names of hosts and expressions are put together by. */
export const isInCore = (unit: number): boolean => IN_CORE[unit] === 1;

/** Lengths by which tokens and cores are told apart, rising. Shorter ones are no values, and most words of a text are. */
const LENGTHS = [6, 8, 12, 16, 20, 24, 32, 40] as const;

/** A core that is no more than plain words is told from this length on: of shorter ones, texts are full. */
const LEAST_PLAIN_CORE = 12;
/** Any other one. */
const LEAST_CORE = 8;

/** How many of the lengths by which tokens are told apart are no more than `chars`. */
export function tokenLevels(chars: number): number {
  let levels = 0;
  while (levels < LENGTHS.length && (LENGTHS[levels] ?? 0) <= chars) levels++;
  return levels;
}

/** How many such levels there are. */
export const TOKEN_LEVELS = LENGTHS.length;

/** The longest of the lengths by which tokens are told apart that is no more than `chars`; 0 where all are. */
export const tokenLength = (chars: number): number => LENGTHS[tokenLevels(chars) - 1] ?? 0;

/** The same for cores: 0 for those that are not looked for. */
export function coreLength(chars: number, least: Mixture): number {
  const length = tokenLength(chars);
  return length >= (least === PLAIN ? LEAST_PLAIN_CORE : LEAST_CORE) ? length : 0;
}

/** For each byte what the automaton of plain words takes it for. */
const KINDS = Uint8Array.from({ length: BYTE_VALUES }, (_, byte) => PLAIN_WORDS.kinds[byte] ?? 0);

/** What a token holds: plain words, or more, or so much more that a part of it may pass `mixed_strict`. */
export const PLAIN = 0;
export const MIXED = 1;
export const STRICT = 2;
export type Mixture = typeof PLAIN | typeof MIXED | typeof STRICT;

/** Tokens or cores in their order: where each begins and ends, and what it holds. */
export interface TokenList {
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
  readonly mixtures: ArrayLike<number>;
}

/** Tokens of a text, or their cores, those that any length tells from shorter ones. */
export interface TokenIndex {
  /** Does one of at least `chars` units and a mixture reach into `[from, to)`? One that is somewhat shorter may count as well. */
  readonly hasWithin: (chars: number, least: Mixture, from: number, to: number) => boolean;
}

/** What values are parts of. */
export interface TextTokens {
  /** Stretches without white space and quotation marks. */
  readonly tokens: TokenIndex;
  /** Stretches of what keys are made of. */
  readonly cores: TokenIndex;
}

/** Is a stretch within a token put together of plain words? */
function isPlainStretch(bytes: Uint8Array, start: number, end: number): boolean {
  const { next, mixed, start: first } = PLAIN_WORDS;
  let state: number = first;
  for (let at = start; at < end; at++)
    state = next[(state << 2) | (KINDS[bytes[at] ?? 0] ?? 0)] ?? 0;
  return state !== mixed;
}

/** Stretches as they are found. */
class Found implements TokenList {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly mixtures: Mixture[] = [];

  add(start: number, end: number, mixture: Mixture): void {
    this.starts.push(start);
    this.ends.push(end);
    this.mixtures.push(mixture);
  }
}

/** Tokens of a text and their cores. */
export interface FoundTokens {
  readonly tokens: TokenList;
  readonly cores: TokenList;
}

/** What a stretch holds that is not put together of plain words. */
const mixtureOf = (bytes: Uint8Array, start: number, end: number): Mixture =>
  mayHoldStrict(bytes, start, end) ? STRICT : MIXED;

/** Adds the cores of a token; where that is plain, so are they. */
function addCores(
  cores: Found,
  bytes: Uint8Array,
  start: number,
  end: number,
  isPlain: boolean,
): void {
  const least = isPlain ? LEAST_PLAIN_CORE : LEAST_CORE;
  for (let at = start; at + least <= end;) {
    let from = at + least;
    while (from > at && IN_CORE[bytes[from - 1] ?? 0] === 1) from--;
    if (from > at) {
      at = from;
      continue;
    }
    let to = at + least;
    while (to < end && IN_CORE[bytes[to] ?? 0] === 1) to++;
    if (isPlain || isPlainStretch(bytes, from, to)) {
      if (to - from >= LEAST_PLAIN_CORE) cores.add(from, to, PLAIN);
    } else cores.add(from, to, mixtureOf(bytes, from, to));
    at = to + 1;
  }
}

/** Tokens and their cores as they are found. */
class Finder implements FoundTokens {
  readonly tokens = new Found();
  readonly cores = new Found();
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  add(start: number, end: number): void {
    const { bytes, tokens, cores } = this;
    const isPlain = isPlainStretch(bytes, start, end);
    tokens.add(start, end, isPlain ? PLAIN : mixtureOf(bytes, start, end));
    if (end - start >= (isPlain ? LEAST_PLAIN_CORE : LEAST_CORE))
      addCores(cores, bytes, start, end, isPlain);
  }
}

/** The tokens of a text of these bytes, and their cores. O(text). */
export function findTokens(bytes: Uint8Array): FoundTokens {
  const found = new Finder(bytes);
  const { length } = bytes;
  const [least] = LENGTHS;
  for (let at = 0; at + least <= length;) {
    // The last of the characters that a long enough token would have tells of most words that they are none.
    let start = at + least;
    while (start > at && ENDS_TOKEN[bytes[start - 1] ?? 0] !== 1) start--;
    if (start > at) {
      at = start;
      continue;
    }
    let end = start + least;
    while (end < length && ENDS_TOKEN[bytes[end] ?? 0] !== 1) end++;
    found.add(start, end);
    at = end + 1;
  }
  return found;
}

/** Where some tokens begin and end. */
interface Places {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** So many tokens are looked at one by one before those of a length and mixture are gathered. */
const FEW_TOKENS = 16;

/** A list of tokens that tells where those of a length and a mixture are. */
class IndexedTokens implements TokenIndex {
  private readonly all: TokenList;
  /** Those of a level and a mixture, once they were asked for among many. */
  private readonly gathered: (Places | undefined)[] = [];

  constructor(all: TokenList) {
    this.all = all;
  }

  hasWithin(chars: number, least: Mixture, from: number, to: number): boolean {
    const level = tokenLevels(chars);
    if (level === 0) return true;
    const length = LENGTHS[level - 1] ?? 0;
    const { starts, ends, mixtures } = this.all;
    const first = indexFrom(ends, from + 1);
    const last = Math.min(ends.length, first + FEW_TOKENS);
    for (let i = first; i < last; i++) {
      const start = starts[i] ?? 0;
      if (start >= to) return false;
      if ((ends[i] ?? 0) - start >= length && (mixtures[i] ?? PLAIN) >= least) return true;
    }
    if (last === ends.length) return false;
    const some = this.gather(level, length, least);
    const next = indexFrom(some.ends, from + 1);
    return next < some.ends.length && (some.starts[next] ?? 0) < to;
  }

  private gather(level: number, length: number, least: Mixture): Places {
    const key = 3 * level + least;
    const known = this.gathered[key];
    if (known !== undefined) return known;
    const { starts, ends, mixtures } = this.all;
    const found = { starts: [] as number[], ends: [] as number[] };
    for (let i = 0; i < ends.length; i++) {
      const [start, end] = [starts[i] ?? 0, ends[i] ?? 0];
      if (end - start < length || (mixtures[i] ?? PLAIN) < least) continue;
      found.starts.push(start);
      found.ends.push(end);
    }
    this.gathered[key] = found;
    return found;
  }
}

/** Indexes tokens. The first question about a length costs O(tokens) at most, later ones O(log tokens). */
export const indexTokens = ({ tokens, cores }: FoundTokens): TextTokens => ({
  tokens: new IndexedTokens(tokens),
  cores: new IndexedTokens(cores),
});

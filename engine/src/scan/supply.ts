import { BEYOND_ASCII } from "./counts.ts";
import { BYTE_VALUES } from "./text-bytes.ts";
import type { TextBytes } from "./text-bytes.ts";
import { MIXED, PLAIN, STRICT, tokenLevels } from "./tokens.ts";
import type { Mixture, TokenIndex } from "./tokens.ts";

/** Characters of which ordinary text has few; those of a pair count as one. */
const MARKS = [...Array.from(`?|@$%&#;+*${BEYOND_ASCII}`), "[]", "{}", "()", "<>"];
const DIGIT = 1;
const FIRST_MARK = 1;
const FIRST_TOKEN = FIRST_MARK + MARKS.length;
const TOKEN_LEVELS = tokenLevels(Infinity);
const FIRST_MIXED = FIRST_TOKEN + TOKEN_LEVELS;
const FIRST_STRICT = FIRST_MIXED + TOKEN_LEVELS;
/** As many as there are bits left: longer ones are told as these. */
const STRICT_LEVELS = 32 - FIRST_STRICT;

/** The kind of each byte, as a bit. */
const BYTE_KINDS = Int32Array.from({ length: BYTE_VALUES }, (_, byte) => {
  if (byte >= 0x30 && byte <= 0x39) return DIGIT;
  const mark = MARKS.findIndex((each) => each.includes(String.fromCharCode(byte)));
  return mark < 0 ? 0 : 1 << (FIRST_MARK + mark);
});

/** The bits of tokens of so many levels: a long token is one of the shorter ones as well. */
const levelBits = (first: number, levels: number): number => ((1 << levels) - 1) << first;

/** For each mixture and number of levels the bits of such a token. */
const TOKEN_BITS = ([PLAIN, MIXED, STRICT] as const).map((mixture) =>
  Int32Array.from(
    { length: TOKEN_LEVELS + 1 },
    (_, levels) =>
      levelBits(FIRST_TOKEN, levels) |
      (mixture >= MIXED ? levelBits(FIRST_MIXED, levels) : 0) |
      (mixture >= STRICT ? levelBits(FIRST_STRICT, Math.min(levels, STRICT_LEVELS)) : 0),
  ),
);

const tokenBits = (mixture: Mixture, levels: number): number => TOKEN_BITS[mixture]?.[levels] ?? 0;

/** Kinds that prose has few of: digits, and tokens of which values are made. */
export const RARE_KINDS =
  DIGIT | (1 << (FIRST_TOKEN + 1)) | (1 << FIRST_MIXED) | (1 << FIRST_STRICT);

/** What may be demanded of a text: lengths of tokens and of mixed ones, how many digits, and characters. */
interface Demanded {
  readonly tokenChars: number;
  readonly mixedChars: number;
  readonly isStrict: boolean;
  readonly digits: number;
  readonly marks: string;
}

/** The kinds of things that are demanded, as bits, so far as a look tells them. */
export function kindsOf({ tokenChars, mixedChars, isStrict, digits, marks }: Demanded): number {
  let kinds = digits > 0 ? DIGIT : 0;
  for (const mark of marks) kinds |= BYTE_KINDS[mark.charCodeAt(0)] ?? 0;
  kinds |= tokenBits(PLAIN, tokenLevels(tokenChars));
  return kinds | tokenBits(isStrict ? STRICT : MIXED, tokenLevels(mixedChars));
}

/** A text is looked at in blocks of so many units. */
const BLOCK_BITS = 5;
/** Stretches of up to so many blocks, as a power of two, are told by themselves; longer ones by all of the text. */
const MOST_LEVELS = 8;

/**
 * Which kinds of things stand where in a text. For each block of it the kinds that reach into it, as bits, and the same
 * for each row of two blocks, of four, and so on: what any stretch holds is told by two rows.
 */
export class Supply {
  /** The kinds of the whole text. */
  readonly all: number;
  private readonly rows: Int32Array;
  private readonly blocks: number;

  /** O(text). */
  constructor({ bytes }: TextBytes, tokens: TokenIndex) {
    const blocks = Math.max(1, (bytes.length + (1 << BLOCK_BITS) - 1) >> BLOCK_BITS);
    const levels = Math.min(MOST_LEVELS, 31 - Math.clz32(blocks)) + 1;
    const rows = new Int32Array(blocks * levels);
    fillBytes(rows, bytes);
    fillTokens(rows, tokens);
    this.all = fillRows(rows, blocks, levels);
    this.rows = rows;
    this.blocks = blocks;
  }

  /** May all of the kinds stand within `[from, to)`? One too many at times, never one less. */
  has(kinds: number, from: number, to: number): boolean {
    return (this.all & kinds) === kinds && (this.within(from, to) & kinds) === kinds;
  }

  /** The kinds that may stand within `[from, to)`. One too many at times, never one less. */
  within(from: number, to: number): number {
    const { rows, blocks } = this;
    const first = from > 0 ? from >> BLOCK_BITS : 0;
    const last = Math.min(blocks - 1, (to - 1) >> BLOCK_BITS);
    const count = last - first + 1;
    if (count <= 0) return 0;
    const level = 31 - Math.clz32(count);
    if (level > MOST_LEVELS) return this.all;
    const row = level * blocks;
    return (rows[row + first] ?? 0) | (rows[row + last + 1 - (1 << level)] ?? 0);
  }
}

/** Fills the first level with the kinds of each block's bytes. */
function fillBytes(rows: Int32Array, bytes: Uint8Array): void {
  const { length } = bytes;
  for (let at = 0, block = 0; at < length; block++) {
    const end = Math.min(length, at + (1 << BLOCK_BITS));
    let kinds = 0;
    for (; at < end; at++) kinds |= BYTE_KINDS[bytes[at] ?? 0] ?? 0;
    rows[block] = kinds;
  }
}

/** Adds the kinds of the tokens to the blocks that they reach into. */
function fillTokens(rows: Int32Array, { starts, ends, mixtures }: TokenIndex): void {
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i] ?? 0;
    const end = ends[i] ?? 0;
    const kinds = tokenBits(mixtures[i] ?? PLAIN, tokenLevels(end - start));
    const last = (end - 1) >> BLOCK_BITS;
    for (let block = start >> BLOCK_BITS; block <= last; block++)
      rows[block] = (rows[block] ?? 0) | kinds;
  }
}

/** Fills the levels above the first one; answers the kinds of all blocks. */
function fillRows(rows: Int32Array, blocks: number, levels: number): number {
  let all = 0;
  for (let block = 0; block < blocks; block++) all |= rows[block] ?? 0;
  for (let level = 1; level < levels; level++) {
    const below = (level - 1) * blocks;
    const half = 1 << (level - 1);
    const last = blocks - (1 << level);
    for (let block = 0; block <= last; block++)
      rows[below + blocks + block] = (rows[below + block] ?? 0) | (rows[below + block + half] ?? 0);
  }
  return all;
}

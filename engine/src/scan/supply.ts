import { BEYOND_ASCII } from "./counts.ts";
import { BYTE_VALUES } from "./text-bytes.ts";
import { MIXED, PLAIN, STRICT, TOKEN_LEVELS, tokenLevels } from "./tokens.ts";
import type { FoundTokens, Mixture, TokenList } from "./tokens.ts";

/** Characters of which ordinary text has few; those of a group count as one. */
const MARKS = ["|", "@", "$", BEYOND_ASCII, "[]", "{}", "()", "<>", "?#%&;+*"];
const DIGIT = 1;
const FIRST_MARK = 1;

/** The kind of each byte, as a bit. */
const BYTE_KINDS = Int32Array.from({ length: BYTE_VALUES }, (_, byte) => {
  if (byte >= 0x30 && byte <= 0x39) return DIGIT;
  const mark = MARKS.findIndex((each) => each.includes(String.fromCharCode(byte)));
  return mark < 0 ? 0 : 1 << (FIRST_MARK + mark);
});

/** Lengths from which on tokens and cores are kinds of their own, by the least mixture: as many as there are bits for. */
const TOKENS: readonly (readonly [Mixture, readonly number[]])[] = [
  [PLAIN, [6, 8, 12, 16, 24, 40]],
  [MIXED, [6, 8, 16]],
  [STRICT, [6, 8, 12, 16]],
];
const CORES: typeof TOKENS = [
  [PLAIN, [12, 16, 20, 32]],
  [STRICT, [8, 12, 16, 20]],
];

/** For each mixture and number of levels the bits of such a token, the first of them `first`. */
function bitsOf(kinds: typeof TOKENS, first: number) {
  const lengths = kinds.flatMap(([least, all]) => all.map((length) => ({ least, length })));
  const bits = ([PLAIN, MIXED, STRICT] as const).map((mixture) =>
    Int32Array.from({ length: TOKEN_LEVELS + 1 }, (_, levels) =>
      lengths.reduce((all, { least, length }, i) => {
        const counts = mixture >= least && levels >= tokenLevels(length);
        return counts ? all | (1 << (first + i)) : all;
      }, 0),
    ),
  );
  return { bits, end: first + lengths.length };
}

const { bits: TOKEN_BITS, end: FIRST_CORE } = bitsOf(TOKENS, FIRST_MARK + MARKS.length);
const { bits: CORE_BITS } = bitsOf(CORES, FIRST_CORE);

/** What the kinds of a text are told by: for each byte its kinds, and for each mixture and level the bits of such a token or core. */
export const SUPPLY_TABLES = { bytes: BYTE_KINDS, tokens: TOKEN_BITS, cores: CORE_BITS } as const;

const tokenBits = (mixture: Mixture, chars: number): number =>
  TOKEN_BITS[mixture]?.[tokenLevels(chars)] ?? 0;
const coreBits = (mixture: Mixture, chars: number): number =>
  CORE_BITS[mixture]?.[tokenLevels(chars)] ?? 0;

/** Kinds that prose has few of: digits, and tokens of which values are made. */
export const RARE_KINDS = DIGIT | tokenBits(STRICT, 8) | coreBits(PLAIN, 16) | coreBits(STRICT, 12);

/** What may be demanded of a text: lengths of tokens and of mixed ones, how many digits, and characters. */
interface Demanded {
  readonly tokenChars: number;
  readonly coreChars: number;
  readonly mixedChars: number;
  readonly isCore: boolean;
  readonly isStrict: boolean;
  readonly digits: number;
  readonly marks: string;
}

/** The kinds of things that are demanded, as bits, so far as a look tells them. */
export function kindsOf(demanded: Demanded): number {
  const { tokenChars, coreChars, mixedChars, isCore, isStrict, digits, marks } = demanded;
  const mixture = isStrict ? STRICT : MIXED;
  let kinds = digits > 0 ? DIGIT : 0;
  for (const mark of marks) kinds |= BYTE_KINDS[mark.charCodeAt(0)] ?? 0;
  kinds |= tokenBits(PLAIN, tokenChars) | coreBits(PLAIN, coreChars);
  kinds |= tokenBits(mixture, mixedChars);
  return isCore ? kinds | coreBits(mixture, mixedChars) : kinds;
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

  /** `rows` has a level behind the other, each of as many cells as there are blocks. */
  constructor(rows: Int32Array, blocks: number, all: number) {
    this.rows = rows;
    this.blocks = blocks;
    this.all = all;
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

/** Blocks of a text of so many units, and the levels of their rows. */
export function supplySize(units: number): { readonly blocks: number; readonly levels: number } {
  const blocks = Math.max(1, (units + (1 << BLOCK_BITS) - 1) >> BLOCK_BITS);
  return { blocks, levels: Math.min(MOST_LEVELS, 31 - Math.clz32(blocks)) + 1 };
}

/** The supply of a text of these bytes and tokens. O(text). */
export function supplyOf(bytes: Uint8Array, { tokens, cores }: FoundTokens): Supply {
  const { blocks, levels } = supplySize(bytes.length);
  const rows = new Int32Array(blocks * levels);
  fillBytes(rows, bytes);
  fillTokens(rows, tokens, TOKEN_BITS);
  fillTokens(rows, cores, CORE_BITS);
  return new Supply(rows, blocks, fillRows(rows, blocks, levels));
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

/** Adds the kinds of tokens to the blocks that they reach into. */
function fillTokens(
  rows: Int32Array,
  { starts, ends, mixtures }: TokenList,
  bits: readonly Int32Array[],
): void {
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i] ?? 0;
    const end = ends[i] ?? 0;
    const kinds = bits[mixtures[i] ?? PLAIN]?.[tokenLevels(end - start)] ?? 0;
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

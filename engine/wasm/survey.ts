// The survey of a text: what all passes over all of it tell, in one. The tables are those of TypeScript, which lays them here.
import {
  ANSWER,
  BITS_STRIDE,
  BYTE_SIGNS,
  CORE_BITS,
  CORE_BYTES,
  LEVEL_CHARS,
  LEVELS,
  QUESTION,
  TOKEN_BITS,
} from "../src/wasm/layout.ts";
import { mayBeEscape } from "./escapes.ts";
import { layMasks } from "./masks.ts";
import { isPlain, mayHoldStrict } from "./mixture.ts";

/** Lengths that are those of TypeScript: the shortest token, core, core of plain words, and run of digits of base64. */
const LEAST_TOKEN = 6;
const LEAST_CORE = 8;
const LEAST_PLAIN_CORE = 12;

const PLAIN = 0;
const MIXED = 1;
const STRICT = 2;

/** Bits of the length of a block of the supply, and of a word of a mask. */
const BLOCK_BITS = 5;
const WORD_BITS = 6;

let text: usize = 0;
let tokens: usize = 0;
let tokenRoom: i32 = 0;
let tokenCount: i32 = 0;
let cores: usize = 0;
let coreRoom: i32 = 0;
let coreCount: i32 = 0;
let rows: usize = 0;

function question(cell: i32): i32 {
  return i32.load(QUESTION + 4 * cell);
}

/** Writes where a stretch begins and ends and what it holds, each to a list of its own that has so much room. */
function list(place: usize, room: i32, start: i32, end: i32, mixture: i32): void {
  i32.store(place, start);
  i32.store(place + 4 * room, end);
  i32.store(place + 8 * room, mixture);
}

/** Adds the bits of a stretch to the blocks that it reaches into. */
function supply(bits: usize, start: i32, end: i32, mixture: i32): void {
  const level = i32.load8_u(LEVELS + min(end - start, LEVEL_CHARS));
  const kinds = i32.load(bits + mixture * BITS_STRIDE + 4 * level);
  const last: usize = rows + 4 * ((end - 1) >> BLOCK_BITS);
  for (let row: usize = rows + 4 * (start >> BLOCK_BITS); row <= last; row += 4)
    i32.store(row, i32.load(row) | kinds);
}

function addCore(start: i32, end: i32, mixture: i32): void {
  list(cores + 4 * coreCount++, coreRoom, start, end, mixture);
  supply(CORE_BITS, start, end, mixture);
}

function isInCore(at: i32): bool {
  return i32.load8_u(CORE_BYTES + i32.load8_u(text + at)) !== 0;
}

function mixtureOf(start: i32, end: i32): i32 {
  return mayHoldStrict(text + start, text + end) ? STRICT : MIXED;
}

function addCores(start: i32, end: i32, isWords: bool): void {
  const least = isWords ? LEAST_PLAIN_CORE : LEAST_CORE;
  for (let at = start; at + least <= end;) {
    let from = at + least;
    while (from > at && isInCore(from - 1)) from--;
    if (from > at) {
      at = from;
      continue;
    }
    let to = at + least;
    while (to < end && isInCore(to)) to++;
    if (isWords || isPlain(text + from, text + to)) {
      if (to - from >= LEAST_PLAIN_CORE) addCore(from, to, PLAIN);
    } else addCore(from, to, mixtureOf(from, to));
    at = to + 1;
  }
}

function addToken(start: i32, end: i32): void {
  const isWords = isPlain(text + start, text + end);
  const mixture = isWords ? PLAIN : mixtureOf(start, end);
  list(tokens + 4 * tokenCount++, tokenRoom, start, end, mixture);
  supply(TOKEN_BITS, start, end, mixture);
  if (end - start >= (isWords ? LEAST_PLAIN_CORE : LEAST_CORE)) addCores(start, end, isWords);
}

/** Where the stretch that holds a place ends: at the next bit of a mask of what ends such. */
function endFrom(ends: usize, at: i32): i32 {
  let word = at >> WORD_BITS;
  let mask: u64 = u64(i64.load(ends + 8 * word)) & (u64.MAX_VALUE << u64(at & 63));
  while (mask === 0) mask = u64(i64.load(ends + 8 * ++word));
  return (word << WORD_BITS) + i32(i64.ctz(mask));
}

/** The stretches of six units and more between what ends tokens. */
function findTokens(ends: usize, words: i32): void {
  let before: u64 = 0;
  for (let word = 0; word < words; word++) {
    const own: u64 = ~u64(i64.load(ends + 8 * word));
    const next: u64 = ~u64(i64.load(ends + 8 * word + 8));
    const two = own & ((own >> 1) | (next << 63));
    const twoNext = next & (next >> 1);
    const four = two & ((two >> 2) | (twoNext << 62));
    let starts = four & ((two >> 4) | (twoNext << 60)) & ~((own << 1) | before);
    for (; starts !== 0; starts &= starts - 1) {
      const start = (word << WORD_BITS) + i32(i64.ctz(starts));
      addToken(start, endFrom(ends, start + LEAST_TOKEN));
    }
    before = own >> 63;
  }
}

/** The stretches of ten digits and more; answers how many. */
function findRuns(others: usize, words: i32, to: usize): i32 {
  let out = to;
  let before: u64 = 0;
  for (let word = 0; word < words; word++) {
    const own: u64 = ~u64(i64.load(others + 8 * word));
    const next: u64 = ~u64(i64.load(others + 8 * word + 8));
    const two = own & ((own >> 1) | (next << 63));
    const twoNext = next & (next >> 1);
    const four = two & ((two >> 2) | (twoNext << 62));
    const fourNext = twoNext & (twoNext >> 2);
    const eight = four & ((four >> 4) | (fourNext << 60));
    let starts = eight & ((two >> 8) | (twoNext << 56)) & ~((own << 1) | before);
    for (; starts !== 0; starts &= starts - 1) {
      const start = (word << WORD_BITS) + i32(i64.ctz(starts));
      i32.store(out, start);
      i32.store(out, endFrom(others, start), 4);
      out += 8;
    }
    before = own >> 63;
  }
  return i32(out - to) >> 3;
}

/** Writes where escapes may begin; answers how many such places there are. */
function findEscapes(begins: usize, words: i32, length: i32, to: usize): i32 {
  let out = to;
  for (let word = 0; word < words; word++) {
    let mask: u64 = u64(i64.load(begins + 8 * word));
    for (; mask !== 0; mask &= mask - 1) {
      const at = (word << WORD_BITS) + i32(i64.ctz(mask));
      if (!mayBeEscape(text, text + length, text + at)) continue;
      i32.store(out, at);
      out += 4;
    }
  }
  return i32(out - to) >> 2;
}

/** Writes where the bits of a mask are set; answers how many are. */
function findBits(masks: usize, words: i32, to: usize): i32 {
  let out = to;
  for (let word = 0; word < words; word++) {
    let mask: u64 = u64(i64.load(masks + 8 * word));
    for (; mask !== 0; mask &= mask - 1) {
      i32.store(out, (word << WORD_BITS) + i32(i64.ctz(mask)));
      out += 4;
    }
  }
  return i32(out - to) >> 2;
}

/** Lays the kinds of each block's bytes; answers the signs of all. */
function findKinds(length: i32): i32 {
  let signs: u64 = 0;
  let at = text;
  // A text without characters has a block all the same.
  i32.store(rows, 0);
  const end = text + length;
  for (let row = rows; at < end; row += 4) {
    const last = min(at + (1 << BLOCK_BITS), end);
    let kinds: u64 = 0;
    for (; at < last; at++) kinds |= u64(i64.load(BYTE_SIGNS + (i32.load8_u(at) << 3)));
    i32.store(row, i32(kinds));
    signs |= kinds;
  }
  return i32(signs >> 32);
}

/** Fills the levels of the supply above the first one; answers the kinds of all blocks. */
function fillRows(blocks: i32, levels: i32): i32 {
  let all = 0;
  for (let block = 0; block < blocks; block++) all |= i32.load(rows + 4 * block);
  for (let level = 1; level < levels; level++) {
    const below: usize = rows + 4 * (level - 1) * blocks;
    const own: usize = below + 4 * blocks;
    const half = 4 << (level - 1);
    const last = 4 * (blocks - (1 << level));
    for (let block = 0; block <= last; block += 4)
      i32.store(own + block, i32.load(below + block) | i32.load(below + block + half));
  }
  return all;
}

/** Surveys the text that QUESTION tells of. */
export function survey(): void {
  text = question(0);
  const length = question(1);
  tokens = question(2);
  tokenRoom = question(3);
  cores = question(4);
  coreRoom = question(5);
  const runs: usize = question(6);
  rows = question(7);
  const blocks = question(8);
  const levels = question(9);
  const ends: usize = question(10);
  const maskBytes: usize = question(11);
  const escapes: usize = question(12);
  const others: usize = ends + maskBytes;
  const begins: usize = others + maskBytes;
  tokenCount = 0;
  coreCount = 0;
  const words = layMasks(text, length, ends, maskBytes);
  const signs = findKinds(length);
  findTokens(ends, words);
  i32.store(ANSWER, tokenCount);
  i32.store(ANSWER, coreCount, 4);
  i32.store(ANSWER, findRuns(others, words, runs), 8);
  i32.store(ANSWER, signs, 12);
  i32.store(ANSWER, fillRows(blocks, levels), 16);
  const places = findEscapes(begins, words, length, escapes);
  i32.store(ANSWER, places, 20);
  i32.store(ANSWER, findBits(begins + maskBytes, words, escapes + 4 * places), 24);
}

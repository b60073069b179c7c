// The filter: finds all words of a set in a part of a text and writes them as pairs of numbers.
import { STATE, WINDOW } from "../src/wasm/layout.ts";
import { ENDS, STATES, STREAMS, STRIDE } from "./layout.ts";
import { streamsFor, walk } from "./streams.ts";

/** The first state at which words end; all after it are such, too. */
let firstEnd: i32 = 0;
/** For each of those states four bytes: how many words end there, and from the second on where they stand behind it. */
let heads: usize = 0;
/** Where hits are written. */
let hits: usize = 0;

/** Says where the tables lie. */
export function configure(end: i32, headTable: usize, hitTable: usize): void {
  firstEnd = end;
  heads = headTable;
  hits = hitTable;
}

/** At which of 16 characters words end, a bit each. */
function endsAt(states: usize, least: v128): u64 {
  const low = i16x8.ge_u(v128.load(states), least);
  const high = i16x8.ge_u(v128.load(states, 16), least);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(low, high));
}

/**
 * Lists at which characters of a piece words end. Eight of 64 are written whether they are there or not: a branch for each
 * costs more where it cannot be foreseen.
 */
function listEnds(first: i32, length: i32): usize {
  const least = i16x8.splat(i16(firstEnd));
  let out: usize = ENDS;
  for (let i = 0; i < length; i += 64) {
    const at = first + i;
    const states: usize = STATES + 2 * at;
    let mask =
      endsAt(states, least) |
      (endsAt(states + 32, least) << 16) |
      (endsAt(states + 64, least) << 32) |
      (endsAt(states + 96, least) << 48);
    if (length - i < 64) mask &= (u64(1) << (length - i)) - 1;
    const next: usize = out + 4 * i32(i64.popcnt(mask));
    for (let n = 0; n < 8; n++) {
      i32.store(out + 4 * n, at + i32(i64.ctz(mask)));
      mask &= mask - 1;
    }
    for (out += 32; mask !== 0; out += 4) {
      i32.store(out, at + i32(i64.ctz(mask)));
      mask &= mask - 1;
    }
    out = next;
  }
  return out;
}

/** Writes the words that end where the list says, `shift` being what leads from a state's place to its character's. */
function writeHits(listEnd: usize, to: usize, shift: i32): usize {
  const base: usize = heads - 4 * firstEnd;
  let out = to;
  for (let list: usize = ENDS; list < listEnd; list += 4) {
    const at = i32.load(list);
    const end = i64x2.splat(u64(at + shift) << 32);
    const head = i32.load(base + 4 * i32.load16_u(STATES + 2 * at));
    const words: usize = heads + (head >>> 8);
    const bytes = (head & 255) << 3;
    v128.store(out, i32x4.add(v128.load(words), end));
    v128.store(out, i32x4.add(v128.load(words, 16), end), 16);
    for (let i = 32; i < bytes; i += 16) v128.store(out + i, i32x4.add(v128.load(words + i), end));
    out += bytes;
  }
  return out;
}

/**
 * Finds the words in the window's first characters, from the state in STATE on, of the automaton with this root. Writes each
 * one's index and start, by their ends, the longest first where they are the same; answers how many.
 */
export function find(length: i32, root: i32): i32 {
  let out = hits;
  let state = i32.load(STATE);
  for (let at = 0; at < length; at += STREAMS * STRIDE) {
    const left = min(length - at, STREAMS * STRIDE);
    const streams = streamsFor(left);
    const piece = (left + streams - 1) / streams;
    walk(WINDOW + at, left, piece, state, root);
    for (let k = 0; k < streams; k++) {
      const chars = min(piece, left - k * piece);
      if (chars <= 0) break;
      const first = k * STRIDE;
      out = writeHits(listEnds(first, chars), out, at + k * piece - first + 1);
      state = i32.load16_u(STATES + 2 * (first + chars - 1));
    }
  }
  i32.store(STATE, state);
  return i32(out - hits) >> 3;
}

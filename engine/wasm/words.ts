// Finds where words end: walks the automaton of a set of words over a text, in several places at once, since each step waits for
// the memory that the one before it asked for.
import { WORD_BYTES, WORD_COUNT, WORD_STATE, WORDS } from "../src/wasm/layout.ts";

/** Texts of so many characters and more are read in eight places, which is worth their seams. */
const STREAMS_FROM = 96;

/** The automaton: the rows of its first states, how many bytes each has and how many there are, and what the others lead to. */
let table: usize = 0;
let row: i32 = 0;
let withRows: i32 = 0;
let leads: usize = 0;

function cell(index: i32): i32 {
  return i32.load(WORDS + 4 * index);
}

/** The state behind `state` and a character. */
function step(state: i32, at: usize): i32 {
  const kind: i32 = i32.load8_u(WORD_BYTES + i32.load8_u(at));
  return state < withRows ? i32.load16_u(table + state * row + kind) : stepBeside(state, kind);
}

/** The same for a state without a row. */
function stepBeside(from: i32, kind: i32): i32 {
  let state = from;
  do {
    const lead = leads + ((state - withRows) << 3);
    const only: u32 = i32.load(lead);
    if (i32(only & 0xffff) === kind) return i32(only >> 16);
    state = i32.load16_u(lead + 4);
  } while (state >= withRows);
  return i32.load16_u(table + state * row + kind);
}

/** Writes the state behind each character of a text, or up to where those that are there are true. */
function follow(text: usize, length: i32, states: usize, before: i32, isWalked: bool): void {
  let state = before;
  for (let i = 0; i < length; i++) {
    state = step(state, text + i);
    if (isWalked && state === i32.load16_u(states + 2 * i)) return;
    i32.store16(states + 2 * i, state);
  }
}

/** Writes the state behind each character of eight pieces, as if nothing stood before any but the first. */
function walk(text: usize, piece: i32, states: usize, before: i32): void {
  let a = before;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  const half: usize = text + 4 * piece;
  const halfStates: usize = states + 8 * piece;
  for (let i = 0; i < piece; i++) {
    const at = text + i;
    const later = half + i;
    const out: usize = states + 2 * i;
    const laterOut: usize = halfStates + 2 * i;
    a = step(a, at);
    b = step(b, at + piece);
    c = step(c, at + 2 * piece);
    d = step(d, at + 3 * piece);
    e = step(e, later);
    f = step(f, later + piece);
    g = step(g, later + 2 * piece);
    h = step(h, later + 3 * piece);
    i32.store16(out, a);
    i32.store16(out + 2 * piece, b);
    i32.store16(out + 4 * piece, c);
    i32.store16(out + 6 * piece, d);
    i32.store16(laterOut, e);
    i32.store16(laterOut + 2 * piece, f);
    i32.store16(laterOut + 4 * piece, g);
    i32.store16(laterOut + 6 * piece, h);
  }
}

/** Writes the state behind each character of a text. */
function readAll(text: usize, length: i32, states: usize, before: i32): void {
  if (length < STREAMS_FROM) return follow(text, length, states, before, false);
  const piece = length >> 3;
  walk(text, piece, states, before);
  for (let k = 1; k < 8; k++) {
    const at: usize = states + 2 * k * piece;
    follow(text + k * piece, piece, at, i32.load16_u(at - 2), true);
  }
  const done = 8 * piece;
  const rest: usize = states + 2 * done;
  follow(text + done, length - done, rest, i32.load16_u(rest - 2), false);
}

/** At which of 16 characters words end, a bit each: their states are from one on so many. */
function endsAt(states: usize, firstEnd: v128, most: v128): i32 {
  const low = i16x8.sub(v128.load(states), firstEnd);
  const high = i16x8.sub(v128.load(states, 16), firstEnd);
  return i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.le_u(low, most), i16x8.le_u(high, most)));
}

/**
 * Finds where words end in the text that WORDS tells of, from the state in WORD_STATE on, and leaves the state behind it there.
 * Writes for each such place which words these are, and the offset behind them; how many there are is in WORD_COUNT.
 */
export function findEnds(): void {
  const text: usize = cell(0);
  const length = cell(1);
  const first = cell(2);
  table = cell(3);
  row = cell(4);
  withRows = cell(5);
  leads = cell(6);
  const firstEnd = cell(7);
  const endCount = cell(8);
  const ends: usize = cell(9);
  const states: usize = cell(10);
  const found: usize = cell(11);
  const places: usize = cell(12);
  readAll(text, length, states, i32.load(WORD_STATE));
  const least = i16x8.splat(i16(firstEnd));
  const most = i16x8.splat(i16(endCount - 1));
  const searched = endCount > 0 ? length : 0;
  let out: usize = 0;
  for (let at = 0; at < searched; at += 16) {
    let mask = endsAt(states + 2 * at, least, most);
    if (length - at < 16) mask &= (1 << (length - at)) - 1;
    for (; mask !== 0; mask &= mask - 1) {
      const place = at + i32.ctz(mask);
      const state = i32.load16_u(states + 2 * place);
      i32.store(found + out, i32.load16_u(ends + 2 * (state - firstEnd)));
      i32.store(places + out, first + place + 1);
      out += 4;
    }
  }
  i32.store(WORD_STATE, length > 0 ? i32.load16_u(states + 2 * length - 2) : i32.load(WORD_STATE));
  i32.store(WORD_COUNT, i32(out) >> 2);
}

// Walks an automaton over a text as several streams in turn: a step waits for the one before, and not for other streams.
import { CLASSES, STREAMS_FROM, TABLE } from "../src/wasm/layout.ts";
import { ALL_STREAMS_FROM, FEW_STREAMS, STAGE, STATES, STREAMS, STRIDE } from "./layout.ts";

/** Streams that the text is cut into, by its length. */
export function streamsFor(length: i32): i32 {
  if (length >= ALL_STREAMS_FROM) return STREAMS;
  return length >= STREAMS_FROM ? FEW_STREAMS : 1;
}

/** The state after `state` and a character. */
function step(state: i32, at: usize): i32 {
  return i32.load16_u((state << 7) + i32.load8_u(i32.load8_u(at), CLASSES), TABLE);
}

/** One stream alone. */
function walkOne(text: usize, length: i32, state: i32): void {
  for (let i = 0; i < length; i++) {
    state = step(state, text + i);
    i32.store16(STATES + 2 * i, state);
  }
}

function walkFew(text: usize, length: i32, state: i32, root: i32): void {
  let a = state;
  let b = root;
  let c = root;
  let d = root;
  const end = text + length;
  for (let at = text, out: usize = STATES; at < end; at++, out += 2) {
    a = i32.load16_u((a << 7) + i32.load8_u(i32.load8_u(at), CLASSES), TABLE);
    i32.store16(out, a);
    b = i32.load16_u((b << 7) + i32.load8_u(i32.load8_u(at, STRIDE), CLASSES), TABLE);
    i32.store16(out, b, 2 * STRIDE);
    c = i32.load16_u((c << 7) + i32.load8_u(i32.load8_u(at, 2 * STRIDE), CLASSES), TABLE);
    i32.store16(out, c, 4 * STRIDE);
    d = i32.load16_u((d << 7) + i32.load8_u(i32.load8_u(at, 3 * STRIDE), CLASSES), TABLE);
    i32.store16(out, d, 6 * STRIDE);
  }
}

/** All streams, two characters of each at once: one more than there are where their number is odd. */
function walkMany(text: usize, length: i32, state: i32, root: i32): void {
  let a = state;
  let b = root;
  let c = root;
  let d = root;
  let e = root;
  let f = root;
  let g = root;
  let h = root;
  const end = text + length;
  for (let at = text, out: usize = STATES; at < end; at += 2, out += 4) {
    a = i32.load16_u((a << 7) + i32.load8_u(i32.load8_u(at), CLASSES), TABLE);
    i32.store16(out, a);
    b = i32.load16_u((b << 7) + i32.load8_u(i32.load8_u(at, STRIDE), CLASSES), TABLE);
    i32.store16(out, b, 2 * STRIDE);
    c = i32.load16_u((c << 7) + i32.load8_u(i32.load8_u(at, 2 * STRIDE), CLASSES), TABLE);
    i32.store16(out, c, 4 * STRIDE);
    d = i32.load16_u((d << 7) + i32.load8_u(i32.load8_u(at, 3 * STRIDE), CLASSES), TABLE);
    i32.store16(out, d, 6 * STRIDE);
    e = i32.load16_u((e << 7) + i32.load8_u(i32.load8_u(at, 4 * STRIDE), CLASSES), TABLE);
    i32.store16(out, e, 8 * STRIDE);
    f = i32.load16_u((f << 7) + i32.load8_u(i32.load8_u(at, 5 * STRIDE), CLASSES), TABLE);
    i32.store16(out, f, 10 * STRIDE);
    g = i32.load16_u((g << 7) + i32.load8_u(i32.load8_u(at, 6 * STRIDE), CLASSES), TABLE);
    i32.store16(out, g, 12 * STRIDE);
    h = i32.load16_u((h << 7) + i32.load8_u(i32.load8_u(at, 7 * STRIDE), CLASSES), TABLE);
    i32.store16(out, h, 14 * STRIDE);
    a = i32.load16_u((a << 7) + i32.load8_u(i32.load8_u(at, 1), CLASSES), TABLE);
    i32.store16(out, a, 2);
    b = i32.load16_u((b << 7) + i32.load8_u(i32.load8_u(at, STRIDE + 1), CLASSES), TABLE);
    i32.store16(out, b, 2 * STRIDE + 2);
    c = i32.load16_u((c << 7) + i32.load8_u(i32.load8_u(at, 2 * STRIDE + 1), CLASSES), TABLE);
    i32.store16(out, c, 4 * STRIDE + 2);
    d = i32.load16_u((d << 7) + i32.load8_u(i32.load8_u(at, 3 * STRIDE + 1), CLASSES), TABLE);
    i32.store16(out, d, 6 * STRIDE + 2);
    e = i32.load16_u((e << 7) + i32.load8_u(i32.load8_u(at, 4 * STRIDE + 1), CLASSES), TABLE);
    i32.store16(out, e, 8 * STRIDE + 2);
    f = i32.load16_u((f << 7) + i32.load8_u(i32.load8_u(at, 5 * STRIDE + 1), CLASSES), TABLE);
    i32.store16(out, f, 10 * STRIDE + 2);
    g = i32.load16_u((g << 7) + i32.load8_u(i32.load8_u(at, 6 * STRIDE + 1), CLASSES), TABLE);
    i32.store16(out, g, 12 * STRIDE + 2);
    h = i32.load16_u((h << 7) + i32.load8_u(i32.load8_u(at, 7 * STRIDE + 1), CLASSES), TABLE);
    i32.store16(out, h, 14 * STRIDE + 2);
  }
}

/** Lays the pieces of a text where streams read them. Reads and writes up to 15 bytes beyond a piece. */
function stage(text: usize, piece: i32, streams: i32): void {
  for (let k = 0; k < streams; k++) {
    const from = text + k * piece;
    const to = STAGE + k * STRIDE;
    for (let i = 0; i < piece; i += 16) v128.store(to + i, v128.load(from + i));
  }
}

/** Corrects a stream that began at the root: from the true state on, until the states are the same. */
function join(text: usize, states: usize, length: i32, before: i32): void {
  let state = before;
  for (let i = 0; i < length; i++) {
    state = step(state, text + i);
    if (state === i32.load16_u(states + 2 * i)) return;
    i32.store16(states + 2 * i, state);
  }
}

/** Writes the state after each character of a block in pieces of `piece` characters, each `STRIDE` behind the one before. */
export function walk(block: usize, length: i32, piece: i32, state: i32, root: i32): void {
  const streams = streamsFor(length);
  if (streams === 1) return walkOne(block, length, state);
  let text = block;
  if (piece < STRIDE) {
    stage(block, piece, streams);
    text = STAGE;
  }
  if (streams === STREAMS) walkMany(text, piece, state, root);
  else walkFew(text, piece, state, root);
  for (let k = 1; k < streams; k++) {
    const left = min(piece, length - k * piece);
    const states = STATES + 2 * k * STRIDE;
    join(text + k * STRIDE, states, left, i32.load16_u(states - 2 * STRIDE + 2 * (piece - 1)));
  }
}

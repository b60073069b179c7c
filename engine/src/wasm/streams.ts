import { HIT_BYTES } from "./image.ts";
import type { Allocate, FilterImage, FindInWindow, Part } from "./image.ts";
import {
  ASCII_CLASSES,
  STREAMS_FROM,
  OTHER_CLASSES,
  STATE,
  TABLE,
  WINDOW,
  WINDOW_CHARS,
} from "./layout.ts";

const STREAMS = 4;

/** Memory for the executor in TypeScript. */
export const streamsMemory: Allocate = (bytes) => ({
  executor: "streams",
  buffer: new ArrayBuffer((bytes + 3) & ~3),
  finder: streamsOver,
});

/** The columns of bytes for a part: the image has twice as much, since it counts bytes. */
const columnsOf = (image: FilterImage, part: Part): Uint8Array =>
  new Uint8Array(image.buffer, part === "ascii" ? ASCII_CLASSES : OTHER_CLASSES, 256).map(
    (twice) => twice >> 1,
  );

/**
 * Lists the places of the states from `firstEnd` on and answers how many there are; without a branch, which could not be
 * foreseen and costs more than what it saves.
 */
function listEnds(states: Uint16Array, places: Uint16Array, length: number, firstEnd: number) {
  let listed = 0;
  for (let at = 0; at < length; at++) {
    places[listed] = at;
    listed += (firstEnd - 1 - (states[at] ?? 0)) >>> 31;
  }
  return listed;
}

/** The executor in TypeScript, for where WebAssembly may not run: four streams in turn over the same tables. */
function streamsOver(image: FilterImage): FindInWindow {
  const { buffer, firstEnd, heads, hits, roots } = image;
  const columnsByPart = { ascii: columnsOf(image, "ascii"), other: columnsOf(image, "other") };
  const cells = new Int32Array(buffer);
  const table = new Uint16Array(buffer, TABLE, (heads - TABLE) >> 1);
  const text = new Uint8Array(buffer, WINDOW, WINDOW_CHARS);
  const states = new Uint16Array(WINDOW_CHARS);
  const places = new Uint16Array(WINDOW_CHARS);

  /** Writes the state after each character of four pieces; all but the first begin at the root. */
  const walk = (columns: Uint8Array, piece: number, first: number, root: number): void => {
    let [a, b, c, d] = [first, root, root, root];
    const [toB, toC, toD] = [piece, 2 * piece, 3 * piece];
    for (let i = 0; i < piece; i++) {
      a = table[(a << 6) + (columns[text[i] ?? 0] ?? 0)] ?? 0;
      b = table[(b << 6) + (columns[text[toB + i] ?? 0] ?? 0)] ?? 0;
      c = table[(c << 6) + (columns[text[toC + i] ?? 0] ?? 0)] ?? 0;
      d = table[(d << 6) + (columns[text[toD + i] ?? 0] ?? 0)] ?? 0;
      states[i] = a;
      states[toB + i] = b;
      states[toC + i] = c;
      states[toD + i] = d;
    }
  };

  /** Writes the states from `from` on, and where `isWalked`, only up to where they are those that are there. */
  const follow = (columns: Uint8Array, from: number, to: number, isWalked: boolean): void => {
    let state = (from === 0 ? cells[STATE >> 2] : states[from - 1]) ?? 0;
    for (let at = from; at < to; at++) {
      state = table[(state << 6) + (columns[text[at] ?? 0] ?? 0)] ?? 0;
      if (isWalked && states[at] === state) return;
      states[at] = state;
    }
  };

  const writeHits = (listed: number): number => {
    let out = hits >> 2;
    for (let n = 0; n < listed; n++) {
      const at = places[n] ?? 0;
      const head = cells[(heads >> 2) + (states[at] ?? 0) - firstEnd] ?? 0;
      const from = (heads + (head >>> 8)) >> 2;
      const until = from + 2 * (head & 0xff);
      for (let i = from; i < until; i += 2) {
        cells[out++] = cells[i] ?? 0;
        cells[out++] = at + 1 + (cells[i + 1] ?? 0);
      }
    }
    return ((out << 2) - hits) / HIT_BYTES;
  };

  return (part, length) => {
    const columns = columnsByPart[part];
    const piece = length >= STREAMS_FROM ? Math.floor(length / STREAMS) : 0;
    walk(columns, piece, cells[STATE >> 2] ?? 0, roots[part]);
    for (let k = 1; k < STREAMS; k++) follow(columns, k * piece, (k + 1) * piece, true);
    follow(columns, STREAMS * piece, length, false);
    cells[STATE >> 2] = states[length - 1] ?? 0;
    return writeHits(listEnds(states, places, length, firstEnd));
  };
}

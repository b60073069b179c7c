import type { OnEnds } from "../scan/aho-corasick.ts";
import type { WordTable } from "../scan/word-tables.ts";
import { FREE, WORD_BYTES, WORD_COUNT, WORD_STATE, WORDS } from "./layout.ts";

/** A shorter text is not worth asking the module: it is not cut into pieces that are read side by side. */
const LEAST_CHARS = 96;

/** So much of a text is searched at once. */
const WINDOW_CHARS = 4096;

/** What is looked at behind the end of a list of states, at most, in states. */
const SPARE_STATES = 16;

/** The next address at which lists may begin. */
export const aligned = (address: number): number => (address + 15) & ~15;

const STATE_CELL = (WORD_STATE - WORDS) >> 2;
const COUNT_CELL = (WORD_COUNT - WORDS) >> 2;
/** What is told of the table, behind the three cells that tell of a text. */
const TABLE_CELL = 3;
const STATES_CELL = 7;

const numbersOf = ({ ends, firstEnd }: WordTable) => ends.subarray(firstEnd);

const endsBehind = ({ table }: WordTable): number => aligned(FREE + table.byteLength);

/** Where texts may lie in a memory with the table of these words; undefined where the module can't read it. */
export function placeBehind(words: WordTable): number | undefined {
  // A state is told by two bytes, and how far into a row the next one stands by one.
  const isReadable = words.table instanceof Uint16Array && words.width <= 128;
  return isReadable ? aligned(endsBehind(words) + 4 * numbersOf(words).length) : undefined;
}

/** Lays the table of words below all texts. */
export function layWords(buffer: ArrayBuffer, words: WordTable): void {
  const { table, width, firstEnd, classes } = words;
  const numbers = numbersOf(words);
  const ends = endsBehind(words);
  new Uint16Array(buffer, FREE, table.length).set(table);
  new Int32Array(buffer, ends, numbers.length).set(numbers);
  new Uint8Array(buffer, WORD_BYTES, classes.length).set(classes.map((each) => 2 * each));
  cellsOf(buffer).set([FREE, 2 * width, firstEnd, ends], TABLE_CELL);
}

const cellsOf = (buffer: ArrayBuffer): Int32Array => new Int32Array(buffer, WORDS, COUNT_CELL + 1);

/**
 * Reports where the words end whose table lies in the memory that a text's bytes do, up to an offset; `find` is the module's.
 * Writes from `free` on; answers how far, or 0 where there is no room or it is not worth it.
 */
export function searchWords(
  bytes: Uint8Array<ArrayBuffer>,
  end: number,
  free: number,
  find: () => void,
  onEnds: OnEnds,
): number {
  const { buffer } = bytes;
  const most = Math.min(end, WINDOW_CHARS);
  const found = aligned(free + 2 * (most + SPARE_STATES));
  const places = found + 4 * most;
  const last = places + 4 * most;
  if (end < LEAST_CHARS || last > buffer.byteLength) return 0;
  const cells = cellsOf(buffer);
  const ends = new Int32Array(buffer, found, most);
  const offsets = new Int32Array(buffer, places, most);
  cells.set([free, found, places], STATES_CELL);
  cells[STATE_CELL] = 0;
  for (let from = 0; from < end; from += WINDOW_CHARS) {
    cells.set([bytes.byteOffset + from, Math.min(end - from, WINDOW_CHARS), from]);
    find();
    onEnds({ ends, places: offsets, count: cells[COUNT_CELL] ?? 0 });
  }
  return last;
}

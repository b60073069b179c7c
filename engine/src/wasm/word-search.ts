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
const STATES_CELL = 10;

/** Of a state without a row: the class that leads on, the state behind it, and the one to ask beside it, two bytes each. */
const LEAD_BYTES = 8;

/** Where the parts of a table lie. */
function partsOf({ rows, only, ends }: WordTable) {
  const leads = aligned(FREE + 2 * rows.length);
  const endsAt = aligned(leads + LEAD_BYTES * only.length);
  return { rows: FREE, leads, ends: endsAt, behind: aligned(endsAt + 2 * ends.length) };
}

/** Where texts may lie in a memory with the table of these words; undefined where the module can't read it. */
export function placeBehind(words: WordTable): number | undefined {
  // States and words are told by two bytes, and how far into a row a class stands by one.
  const isReadable = [words.rows, words.ends].every((each) => each instanceof Uint16Array);
  return isReadable && words.width <= 128 ? partsOf(words).behind : undefined;
}

/** Lays the table of words below all texts. */
export function layWords(buffer: ArrayBuffer, words: WordTable): void {
  const { rows, only, next, beside, width, firstEnd, ends, classes } = words;
  const parts = partsOf(words);
  const leads = new Uint16Array(buffer, parts.leads, (LEAD_BYTES / 2) * only.length);
  for (let i = 0; i < only.length; i++) {
    const lead = (LEAD_BYTES / 2) * i;
    leads[lead] = 2 * (only[i] ?? 0);
    leads[lead + 1] = next[i] ?? 0;
    leads[lead + 2] = beside[i] ?? 0;
  }
  new Uint16Array(buffer, parts.rows, rows.length).set(rows);
  new Uint16Array(buffer, parts.ends, ends.length).set(ends);
  new Uint8Array(buffer, WORD_BYTES, classes.length).set(classes.map((each) => 2 * each));
  const table = [parts.rows, 2 * width, rows.length / width, parts.leads];
  cellsOf(buffer).set([...table, firstEnd, ends.length, parts.ends], TABLE_CELL);
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

import type { WordTable, WordTables } from "../scan/word-tables.ts";
import { columnTable } from "./columns.ts";
import type { ColumnTable } from "./columns.ts";
import { ASCII_CLASSES, CLASSES, COLUMNS, OTHER_CLASSES, TABLE, WINDOW_CHARS } from "./layout.ts";

/** Which of the two automata: that of the words of ASCII alone, or that of the others. */
export type Part = "ascii" | "other";

/** The tables as both executors read them, in one piece of memory; the layout is in `layout.ts`. */
export interface FilterImage {
  readonly buffer: ArrayBuffer;
  /** The first state at which words end, as are all after it. */
  readonly firstEnd: number;
  /** Where it is said what ends at those states, and where hits go, in bytes. */
  readonly heads: number;
  readonly hits: number;
  readonly roots: Readonly<Record<Part, number>>;
  /** Are there words beyond ASCII? */
  readonly hasOthers: boolean;
  /** For each word 1 where it is to be looked at again when it is found. */
  readonly doubtful: Uint8Array;
  /** For characters beyond ASCII that words have, the byte that stands for each in a window. */
  readonly wideBytes: ReadonlyMap<number, number>;
}

/**
 * Finds the words of a part in the first characters of the window, from the state in STATE on, and leaves the state after
 * them there. Writes each hit as the word's index and its start within the window, which may be negative; by their ends, the
 * longest first where they are the same. Answers how many.
 */
export type FindInWindow = (part: Part, length: number) => number;

/** Memory for an image, and what executes on it. */
export interface ImageMemory {
  readonly executor: "wasm" | "streams";
  readonly buffer: ArrayBuffer;
  readonly finder: (image: FilterImage) => FindInWindow;
}

/** Brings memory of so many bytes. */
export type Allocate = (bytes: number) => ImageMemory;

/** An image with its executor. */
export interface SearchImage extends FilterImage {
  readonly executor: ImageMemory["executor"];
  readonly find: FindInWindow;
}

/** Stands in a window for a character beyond ASCII; its lower bits are the column. */
export const WIDE = 0x80;

/** States are numbered in two bytes. */
const MAX_STATES = 0x1_0000;
/** A head is the number of words in its lowest byte and, above it, where they are. */
const MAX_WORDS = 0xff;
const MAX_REPORT_BYTES = 1 << 24;
/** A hit is a word and a start, of four bytes each. */
export const HIT_BYTES = 8;
/** Executors write and read in steps of 16 bytes and may go beyond an end. */
const SLACK = 64;

/** One automaton with what it needs to find its place among the states of both. */
interface Placed {
  readonly original: WordTable;
  readonly part: ColumnTable;
  /** For each of its states, its number among all. */
  readonly ids: Uint32Array;
}

/** Both automata in one table: first the states where no word ends, of the one and of the other, then those where words do. */
interface Placement {
  readonly ascii: Placed;
  readonly other: Placed;
  readonly states: number;
  readonly firstEnd: number;
  readonly otherRoot: number;
}

function countEnds({ ends }: WordTable): number {
  let count = 0;
  for (const end of ends) if (end !== 0) count++;
  return count;
}

/** Numbers a table's states: those where no word ends from `plain` on, the others from `end` on. */
function numberStates({ ends }: WordTable, plain: number, end: number): Uint32Array {
  const ids = new Uint32Array(ends.length);
  let nextPlain = plain;
  let nextEnd = end;
  for (let state = 0; state < ids.length; state++)
    ids[state] = ends[state] === 0 ? nextPlain++ : nextEnd++;
  return ids;
}

function place(words: readonly string[], tables: WordTables): Placement {
  const ascii = columnTable(tables.ascii, words);
  const other = columnTable(tables.other, words);
  const asciiEnds = countEnds(ascii.table);
  const otherRoot = ascii.table.ends.length - asciiEnds;
  const states = ascii.table.ends.length + other.table.ends.length;
  const firstEnd = states - asciiEnds - countEnds(other.table);
  const asciiIds = numberStates(ascii.table, 0, firstEnd);
  const otherIds = numberStates(other.table, otherRoot, firstEnd + asciiEnds);
  return {
    ascii: { original: tables.ascii, part: ascii, ids: asciiIds },
    other: { original: tables.other, part: other, ids: otherIds },
    states,
    firstEnd,
    otherRoot,
  };
}

/** The words that end in a state with their lengths, the longest first. */
function reportOf({ table, wordsOf }: ColumnTable, state: number): number[] {
  const report: number[] = [];
  for (let end = table.ends[state] ?? 0; end !== 0; end = table.suffixes[end] ?? 0)
    for (const word of wordsOf(table.own[end] ?? 0)) report.push(word, -(table.lengths[end] ?? 0));
  return report;
}

/**
 * What is reported at the states where words end: for each of them a head, and behind the heads the words with their negative
 * lengths. Undefined where a head can't say it.
 */
function reportsOf({ ascii, other, states, firstEnd }: Placement) {
  const heads = new Int32Array(states - firstEnd);
  const reports: number[] = [];
  let most = 0;
  for (const { part, ids } of [ascii, other]) {
    for (const [state, id] of ids.entries()) {
      if (id < firstEnd) continue;
      const report = reportOf(part, state);
      const count = report.length / 2;
      most = Math.max(most, count);
      heads[id - firstEnd] = ((heads.length + reports.length) << 10) | count;
      reports.push(...report);
    }
  }
  const cells = new Int32Array(heads.length + reports.length);
  cells.set(heads);
  cells.set(reports, heads.length);
  return most > MAX_WORDS || cells.byteLength > MAX_REPORT_BYTES ? undefined : { cells, most };
}

/** Copies a table's rows to where its states have their places. */
function layRows(table: Uint16Array, { part, ids }: Placed): void {
  const { table: source, width } = part.table;
  for (const [state, id] of ids.entries()) {
    const to = id * COLUMNS;
    const from = state * width;
    for (let column = 0; column < width; column++)
      table[to + column] = ids[source[from + column] ?? 0] ?? 0;
  }
}

/** For each byte of a window twice its column: for characters of ASCII, and for what stands for others. */
function layClasses(bytes: Uint8Array, { ascii, other }: Placement): void {
  const lay = (at: number, { original, part }: Placed): void => {
    for (let unit = 0; unit < 128; unit++)
      bytes[at + unit] = 2 * (part.columns[original.classes[unit] ?? 0] ?? 0);
  };
  lay(CLASSES, ascii);
  lay(ASCII_CLASSES, ascii);
  lay(OTHER_CLASSES, other);
  for (let column = 0; column < COLUMNS; column++)
    bytes[OTHER_CLASSES + WIDE + column] = 2 * column;
}

/** The bytes that stand for characters beyond ASCII that words have. */
function wideBytesOf({ original, part }: Placed): ReadonlyMap<number, number> {
  const bytes = new Map<number, number>();
  for (const [i, unit] of original.units.entries())
    bytes.set(unit, WIDE | (part.columns[original.unitClasses[i] ?? 0] ?? 0));
  return bytes;
}

/**
 * Lays the tables of words out in memory that `allocate` brings. Undefined where they don't fit the executors' numbers:
 * beyond 65,536 states, about twice as many as the shipped rules have.
 */
export function layImage(
  words: readonly string[],
  tables: WordTables,
  allocate: Allocate,
): SearchImage | undefined {
  const placement = place(words, tables);
  const { ascii, other, states, firstEnd, otherRoot } = placement;
  const reports = reportsOf(placement);
  const longest = Math.max(tables.ascii.longest, tables.other.longest);
  if (states > MAX_STATES || longest > WINDOW_CHARS || reports === undefined) return undefined;

  const heads = TABLE + states * COLUMNS * 2;
  const hits = heads + reports.cells.byteLength + SLACK;
  const { buffer, executor, finder } = allocate(
    hits + WINDOW_CHARS * reports.most * HIT_BYTES + SLACK,
  );
  const table = new Uint16Array(buffer, TABLE, states * COLUMNS);
  layRows(table, ascii);
  layRows(table, other);
  new Int32Array(buffer, heads).set(reports.cells);
  layClasses(new Uint8Array(buffer), placement);
  const doubtful = new Uint8Array(words.length);
  for (const { part } of [ascii, other]) for (const word of part.doubtful) doubtful[word] = 1;
  const image = {
    buffer,
    firstEnd,
    heads,
    hits,
    roots: { ascii: 0, other: otherRoot },
    hasOthers: tables.other.longest > 0,
    doubtful,
    wideBytes: wideBytesOf(other),
  };
  return { ...image, executor, find: finder(image) };
}

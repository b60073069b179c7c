import { memoise } from "./memoise.ts";
import { breaksOf } from "./text-bytes.ts";
import { indexFrom } from "./word-index.ts";

/** Longer rows are prose, in UTF-16 units. */
const MAX_ROW = 400;
/** So many lines above a value belong to the same record. */
const MOST_LINES = 8;
/** Where a record begins: an empty line, a bracket, a tag, an entry of a list. */
const BEGINNING = /^[\s{}[\](),-]*$|^\s*(?:<tr|<li|BEGIN:|(?:\d{1,3}[.)]|[-*]) )/i;
/** A line of an object or a mapping, which is no row however many commas it has. */
const FIELD = /^\s*(?:- )?["'][^"']{1,30}["']\s?:|^\s*(?:- )?[\p{L}_ -]{1,24}:\s/u;
/** What a row has more than once, or a table's line at all. */
const ROW =
  /[;|\t]|(?:,| {2,}| [-\u2013\u2014/\u00b7\u2022] ).*(?:,| {2,}| [-\u2013\u2014/\u00b7\u2022] )/;

const isRow = (line: string): boolean => ROW.test(line.trim()) && !FIELD.test(line);

interface Line {
  /** Where it begins in its text. */
  readonly from: number;
  readonly line: string;
}

/** Tells the line that a place stands in. */
type LineOf = (at: number) => Line;

/** Indexes the lines of a text; a question costs O(log lines), however long they are. */
function indexLinesOf(text: string): LineOf {
  const breaks = breaksOf(text);
  return (at) => {
    const next = indexFrom(breaks, at);
    const from = (breaks[next - 1] ?? -1) + 1;
    return { from, line: text.slice(from, breaks[next]) };
  };
}

/** The object of a long line that a place stands in. */
function objectOf(text: string, at: number, { from, line }: Line): string {
  const before = text.slice(Math.max(from, at - MAX_ROW), at);
  const after = text.slice(at, Math.min(from + line.length, at + MAX_ROW));
  const begin = Math.max(before.lastIndexOf("{"), before.lastIndexOf("("), 0);
  const end = after.search(/[})]/);
  return before.slice(begin) + after.slice(0, end < 0 ? undefined : end);
}

/** The row of a line, or the lines of its record from the first to its own. */
function recordOf(
  text: string,
  own: Line,
  lineOf: LineOf,
  isTaken: (from: number) => boolean,
): string {
  if (isRow(own.line)) return own.line;
  let first = own;
  const isWhole = ({ from, line }: Line): boolean => from === 0 || BEGINNING.test(line);
  for (let lines = 0; lines < MOST_LINES && !isWhole(first); lines++) {
    const above = lineOf(first.from - 1);
    if (above.line.trim() === "" || above.line.length > MAX_ROW || isTaken(above.from)) break;
    first = above;
  }
  return text.slice(first.from, own.from + own.line.length);
}

/** Tells the first line of the table or list that a row belongs to, each once. */
function firstRows(lineOf: LineOf): (row: Line) => Line {
  const known = new Map<number, Line>();
  return (row) => {
    const passed: Line[] = [];
    let first = row;
    while (!known.has(first.from)) {
      passed.push(first);
      const above = first.from === 0 ? undefined : lineOf(first.from - 1);
      if (above === undefined || !isRow(above.line) || above.line.length > MAX_ROW) break;
      first = above;
    }
    const line = known.get(first.from) ?? first;
    for (const { from } of passed) known.set(from, line);
    return line;
  };
}

/** What a list is called: a line without a number right above it. */
const TITLE = /^[\s#*]*([^\d\s#*][^\d\n|;]{2,60}?):?[\s*]*$/;

function titleOf(first: Line, lineOf: LineOf): string {
  const line = first.from === 0 ? "" : lineOf(first.from - 1).line;
  return line.length > MAX_ROW ? "" : (TITLE.exec(line)?.[1] ?? "");
}

/** What stands between the cells of a record, and behind a key of one. */
const BETWEEN =
  /(["'\x60*]*\s?[:=](?=\s|["'])|[;|\t,"<>()\n*]|(?<!\p{L})'|'(?!\p{L})| {2,}| [-\u2013\u2014/\u00b7\u2022] )/u;
const NUMBERING = /^(?:\s|\d{1,3}[.)] |- )+/;

/** The name of a property of a contact card, and its parameters (RFC 6350, 3.3). */
const PROPERTY = /^([A-Z]{1,5})(?:;[^:\n]*)?:(?=\S)/gm;

/** A cell of a record, or the name of one. */
export interface Cell {
  readonly text: string;
  /** Is it the name of the cell behind it? */
  readonly isKey: boolean;
}

function cellsOf(record: string): readonly Cell[] {
  const parts = record.split(BETWEEN);
  return parts.flatMap((part, i) => {
    const text = part.replace(NUMBERING, "").trim();
    const isKey = /[:=]/.test(parts[i + 1] ?? "");
    return i % 2 > 0 || text === "" ? [] : [{ text, isKey }];
  });
}

/** A row of a table, an object, or an entry of a few lines. */
export interface Row {
  readonly cells: readonly Cell[];
  /** What its tags hold, which says what a cell is as a key does. */
  readonly tags: readonly Cell[];
  /** The first row of its table; empty where it stands in none. */
  readonly heading: readonly Cell[];
  /** What stands above the first row of its table or list. */
  readonly title: string;
}

const NO_CELLS: readonly Cell[] = [];

/**
 * Tells the record that a place of a text stands in, where each of those that are asked for has one of its own. Each line is
 * read once, but for very long ones.
 */
export function indexRecords(text: string, places: readonly number[]): (at: number) => Row {
  const lineOf = indexLinesOf(text);
  const taken = new Set(places.map((at) => lineOf(at).from));
  const firstRowOf = firstRows(lineOf);
  const headingOf = memoise((line: string) => (/\d{3}|@/.test(line) ? NO_CELLS : cellsOf(line)));
  const titleAbove = memoise((first: Line) => titleOf(first, lineOf));
  const rowOf = (record: string, first?: Line): Row => ({
    cells: cellsOf(record.replaceAll(/<[^<>]*>/g, "\t").replaceAll(PROPERTY, "$1: ")),
    tags: (record.match(/<[^<>]*>/g) ?? []).flatMap(cellsOf),
    heading: first === undefined ? NO_CELLS : headingOf(first.line),
    title: first === undefined ? "" : titleAbove(first),
  });
  const known = new Map<number, Row>();
  return (at) => {
    const own = lineOf(at);
    if (own.line.length > MAX_ROW) return rowOf(objectOf(text, at, own));
    const first = isRow(own.line) ? firstRowOf(own) : undefined;
    const row =
      known.get(own.from) ??
      rowOf(
        recordOf(text, own, lineOf, (from) => taken.has(from)),
        first,
      );
    known.set(own.from, row);
    return row;
  };
}

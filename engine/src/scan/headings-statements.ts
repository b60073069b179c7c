import { cellOf, cellStarts } from "./cells.ts";
import { memoise } from "./memoise.ts";
import { firstRows } from "./table.ts";
import type { Tables } from "./table.ts";
import { indexFrom } from "./word-index.ts";

/** What stands between the names of a statement's columns and its first row. */
const VALUES = /\)\s{0,16}values?\s{0,16}(?=\()/gi;
/** Names of columns take no more, in UTF-16 units. */
const MAX_NAMES = 2000;
/** What stands before a row of one. */
const BEFORE_ROW = /(?:values?|,)\s{0,16}$/i;
/** A row is no longer, in UTF-16 units. */
const MAX_ROW = 2048;
/** So many brackets within the values of a row are looked past. */
const MOST_BRACKETS = 4;

/** Where the row begins that holds a place, behind its bracket; undefined where the place is in none. */
function rowAt(text: string, at: number): number | undefined {
  const from = Math.max(0, at - MAX_ROW);
  const before = text.slice(from, at);
  let open = before.length;
  for (let tries = 0; tries < MOST_BRACKETS && open > 0; tries++) {
    open = before.lastIndexOf("(", open - 1);
    if (open < 0) return undefined;
    if (BEFORE_ROW.test(before.slice(Math.max(0, open - 24), open))) return from + open + 1;
  }
  return undefined;
}

/** The rows that statements put into tables: `INSERT INTO t (a, b) VALUES (1, 2)`. */
export function statementTables(text: string): Tables {
  const found = [...text.matchAll(VALUES)].map(({ 0: all, index }) => {
    const from = Math.max(0, index - MAX_NAMES);
    const open = text.slice(from, index).lastIndexOf("(");
    return { names: { start: from + open + 1, end: index }, rows: index + all.length };
  });
  const ends = found.map(({ rows }) => rows);
  const cellsOf = memoise((row: number) => cellStarts(text.slice(row, row + MAX_ROW), ","));
  return {
    headingOf: (at) => {
      const statement = found[indexFrom(ends, at + 1) - 1];
      const row = statement === undefined ? undefined : rowAt(text, at);
      if (statement === undefined || row === undefined) return undefined;
      const column = indexFrom(cellsOf(row), at - row + 1) - 1;
      const { names } = statement;
      const starts = cellStarts(text.slice(names.start, names.end), ",");
      return column < starts.length ? cellOf(text, names, starts, column) : undefined;
    },
    rowsBelow: (at) => {
      const statement = found[indexFrom(ends, at)];
      if (statement === undefined || statement.names.start > at) return undefined;
      return firstRows(text, statement.rows);
    },
  };
}

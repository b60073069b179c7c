import { memoise } from "./memoise.ts";
import { firstRows } from "./table.ts";
import type { Tables } from "./table.ts";
import { indexFrom } from "./word-index.ts";

const ROW = /<tr\b/gi;
const ROW_END = /<\/(?:tr|table)\b/i;
const TABLE = /<table\b/gi;
const CELL = /<t[dh]\b[^<>]*>/gi;
/** The words of a cell behind the tags that it begins with. */
const WORDS = /^(?:\s|<(?!\/t[dh])[^<>]*>)*([^<>]*[^<>\s])/;
/** A row is no longer, in UTF-16 units. */
const MAX_ROW = 4096;

const placesOf = (text: string, tag: RegExp): readonly number[] =>
  text.includes("<") ? [...text.matchAll(tag)].map(({ index }) => index) : [];

/** The tables of HTML, whole or in part: each begins with a row, the first of which heads the others. */
export function markupTables(text: string): Tables {
  const rows = placesOf(text, ROW);
  const tables = rows.length < 2 ? [] : placesOf(text, TABLE);
  const rowAt = (at: number): number => indexFrom(rows, at + 1) - 1;
  /** The row that heads the table which holds a place. */
  const headAt = (at: number): number =>
    indexFrom(rows, tables[indexFrom(tables, at + 1) - 1] ?? 0);
  const endOf = memoise((row: number): number => {
    const start = rows[row] ?? 0;
    const most = Math.min(rows[row + 1] ?? text.length, start + MAX_ROW);
    const closed = text.slice(start, most).search(ROW_END);
    return closed < 0 ? most : start + closed;
  });
  /** Where the cells of a row begin, behind their tags. */
  const cellsOf = memoise((row: number): readonly number[] => {
    const start = rows[row] ?? 0;
    const cells = text.slice(start, endOf(row)).matchAll(CELL);
    return [...cells].map(({ index, 0: tag }) => start + index + tag.length);
  });
  return {
    headingOf: (at) => {
      const row = rowAt(at);
      const head = row < 1 ? row : headAt(at);
      if (head >= row || at >= endOf(row)) return undefined;
      const column = indexFrom(cellsOf(row), at + 1) - 1;
      const cell = cellsOf(head)[column];
      const words = cell === undefined ? null : WORDS.exec(text.slice(cell, endOf(head)));
      if (cell === undefined || words === null) return undefined;
      const end = cell + words[0].length;
      return { start: end - (words[1]?.length ?? 0), end };
    },
    rowsBelow: (at) => {
      const row = rowAt(at);
      if (row < 0 || row >= rows.length - 1 || at >= endOf(row) || headAt(at) !== row)
        return undefined;
      return firstRows(text, rows[row + 1] ?? text.length);
    },
  };
}

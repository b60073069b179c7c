import { statementTables } from "../scan/headings-statements.ts";
import type { Tables } from "../scan/table.ts";
import { memoise } from "../scan/memoise.ts";

import { CELLS, cellStarts, lineAt, spacedCells } from "../scan/cells.ts";
import type { Stretch } from "../scan/cells.ts";
import { codesOf } from "./spaced.ts";
import type { Codes } from "./spaced.ts";

/** Longer rows are looked at line by line, so that each value is looked around in a bounded part of the content; in UTF-16 units. */
const MAX_ROW = 16_384;

/** Where a quoted cell that begins at `start` ends: at its last quotation mark, before a sign between cells or the line's end; -1 for none. */
function endOfQuoted(content: string, start: number): number {
  const limit = Math.min(content.length, start + MAX_ROW);
  for (let at = start + 1; at < limit; at++) {
    if (content.charAt(at) !== '"') continue;
    const next = content.charAt(at + 1);
    if (next === '"') at++;
    else return next === "" || `\r\n${CELLS}`.includes(next) ? at : -1;
  }
  return -1;
}

/** The quoted cells that reach over lines (RFC 4180, 2.6), as notes do in what password managers export; in their order. */
function cellsOverLines(content: string): readonly Stretch[] {
  const found: Stretch[] = [];
  for (let at = content.indexOf('"'); at >= 0;) {
    const isFirst = at === 0 || `\n${CELLS}`.includes(content.charAt(at - 1));
    const end = isFirst ? endOfQuoted(content, at) : -1;
    if (end >= 0 && content.slice(at, end).includes("\n")) found.push({ start: at, end });
    at = content.indexOf('"', Math.max(end, at) + 1);
  }
  return found;
}

/** The stretch that holds a place, of some in their order. */
function holderOf(stretches: readonly Stretch[], at: number): Stretch | undefined {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.end ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  const holder = stretches[low];
  return holder !== undefined && holder.start <= at ? holder : undefined;
}

/** Finds the row that holds a place: its line, or several where a quoted cell goes on; undefined for a long one. */
export type RowAt = (at: number) => Stretch | undefined;

function findRow(content: string, quoted: readonly Stretch[], at: number): Stretch | undefined {
  let row = lineAt(content, at);
  while (row !== undefined && row.end - row.start <= MAX_ROW) {
    const above = holderOf(quoted, row.start - 1);
    const below = holderOf(quoted, row.end);
    if (above === undefined && below === undefined) return row;
    const first = above === undefined ? row : lineAt(content, above.start);
    const last = below === undefined ? row : lineAt(content, below.end);
    row =
      first === undefined || last === undefined ? undefined : { start: first.start, end: last.end };
  }
  return undefined;
}

/** So many lines are remembered: values of a list stand in lines beside each other. */
const MOST_LINES = 256;

/** Makes something of a line once, as long as lines near it are asked for. */
function perLine<T>(make: (line: Stretch) => T): (line: Stretch) => T {
  const known = new Map<number, { readonly end: number; readonly made: T }>();
  return (line) => {
    const own = known.get(line.start);
    if (own?.end === line.end) return own.made;
    if (known.size === MOST_LINES) known.clear();
    const made = make(line);
    known.set(line.start, { end: line.end, made });
    return made;
  };
}

/** The rows of a content. Many secrets may stand in one, so that each is taken apart once. */
export interface Rows {
  readonly at: RowAt;
  /** Where the cells of a row begin between signs, from where the row does. */
  readonly starts: (row: Stretch, sign: string) => readonly number[];
  /** The cells of a line that stand apart by spaces, and what they hold behind the marks of a list. */
  readonly spaced: (line: Stretch) => readonly Stretch[];
  readonly codes: (line: Stretch) => Codes;
  /** The name of the column of a statement that a place stands in. */
  readonly columnNamed: (at: number) => Stretch | undefined;
}

/** The rows of a content, which is read when the first is asked for. */
export function rowsOf(content: string): Rows {
  let quoted: readonly Stretch[] | undefined;
  let statements: Tables | undefined;
  const startsBy = memoise((sign) =>
    perLine(({ start, end }) => cellStarts(content.slice(start, end), sign)),
  );
  const spaced = perLine((line) => spacedCells(content, line));
  return {
    at: (at) => findRow(content, (quoted ??= cellsOverLines(content)), at),
    starts: (row, sign) => startsBy(sign)(row),
    spaced,
    codes: perLine((line) => codesOf(content, spaced(line))),
    columnNamed: (at) => (statements ??= statementTables(content)).headingOf(at),
  };
}

import { cellOf, cellStarts, CELLS, isRule, lineAt, spacedCells } from "./cells.ts";
import type { Stretch } from "./cells.ts";
import { firstRows } from "./table.ts";
import type { Tables } from "./table.ts";
import { indexFrom } from "./word-index.ts";

/** A line as a row of a table: where its cells begin, from where the line does. */
interface Row extends Stretch {
  readonly starts: readonly number[];
}

/** Takes the row apart that a line is; one cell where it is none. */
type RowOf = (line: Stretch) => Row;

/** The line beside one, where it is not too long; the rules that tables are drawn with are none. */
function besideOf(text: string, { start, end }: Stretch, step: 1 | -1): Stretch | undefined {
  let line: Stretch | undefined = { start, end };
  do {
    const at: number = step > 0 ? line.end + 1 : line.start - 1;
    line = at < 0 || at > text.length ? undefined : lineAt(text, at);
  } while (line !== undefined && isRule(text, line));
  return line;
}

/** Do two lines belong to one table? */
const goTogether = (a: Row, b: Row): boolean =>
  a.starts.length > 1 && a.starts.length === b.starts.length;

/** The first line of the table that a row belongs to, which is told of each row once. */
function headFinder(text: string, rowOf: RowOf): (row: Row) => Row {
  const known = new Map<number, Row>();
  return (row) => {
    const passed: Row[] = [];
    let first = row;
    for (;;) {
      const told = known.get(first.start);
      if (told !== undefined) {
        first = told;
        break;
      }
      passed.push(first);
      const above = besideOf(text, first, -1);
      const next = above === undefined ? undefined : rowOf(above);
      if (next === undefined || !goTogether(first, next)) break;
      first = next;
    }
    for (const each of passed) known.set(each.start, first);
    return first;
  };
}

/** What a line of code has, and no heading. */
const CODE = /[{}<>=]|\w\(/;

/** Tables of one kind of row. */
function tablesBy(text: string, split: (line: Stretch) => readonly number[]): Tables {
  const rows = new Map<number, Row>();
  const rowOf: RowOf = (line) => {
    const row = rows.get(line.start) ?? { ...line, starts: split(line) };
    rows.set(line.start, row);
    return row;
  };
  const firstOf = headFinder(text, rowOf);
  const rowAt = (at: number): Row | undefined => {
    const line = lineAt(text, at);
    const row = line === undefined ? undefined : rowOf(line);
    return row === undefined || row.starts.length < 2 ? undefined : row;
  };
  return {
    headingOf: (at) => {
      const row = rowAt(at);
      if (row === undefined) return undefined;
      const first = firstOf(row);
      if (first.start === row.start || CODE.test(text.slice(first.start, first.end)))
        return undefined;
      const column = indexFrom(row.starts, at - row.start + 1) - 1;
      return cellOf(text, first, first.starts, Math.max(0, column));
    },
    rowsBelow: (at) => {
      const row = rowAt(at);
      const below = row === undefined ? undefined : besideOf(text, row, 1);
      if (row === undefined || below === undefined || !goTogether(row, rowOf(below)))
        return undefined;
      if (CODE.test(text.slice(row.start, row.end))) return undefined;
      return firstRows(text, below.start);
    },
  };
}

/** Where the cells begin that a sign parts, in the heading of a wiki's table two; none of a line without it. */
function signedStarts(line: string, sign: string): readonly number[] {
  if (!line.includes(sign)) return [];
  const isWiki = sign === "|" && line.trimStart().startsWith("||");
  return isWiki
    ? [0, ...[...line.matchAll(/\|\|/g)].map(({ index }) => index + 1)]
    : cellStarts(line, sign);
}

/** The tables whose rows are lines, by what parts the cells: a sign (RFC 4180 and its kin), or spaces. */
export function rowTables(text: string): readonly Tables[] {
  const bySign = Array.from(CELLS, (sign) =>
    tablesBy(text, ({ start, end }) => signedStarts(text.slice(start, end), sign)),
  );
  const bySpaces = tablesBy(text, (line) =>
    spacedCells(text, line).map(({ start }) => start - line.start),
  );
  return [...bySign, bySpaces];
}

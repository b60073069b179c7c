import { cellOf, cellStarts, CELLS, isRule, lineAt, spacedCells } from "./cells.ts";
import type { Stretch } from "./cells.ts";
import { firstRows } from "./table.ts";
import type { Tables } from "./table.ts";
import { indexFrom } from "./word-index.ts";

/** A line as a row of a table: where its cells begin, from where the line does. */
interface Row extends Stretch {
  readonly starts: readonly number[];
}

/** What a line of code or a row of values has, and no row of headings. */
const CODE = /[{}<>=@]|\w\(|\d{5}/;
/** A heading is no longer, in UTF-16 units: sentences have commas as well. */
const MAX_HEADING = 48;

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
function headFinder(text: string, rowOf: (line: Stretch) => Row): (row: Row) => Row {
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

/** Where the cells begin that a sign parts, in the heading of a wiki's table two; none of a line without it. */
function signedStarts(line: string, sign: string): readonly number[] {
  if (!line.includes(sign)) return [];
  const isWiki = sign === "|" && line.trimStart().startsWith("||");
  return isWiki
    ? [0, ...[...line.matchAll(/\|\|/g)].map(({ index }) => index + 1)]
    : cellStarts(line, sign);
}

/** Takes lines apart in one way, and finds what heads them. */
interface Kind {
  /** What stands between the cells of a row. */
  readonly sign: string;
  readonly rowOf: (line: Stretch) => Row;
  readonly headOf: (row: Row) => Row;
}

function kindBy(text: string, sign: string, split: (line: Stretch) => readonly number[]): Kind {
  const rows = new Map<number, Row>();
  const rowOf = (line: Stretch): Row => {
    const row = rows.get(line.start) ?? { ...line, starts: split(line) };
    rows.set(line.start, row);
    return row;
  };
  return { sign, rowOf, headOf: headFinder(text, rowOf) };
}

/** Do at least two cells of a row hold something? Indented lines and those that end with a comma are else one of two cells. */
function isFilled(text: string, row: Row): boolean {
  if (text.charAt(row.start) === "|") return true;
  let filled = 0;
  for (let column = 0; column < row.starts.length && filled < 2; column++) {
    const { start, end } = cellOf(text, row, row.starts, column);
    if (start < end) filled++;
  }
  return filled > 1;
}

/** The cell of a row in which a place stands, of another row; undefined where it is too long for a heading, or alone. */
function headingIn(text: string, row: Row, head: Row, at: number): Stretch | undefined {
  const column = indexFrom(row.starts, at - row.start + 1) - 1;
  const cell = cellOf(text, head, head.starts, Math.max(0, column));
  return cell.end - cell.start > MAX_HEADING || !isFilled(text, head) ? undefined : cell;
}

/** The tables whose rows are lines, the cells parted by a sign (RFC 4180 and its kin) or by spaces. */
export function rowTables(text: string): Tables {
  const bySign = Array.from(CELLS, (sign) =>
    kindBy(text, sign, ({ start, end }) => signedStarts(text.slice(start, end), sign)),
  );
  const bySpaces = kindBy(text, "  ", (line) =>
    spacedCells(text, line).map(({ start }) => start - line.start),
  );
  const kinds = [...bySign, bySpaces];
  const mayHead = ({ start, end }: Stretch): boolean => !CODE.test(text.slice(start, end));
  return {
    headingOf: (at) => {
      const line = lineAt(text, at);
      if (line === undefined) return undefined;
      for (const { rowOf, headOf } of kinds) {
        const row = rowOf(line);
        if (row.starts.length < 2) continue;
        const head = headOf(row);
        const isHeaded = head.start !== row.start && mayHead(head);
        const cell = isHeaded ? headingIn(text, row, head, at) : undefined;
        if (cell !== undefined) return cell;
      }
      return undefined;
    },
    rowsBelow: (at) => {
      const line = lineAt(text, at);
      if (line === undefined) return undefined;
      const below = besideOf(text, line, 1);
      if (below === undefined || below.start === below.end) return undefined;
      // Most lines of prose that have commas stand above one that has none, or above nothing.
      for (const { sign, rowOf } of kinds) {
        if (!text.slice(below.start, below.end).includes(sign)) continue;
        const row = rowOf(line);
        if (!goTogether(row, rowOf(below)) || !mayHead(row)) continue;
        if (headingIn(text, row, row, at) !== undefined) return firstRows(text, below.start);
      }
      return undefined;
    },
  };
}

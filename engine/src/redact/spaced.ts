import { trimmed } from "../scan/cells.ts";
import type { Stretch } from "../scan/cells.ts";
import type { Counterpart } from "./counterparts.ts";

/** What may stand before each code of a grid: a number, a point, a box to tick. */
const MARK = /^(?:[-*+•☐□▢]|\d{1,3}[.)])(?: |$)/;

/** The cells of a line without their marks, and whether each has one. */
export interface Codes {
  readonly cells: readonly Stretch[];
  readonly areMarked: boolean;
}

/** What cells hold behind the marks of a list. */
export function codesOf(content: string, spaced: readonly Stretch[]): Codes {
  const cells: Stretch[] = [];
  let marks = 0;
  for (const { start, end } of spaced) {
    const mark = MARK.exec(content.slice(start, end))?.[0].length ?? 0;
    if (mark > 0) marks++;
    // A mark may stand two spaces before its code.
    if (start + mark < end) cells.push(trimmed(content, start + mark, end));
  }
  return { cells, areMarked: marks === cells.length };
}

/** The rest of a table may stand below a row of which one cell is filled; a sentence ends it. */
const isWord = (content: string, { start, end }: Stretch): boolean =>
  !/\s/.test(content.slice(start, end));

/**
 * The cell of a row that begins or ends where the value does in its own, as columns are aligned to the left or to the right; else the one with as many before it,
 * of as many. Empty for a row that has none in that column.
 */
export function spacedCounterpart(
  content: string,
  line: Stretch,
  secret: Stretch,
  cellsOf: (line: Stretch) => readonly Stretch[],
): Counterpart {
  const own = cellsOf(line);
  const column = own.findIndex(({ start }) => start === secret.start);
  const from = secret.start - line.start;
  const to = secret.end - line.start;
  return (row) => {
    const cells = cellsOf(row);
    const [first] = cells;
    if (first === undefined) return undefined;
    const none = { start: row.end, end: row.end };
    if (cells.length === 1) return isWord(content, first) ? none : undefined;
    return (
      cells.find(({ start }) => start - row.start === from) ??
      cells.find(({ end }) => end - row.start === to) ??
      (cells.length === own.length ? cells[column] : none)
    );
  };
}

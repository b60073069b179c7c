import { trimmed } from "./counterparts.ts";
import type { Counterpart } from "./counterparts.ts";
import type { Stretch } from "./repeats.ts";

/** A cell between two spaces or more, or tabs: words with one space between them. */
const CELL = /\S+(?: \S+)*/g;

/** The cells of a line that stand apart by spaces, without their quotation marks. */
export const spacedCells = (content: string, { start, end }: Stretch): readonly Stretch[] =>
  Array.from(content.slice(start, end).matchAll(CELL), ({ index, 0: { length } }) =>
    trimmed(content, start + index, start + index + length),
  );

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
  own: readonly Stretch[],
): Counterpart {
  const column = own.findIndex(({ start }) => start === secret.start);
  const from = secret.start - line.start;
  const to = secret.end - line.start;
  return (row) => {
    const cells = spacedCells(content, row);
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

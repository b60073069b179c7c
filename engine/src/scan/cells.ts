/** A stretch of a text; `end` is exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const QUOTES = "\"'`*";

/** The signs that stand between the cells of a row. */
export const CELLS = "\t,;|";
/** The rule below the heading of a table. */
const RULE = /^[\s|:+=\u2500-\u257f-]+$/;

/** A stretch without the white space and the quotation marks at its ends. */
export function trimmed(content: string, start: number, end: number): Stretch {
  let from = start;
  let to = end;
  const isLoose = (at: number): boolean =>
    content.charCodeAt(at) <= 32 || QUOTES.includes(content.charAt(at));
  while (from < to && isLoose(from)) from++;
  while (to > from && isLoose(to - 1)) to--;
  return { start: from, end: to };
}

/** Longer lines are no list's, so that each value is looked around in a bounded part of the content. */
const MAX_LINE = 4096;

/** The line that holds a place: its offsets without the line break; undefined for a long one. */
export function lineAt(content: string, at: number): Stretch | undefined {
  const before = content.slice(Math.max(0, at - MAX_LINE), at).lastIndexOf("\n");
  const behind = content.slice(at, at + MAX_LINE).indexOf("\n");
  if (before < 0 && at > MAX_LINE) return undefined;
  if (behind < 0 && content.length - at > MAX_LINE) return undefined;
  const start = before < 0 ? 0 : Math.max(0, at - MAX_LINE) + before + 1;
  return { start, end: behind < 0 ? content.length : at + behind };
}

/** Is a line the rule below the heading of a table? */
export const isRule = (content: string, { start, end }: Stretch): boolean =>
  RULE.test(content.slice(start, end));

/** Where the cells of a row begin; what stands in quotation marks is one (RFC 4180, 2). */
export function cellStarts(row: string, sign: string): readonly number[] {
  const starts = [0];
  let quote = "";
  let isFresh = true;
  for (let at = 0; at < row.length; at++) {
    const char = row.charAt(at);
    // Two within such a cell are one of its own.
    if (char === quote && row.charAt(at + 1) === quote) at++;
    else if (char === quote) quote = "";
    else if (quote === "" && isFresh && (char === '"' || char === "'")) quote = char;
    else if (quote === "" && char === sign) starts.push(at + 1);
    isFresh = (char === sign && quote === "") || (isFresh && char === " ");
  }
  return starts;
}

/** A cell of a row whose cells begin where `starts` says. */
export function cellOf(
  content: string,
  { start, end }: Stretch,
  starts: readonly number[],
  column: number,
): Stretch {
  const next = starts[column + 1];
  return trimmed(
    content,
    start + (starts[column] ?? 0),
    next === undefined ? end : start + next - 1,
  );
}

/** A cell between two spaces or more, or tabs: words with one space between them. */
const CELL = /\S+(?: \S+)*/g;

/** Lines of more are no rows, so that each value is looked at beside few others. */
const MOST_CELLS = 32;

/** The cells of a line that stand apart by spaces, without their quotation marks; none of a line of too many. */
export function spacedCells(content: string, { start, end }: Stretch): readonly Stretch[] {
  const cells: Stretch[] = [];
  for (const { index, 0: cell } of content.slice(start, end).matchAll(CELL)) {
    if (cells.length === MOST_CELLS) return [];
    cells.push(trimmed(content, start + index, start + index + cell.length));
  }
  return cells;
}

import { cellOf, cellStarts, lineAt, trimmed, CELLS } from "../scan/cells.ts";
import type { Stretch } from "../scan/cells.ts";

/** What a line of a list begins with, and what it ends with. */
const BULLET = /^[\s>]{0,16}(?:[-*+•]\s{1,3}|\d{1,3}[.)]\s{1,3})?/;
const LINE_END = /[\s,;]{0,4}$/;
/** The lines behind one, or those before it, as far as none is long; `at` finds what holds a place. */
export function* linesBeside(
  content: string,
  line: Stretch,
  step: 1 | -1,
  at = (place: number): Stretch | undefined => lineAt(content, place),
): Generator<Stretch> {
  let beside: Stretch | undefined = line;
  for (;;) {
    if (step > 0 ? beside.end >= content.length : beside.start === 0) return;
    beside = at(step > 0 ? beside.end + 1 : beside.start - 1);
    if (beside === undefined) return;
    yield beside;
  }
}

/** Finds the stretch of a line, or of a row, that stands where the value stands in its own; undefined where the line is another one. */
export type Counterpart = (line: Stretch) => Stretch | undefined;

/** What stands before the value in its line, without its quotation mark, and behind it. */
export interface Around {
  readonly before: string;
  readonly behind: string;
}

export const aroundOf = (content: string, { start, end }: Stretch, line: Stretch): Around => ({
  before: content.slice(line.start, start).replace(/["'`*]{1,2}$/, ""),
  behind: content.slice(end, line.end).replace(/^["'`*]{1,2}/, ""),
});

/** Is the value alone in its line, but for a bullet? */
export const isAlone = ({ before, behind }: Around): boolean =>
  before.replace(BULLET, "") === "" && behind.replace(LINE_END, "") === "";

export function lineCounterpart(content: string): Counterpart {
  return ({ start, end }) => {
    const line = content.slice(start, end);
    const from = start + (BULLET.exec(line)?.[0].length ?? 0);
    const to = end - (LINE_END.exec(line)?.[0].length ?? 0);
    const found = trimmed(content, from, Math.max(from, to));
    return found.start < found.end ? found : undefined;
  };
}

/** The sign between the cells of the row that a value stands in. */
export function cellSign({ before, behind }: Around): string | undefined {
  const signs = [before.trimEnd().at(-1), behind.trimStart().at(0), before.at(-1), behind.at(0)];
  return signs.find((sign) => sign !== undefined && CELLS.includes(sign));
}

/** The cell of a row, where there are as many as the value's row has. */
export function cellCounterpart(
  content: string,
  sign: string,
  column: number,
  cells: number,
): Counterpart {
  return (row) => {
    const starts = cellStarts(content.slice(row.start, row.end), sign);
    return starts.length === cells ? cellOf(content, row, starts, column) : undefined;
  };
}

/** The name or the user before a value at the end of its line, with what stands between: `ann / `, `Netflix: `. */
export const LABEL = /^[\s>]{0,16}(?:[-*+•]\s|\d{1,3}[.)]\s)?[^\n:=/]{1,40}?(\s\/\s|:\s|\s?=\s?)$/;

export function labelCounterpart(content: string, sign: string): Counterpart {
  return ({ start, end }) => {
    const line = content.slice(start, end);
    const at = line.indexOf(sign);
    if (at < 0 || !LABEL.test(line.slice(0, at + sign.length))) return undefined;
    const to = end - (LINE_END.exec(line)?.[0].length ?? 0);
    const found = trimmed(content, start + at + sign.length, Math.max(start + at, to));
    return /\s/.test(content.slice(found.start, found.end)) ? undefined : found;
  };
}

/** Does nothing of its line stand behind a value? */
export const endsLine = ({ behind }: Around): boolean => behind.replace(LINE_END, "") === "";

import type { Secret, Siblings } from "./alike.ts";
import { cellCounterpart, cellSign, cellStarts, rowsBeside } from "./counterparts.ts";
import type { Around, Counterpart } from "./counterparts.ts";
import type { Stretch } from "./repeats.ts";

/** What heads a column of secrets. */
export const HEADING =
  /pass(?!ed|es|age|enger|port)|pwd|\bpw\b|secret|token|kennwort|contrase|mot de passe|senha|wachtwoord|has[lł]o|heslo|парол|密[码碼]|パスワード|비밀번호/i;

/** Is a cell the secret, and nothing but it? */
export const isSame = (secret: Stretch, cell: Stretch | undefined): boolean =>
  cell !== undefined && cell.start === secret.start && cell.end === secret.end;

/** So many cells in a row that are not alike end a column. */
export const MOST_OTHERS = 64;

/** A secret and the line that it stands in. */
export interface Place<S> {
  readonly content: string;
  readonly secret: S;
  readonly line: Stretch;
}

/** The cells above a value's up to one that was met before or the heading, and whether that says secret. */
function cellsAbove<S extends Secret>(
  { content, secret, line }: Place<S>,
  all: Siblings<S>,
  counterpart: Counterpart,
): { readonly cells: readonly Stretch[]; readonly isHeaded: boolean } {
  const cells: Stretch[] = [];
  if (all.headed.has(secret.start)) return { cells, isHeaded: true };
  for (const beside of rowsBeside(content, line, -1)) {
    const cell = counterpart(beside);
    if (cell === undefined || cells.length > MOST_OTHERS) break;
    if (all.headed.has(cell.start) || HEADING.test(content.slice(cell.start, cell.end)))
      return { cells, isHeaded: true };
    if (all.has(cell.start)) break;
    cells.push(cell);
  }
  return { cells, isHeaded: false };
}

/** Those in the cells above and below a value's. */
function addCells<S extends Secret>(
  place: Place<S>,
  all: Siblings<S>,
  counterpart: Counterpart,
): void {
  const { content, secret, line } = place;
  const { cells, isHeaded } = cellsAbove(place, all, counterpart);
  const add = (cell: Stretch): boolean => {
    if (isHeaded) all.headed.add(cell.start);
    return all.add(secret, cell, false);
  };
  if (isHeaded) all.headed.add(secret.start);
  cells.forEach(add);
  let others = 0;
  for (const beside of rowsBeside(content, line, 1)) {
    const cell = counterpart(beside);
    if (cell === undefined || others > MOST_OTHERS) return;
    const isKnown = all.has(cell.start);
    others = add(cell) ? 0 : others + 1;
    if (isKnown) return;
  }
}

/** Those in the column of a table that a value stands in; false where its line is no row. */
export function addColumn<S extends Secret>(
  place: Place<S>,
  around: Around,
  all: Siblings<S>,
): boolean {
  const { content, secret, line } = place;
  const sign = cellSign(around);
  if (sign === undefined) return false;
  const starts = cellStarts(content.slice(line.start, line.end), sign);
  const column = starts.filter((start) => line.start + start <= secret.start).length - 1;
  const counterpart = cellCounterpart(content, sign, column, starts.length);
  // A line of code or of a sentence that ends with a comma is no row.
  if (!isSame(secret, counterpart(line))) return false;
  addCells(place, all, counterpart);
  return true;
}

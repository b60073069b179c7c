import type { Heading, Secret, Siblings } from "./alike.ts";
import { cellCounterpart, cellSign, linesBeside } from "./counterparts.ts";
import type { Around, Counterpart } from "./counterparts.ts";
import { cellOf, isRule } from "../scan/cells.ts";
import type { Stretch } from "../scan/cells.ts";
import { spacedCounterpart } from "./spaced.ts";

/** What heads a column of secrets. */
export const HEADING =
  /pass(?!ed|es|age|enger|port)|pwd|\bpw\b|secret|token|kennwort|contrase|mot de passe|senha|wachtwoord|has[lł]o|heslo|парол|密[码碼]|パスワード|비밀번호/i;

/** What names a setting that is a secret. */
export const NAMED = /pass|pwd|\bpw\b|secret|token|key|credential|auth/i;

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

/** A column of a table, and whether what stands before a value in its row names it by itself, as a setting is named. */
interface Column {
  readonly counterpart: Counterpart;
  /** The rows below the value's, or those above it. */
  readonly rows: (step: 1 | -1) => Iterable<Stretch>;
  readonly isNamed: boolean;
}

/** What heads a column is no name of an object or a file. */
const PLAIN = /^[\p{L}\p{M}_ ]+$/u;

/** Does a cell head secrets? */
const isHeading = (cell: string, { isNamed }: Column): boolean =>
  HEADING.test(cell) && (!isNamed || PLAIN.test(cell));

/** The cells above a value, and the heading that says secret above them. */
interface Above {
  readonly cells: readonly Stretch[];
  readonly heading?: Heading;
}

/** What else heads a column whose cells go with those of a column of secrets. */
const KEYS =
  /key|credential|auth|code|\bpin\b|seed|phrase|cv[vc]|schlüssel|clave|chave|\bcl[eé]\b|密钥|キー/i;

const headingOf = (content: string, row: Stretch, { start, end }: Stretch): Heading => ({
  row: content.slice(row.start, row.end),
  isOnly: [content.slice(row.start, start), content.slice(end, row.end)].every(
    (rest) => !HEADING.test(rest) && !KEYS.test(rest),
  ),
});

/** The cells above a value's up to one that was met before or the heading. */
function cellsAbove<S extends Secret>(
  { content, secret }: Place<S>,
  all: Siblings<S>,
  column: Column,
): Above {
  const cells: Stretch[] = [];
  const known = all.headed.get(secret.start);
  if (known !== undefined) return { cells, heading: known };
  for (const beside of column.rows(-1)) {
    if (isRule(content, beside)) continue;
    const cell = column.counterpart(beside);
    if (cell === undefined || cells.length > MOST_OTHERS) break;
    const heading = all.headed.get(cell.start);
    if (heading !== undefined) return { cells, heading };
    if (isHeading(content.slice(cell.start, cell.end), column))
      return { cells, heading: headingOf(content, beside, cell) };
    if (all.has(cell.start)) break;
    cells.push(cell);
  }
  return { cells };
}

/** Those in the cells above and below a value's. */
function addCells<S extends Secret>(place: Place<S>, all: Siblings<S>, column: Column): void {
  const { content, secret } = place;
  const { cells, heading } = cellsAbove(place, all, column);
  // A setting that is named as a secret says so of its own value alone.
  if (column.isNamed && heading === undefined) return;
  const add = (cell: Stretch): boolean => {
    if (heading !== undefined) all.headed.set(cell.start, heading);
    return all.add(secret, cell, false);
  };
  if (heading !== undefined) all.headed.set(secret.start, heading);
  cells.forEach(add);
  let others = 0;
  for (const beside of column.rows(1)) {
    // Pages of one table, or runs of one command, each have the heading.
    if (isRule(content, beside) || content.slice(beside.start, beside.end) === heading?.row)
      continue;
    const cell = column.counterpart(beside);
    if (cell === undefined || others > MOST_OTHERS) return;
    const isKnown = all.has(cell.start);
    others = add(cell) ? 0 : others + 1;
    if (isKnown) return;
  }
}

/** The column between signs that a value stands in; undefined where its line is no row. */
function signedColumn<S extends Secret>(
  { content, secret, line }: Place<S>,
  around: Around,
  { rows }: Siblings<S>,
): Column | undefined {
  const sign = cellSign(around);
  if (sign === undefined) return undefined;
  // What looks like a cell of several lines may be a quotation that holds a table.
  for (const at of [rows.at, undefined]) {
    const row = at === undefined ? line : at(secret.start);
    if (row === undefined) continue;
    const starts = rows.starts(row, sign);
    const before = starts.filter((start) => row.start + start <= secret.start).length - 1;
    // A line of code or of a sentence that ends with a comma is no row.
    if (!isSame(secret, cellOf(content, row, starts, before))) continue;
    return {
      counterpart: cellCounterpart(content, sign, before, starts.length),
      rows: (step) => linesBeside(content, row, step, at),
      isNamed: false,
    };
  }
  return undefined;
}

/** The column between spaces that a value stands in; undefined where its line is no row, but a setting and its value among others that are aligned. */
function spacedColumn<S extends Secret>(
  { content, secret, line }: Place<S>,
  { rows }: Siblings<S>,
): Column | undefined {
  const cells = rows.spaced(line);
  if (cells.length < 2 || !cells.some((cell) => isSame(secret, cell))) return undefined;
  const before = cells
    .filter(({ start }) => start < secret.start)
    .map(({ start, end }) => content.slice(start, end));
  if (before.some((cell) => /[:=]$/.test(cell))) return undefined;
  const isNamed = before.some((cell) => NAMED.test(cell) || HEADING.test(cell));
  return {
    counterpart: spacedCounterpart(content, line, secret, rows.spaced),
    rows: (step) => linesBeside(content, line, step),
    isNamed,
  };
}

/** Those in the column of a table that a value stands in; false where its line is no row. */
export function addColumn<S extends Secret>(
  place: Place<S>,
  around: Around,
  all: Siblings<S>,
): boolean {
  const column = signedColumn(place, around, all) ?? spacedColumn(place, all);
  if (column !== undefined) addCells(place, all, column);
  return column !== undefined;
}

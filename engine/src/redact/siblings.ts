import { judgesMixture, validate } from "../validators/validate.ts";
import type { Detector } from "../scan/ruleset.ts";
import {
  aroundOf,
  cellCounterpart,
  cellSign,
  cellStarts,
  endsLine,
  isAlone,
  LABEL,
  labelCounterpart,
  lineAt,
  lineCounterpart,
  linesBeside,
  rowsBeside,
} from "./counterparts.ts";
import type { Counterpart } from "./counterparts.ts";
import type { Stretch } from "./repeats.ts";

/** A stretch that is a secret, and what found it. */
export interface Secret extends Stretch {
  readonly pattern: Detector;
}

/** The shortest that is told by how its characters are mixed, in UTF-16 units. */
const LEAST_CHARS = 6;

/** Between values in a line: commas and the like with a space, a word, an arrow, quotation marks; what it says of the one before. */
const BESIDE =
  /^["'`]?(?: \([^)\n]{1,16}\))?(?:\s{0,2}[,;/|]\s{1,3}|["'`]\s{0,2}[,;]\s{0,16}(?=["'`])|\s(?:and|und|et|y|e|en|og|och|i|or|oder|ou)(?:\s(?:is|ist|est|es)\s(?:now|jetzt|maintenant|ahora))?\s|\s?(?:->|→)\s?|["'`]\s{1,3}(?=["'`]))["'`]?/;
/** The one before a value, and what stands between. */
const BEFORE =
  /([^\s"'`,;|<>()[\]{}]{4,128})(["'`]?\s{0,2}[,;/|]\s{1,3}["'`]?|["'`]\s{0,2}[,;]\s{0,16}["'`]|[ \t]{1,4})$/;
/** Spaces alone stand between words as well, and between the arguments of a command. */
const LOOSE = /^["'`\s]*$/;
const SPACES = /^[ \t]{1,4}/;
const TOKEN = /^[^\s"'`,;|<>]+/;
const TRAIL = /[.,;:!?)\]}]+$/;

/** What heads a column of secrets. */
const HEADING =
  /pass(?!ed|es|age|enger|port)|pwd|\bpw\b|secret|token|kennwort|contrase|mot de passe|senha|wachtwoord|has[lł]o|heslo|парол|密[码碼]|パスワード|비밀번호/i;
/** ... or a setting. */
const NAMED = /pass|pwd|\bpw\b|secret|token|key|credential|auth/i;
/** What stands in such a column where there is none. */
const NONE = /^(?:n\/?a|none|null|nil|unset|empty|yes|no|true|false|sso|ldap|oauth|-+)$/i;

/** How far before a value the row of a statement may begin, in UTF-16 units. */
const TUPLE_CHARS = 400;

/** Letters and digits in one sign: `8f3k-29sl` is made as `77ab-lk3d` is. */
const makeOf = (value: string): string => value.replaceAll(/[A-Za-z0-9]/g, "x");
const hasDigit = (value: string): boolean => /\d/.test(value);

const isOfOneMake = (value: string, other: string): boolean =>
  other.length >= 4 && hasDigit(value) && hasDigit(other) && makeOf(value) === makeOf(other);

/** Is another value one of those that the pattern looks for, as far as it can tell without what stands around it? */
function isAlike({ validator }: Detector, value: string, other: string): boolean {
  if (isOfOneMake(value, other)) return true;
  if (validator === undefined || other.length < LEAST_CHARS) return false;
  const check = judgesMixture(validator) ? "mixed_password" : validator;
  return validate(check, other) === "valid";
}

/** Does a cell of a column of secrets hold one? */
const isFilled = (cell: string): boolean => /^[^\s[<*{$][^\s]{3,}$/.test(cell) && !NONE.test(cell);

const isSame = (secret: Stretch, cell: Stretch | undefined): boolean =>
  cell !== undefined && cell.start === secret.start && cell.end === secret.end;

/** A secret and the line that it stands in. */
interface Place<S> {
  readonly content: string;
  readonly secret: S;
  readonly line: Stretch;
}

/** Collects what is alike, and knows what was met before. */
class Siblings<S extends Secret> {
  readonly found: S[] = [];
  /** Where the cells begin that stand in a column whose heading says secret. */
  readonly headed = new Set<number>();
  private readonly known: Set<number>;
  private readonly content: string;

  constructor(content: string, secrets: readonly S[]) {
    this.content = content;
    this.known = new Set(secrets.map(({ start }) => start));
  }

  /** Takes a stretch for one beside a secret; false where it is none, or was met before. */
  add(secret: S, { start, end }: Stretch, isStrict: boolean): boolean {
    const { content } = this;
    if (this.known.has(start)) return false;
    const value = content.slice(secret.start, secret.end);
    const other = content.slice(start, end);
    const isOne =
      (this.headed.has(start) && isFilled(other)) ||
      (isStrict ? isOfOneMake(value, other) : isAlike(secret.pattern, value, other));
    if (!isOne) return false;
    this.known.add(start);
    this.found.push({ ...secret, start, end });
    return true;
  }

  has(start: number): boolean {
    return this.known.has(start);
  }
}

/** Those that precede a value in its line, each beside the one behind. */
function addBefore<S extends Secret>(content: string, secret: S, all: Siblings<S>): void {
  for (let at = secret.start; ;) {
    const [found, token = "", gap = ""] =
      BEFORE.exec(content.slice(Math.max(0, at - 320), at)) ?? [];
    if (found === undefined) return;
    const end = at - gap.length;
    const start = end - token.length;
    if (!all.add(secret, { start, end }, LOOSE.test(gap))) return;
    at = start;
  }
}

/** Those that follow a value in its line, each beside the one before. */
function addBehind<S extends Secret>(content: string, secret: S, all: Siblings<S>): void {
  for (let at = secret.end; ;) {
    const rest = content.slice(at, at + 320);
    const gap = BESIDE.exec(rest)?.[0] ?? SPACES.exec(rest)?.[0] ?? "";
    const token = gap === "" ? "" : (TOKEN.exec(rest.slice(gap.length))?.[0] ?? "");
    const start = at + gap.length;
    const end = start + token.replace(TRAIL, "").length;
    if (end === start || !all.add(secret, { start, end }, LOOSE.test(gap))) return;
    at = end;
  }
}

/** So many cells in a row that are not alike end a column. */
const MOST_OTHERS = 64;

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

/** Does a line that says secrets and ends with a colon head the lines that a line is one of? */
function isUnderHeading(content: string, line: Stretch, counterpart: Counterpart): boolean {
  let count = 0;
  for (const above of linesBeside(content, line, -1)) {
    const text = content.slice(above.start, above.end);
    if (/:\s*$/.test(text)) return HEADING.test(text);
    if (++count > MOST_OTHERS || counterpart(above) === undefined) return false;
  }
  return false;
}

/** Those that stand alone, or behind a label, in the lines around where the value does. */
function addLines<S extends Secret>(
  { content, secret, line }: Place<S>,
  all: Siblings<S>,
  label?: string,
): void {
  const counterpart =
    label === undefined ? lineCounterpart(content) : labelCounterpart(content, label);
  // Of settings, each has a value of its own.
  const isStrict =
    label !== undefined && label.trim() !== "/" && !isUnderHeading(content, line, counterpart);
  for (const step of [1, -1] as const) {
    for (const beside of linesBeside(content, line, step)) {
      const found = counterpart(beside);
      if (found === undefined || !all.add(secret, found, isStrict)) break;
    }
  }
}

/** Those of one make that stand alone in the lines below a value that ends its own: `Codes: 8f3k-29sl` and below it `77ab-lk3d`. */
function addLinesBelow<S extends Secret>(
  { content, secret, line }: Place<S>,
  all: Siblings<S>,
): void {
  const counterpart = lineCounterpart(content);
  for (const beside of linesBeside(content, line, 1)) {
    const found = counterpart(beside);
    if (found === undefined || !all.add(secret, found, true)) return;
  }
}

/** Those that stand in the lines around where the value stands in its own. */
function addBelow<S extends Secret>(content: string, secret: S, all: Siblings<S>): void {
  const line = lineAt(content, secret.start);
  if (line === undefined) return;
  const around = aroundOf(content, secret, line);
  const place = { content, secret, line };
  if (isAlone(around)) return addLines(place, all);
  const sign = cellSign(around);
  if (sign !== undefined) {
    const starts = cellStarts(content.slice(line.start, line.end), sign);
    const column = starts.filter((start) => line.start + start <= secret.start).length - 1;
    const counterpart = cellCounterpart(content, sign, column, starts.length);
    // A line of code or of a sentence that ends with a comma is no row.
    if (isSame(secret, counterpart(line))) return addCells(place, all, counterpart);
  }
  if (!endsLine(around)) return;
  const [label = "", between] = LABEL.exec(around.before) ?? [];
  // A setting that is named as a secret says so of its own value alone.
  if (between !== undefined && !(NAMED.test(label) && between.trim() !== "/"))
    addLines(place, all, between);
  addLinesBelow(place, all);
}

/** Those in the rows of a statement behind the value's: `('ann', 'x'), ('bob', 'y')`. */
function addRows<S extends Secret>(content: string, secret: S, all: Siblings<S>): void {
  const from = Math.max(0, secret.start - TUPLE_CHARS);
  const before = content.slice(from, secret.start);
  const open = Math.max(before.lastIndexOf("("), before.lastIndexOf("["));
  if (open < 0 || /[)\]]/.test(before.slice(open))) return;
  const close = before.charAt(open) === "(" ? ")" : "]";
  const size = content.slice(secret.end, secret.end + TUPLE_CHARS).indexOf(close);
  if (size < 0) return;
  const end = secret.end + size;
  const first = from + open + 1;
  const starts = cellStarts(content.slice(first, end), ",");
  const column = starts.filter((start) => first + start <= secret.start).length - 1;
  const counterpart = cellCounterpart(content, ",", column, starts.length);
  if (!isSame(secret, counterpart({ start: first, end }))) return;
  for (let at = end + 1; ;) {
    const gap = /^\s{0,16},\s{0,16}[([]/.exec(content.slice(at, at + 48))?.[0];
    if (gap === undefined) return;
    const start = at + gap.length;
    const length = content.slice(start, start + TUPLE_CHARS).indexOf(close);
    const found = length < 0 ? undefined : counterpart({ start, end: start + length });
    if (found === undefined) return;
    if (!all.add(secret, found, false) && all.has(found.start)) return;
    at = start + length + 1;
  }
}

/**
 * What stands beside secrets in a list, in the rows of a table or of a statement, and is made as they are: an expression that is told
 * by a heading or a name before the list finds the first of it, and a person who has that one redacted means all. Each with the secret
 * that it stands beside, in no order; the secrets are not among them. Only for texts that hold a secret: what it takes for one besides
 * costs a placeholder, and stops nothing. Linear in the content.
 */
export function siblingsOf<S extends Secret>(content: string, secrets: readonly S[]): readonly S[] {
  const all = new Siblings(content, secrets);
  for (const secret of secrets) {
    addBehind(content, secret, all);
    addBefore(content, secret, all);
    addBelow(content, secret, all);
    addRows(content, secret, all);
  }
  return all.found;
}

import { cellStarts } from "../scan/cells.ts";
import type { Heading, Secret, Siblings } from "./alike.ts";
import { HEADING, isSame } from "./columns.ts";
import { cellCounterpart } from "./counterparts.ts";

/** How far before a value the row of a statement may begin, in UTF-16 units. */
const TUPLE_CHARS = 400;

/** What a column of secrets is headed by in a statement: what stands beside a row there is no other row's. */
const NAMES: Heading = { row: "", isOnly: false };

/** Does the name of the column that a value of a statement stands in say secret? */
function isOfSecrets<S extends Secret>(
  content: string,
  { start }: S,
  { rows }: Siblings<S>,
): boolean {
  const name = rows.columnNamed(start);
  return name !== undefined && HEADING.test(content.slice(name.start, name.end));
}

/** Those in the rows of a statement behind the value's: `('ann', 'x'), ('bob', 'y')`. */
export function addRows<S extends Secret>(content: string, secret: S, all: Siblings<S>): void {
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
  const isHeaded = isOfSecrets(content, secret, all);
  for (let at = end + 1; ;) {
    const gap = /^\s{0,16},\s{0,16}[([]/.exec(content.slice(at, at + 48))?.[0];
    if (gap === undefined) return;
    const start = at + gap.length;
    const length = content.slice(start, start + TUPLE_CHARS).indexOf(close);
    const found = length < 0 ? undefined : counterpart({ start, end: start + length });
    if (found === undefined) return;
    if (isHeaded) all.headed.set(found.start, NAMES);
    if (!all.add(secret, found, false) && all.has(found.start)) return;
    at = start + length + 1;
  }
}

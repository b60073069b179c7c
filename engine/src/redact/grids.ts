import { isOfOneMake } from "./alike.ts";
import type { Secret, Siblings } from "./alike.ts";
import { isSame } from "./columns.ts";
import type { Place } from "./columns.ts";
import { linesBeside } from "./counterparts.ts";
import type { Stretch } from "../scan/cells.ts";
import type { Codes } from "./spaced.ts";

/**
 * Those in a grid of codes, in the value's line and those around: `1. 8f3k-29sl    6. 77ab-lk3d`. Each column of such a list goes on
 * in the next one. Of marked cells, some may say that a code was used; where none is, nothing but codes of one make may stand.
 */
export function addGrid<S extends Secret>(
  { content, secret, line }: Place<S>,
  all: Siblings<S>,
): void {
  const value = content.slice(secret.start, secret.end);
  const isCode = (cell: Stretch): boolean =>
    isSame(secret, cell) || isOfOneMake(value, content.slice(cell.start, cell.end));
  const add = ({ cells, areMarked }: Codes): boolean =>
    (areMarked || cells.every(isCode)) &&
    cells.filter((cell) => all.add(secret, cell, true)).length > 0;
  const own = all.rows.codes(line);
  if (!own.cells.some((cell) => isSame(secret, cell))) return;
  if (!own.areMarked && !own.cells.every(isCode)) return;
  add(own);
  for (const step of [1, -1] as const)
    for (const beside of linesBeside(content, line, step)) if (!add(all.rows.codes(beside))) break;
}

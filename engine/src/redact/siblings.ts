import { Siblings } from "./alike.ts";
import type { Secret } from "./alike.ts";
import { addColumn, HEADING, MOST_OTHERS, NAMED } from "./columns.ts";
import type { Place } from "./columns.ts";
import {
  aroundOf,
  endsLine,
  isAlone,
  LABEL,
  labelCounterpart,
  lineCounterpart,
  linesBeside,
} from "./counterparts.ts";
import type { Counterpart } from "./counterparts.ts";
import { lineAt } from "../scan/cells.ts";
import type { Stretch } from "../scan/cells.ts";
import { addGrid } from "./grids.ts";
import { addRows } from "./statements.ts";

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
  if (isAlone(around)) {
    addGrid(place, all);
    return addLines(place, all);
  }
  const isCell = addColumn(place, around, all);
  if (!all.headed.has(secret.start)) addGrid(place, all);
  if (isCell || !endsLine(around)) return;
  const [label = "", between] = LABEL.exec(around.before) ?? [];
  // A setting that is named as a secret says so of its own value alone.
  if (between !== undefined && !(NAMED.test(label) && between.trim() !== "/"))
    addLines(place, all, between);
  addLinesBelow(place, all);
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
    addBelow(content, secret, all);
    // What stands beside a cell is another column's, which is one of secrets where its heading says so.
    if (all.headed.get(secret.start)?.isOnly !== true) {
      addBehind(content, secret, all);
      addBefore(content, secret, all);
    }
    addRows(content, secret, all);
  }
  return all.found;
}

import type { Escape } from "./escape.ts";
import { isInGap, OPENERS } from "./escape-signs.ts";
import { isInWord, looksMadeUp, looksNumbered, wordBefore, wordFrom } from "./made-up.ts";
import { firstFrom } from "./word-index.ts";

/** How far apart two string literals may stand that an expression puts together, in UTF-16 units. */
const MAX_GAP = 64;

/** The operators that put literals together in one language or another, with the plus sign that a patch adds. */
const OPERATORS: ReadonlySet<string> = new Set(
  "+ . & | || <> .. ++ ~ ^ .+ &+ ..+ ||+ <>+".split(" "),
);
/** What stands beside an operator. */
const isFiller = (unit: number): boolean =>
  unit === 0x20 || unit === 0x5c || unit === 9 || unit === 10 || unit === 13;

/** What is looked for around a list of literals that are put together, and how far away. */
const JOINERS = /(?<!["'`])(?:join|concat|implode|paste0|strcat)/gi;
const JOINER_REACH = 256;

/** `f"..."`, `$@"..."`, `u8"..."`: what may stand before a literal. */
const MAX_LITERAL_PREFIX = 2;

/** Behind these, one ends it. */
const CLOSERS = ")]},;\\";

/** Quotation marks in a row that a shell leaves out. */
const MAX_QUOTES = 4;

const isQuote = (unit: number): boolean => unit === 0x22 || unit === 0x27 || unit === 0x60;

const isDigitOrQuote = (unit: number): boolean => (unit >= 48 && unit <= 57) || isQuote(unit);

const isLetter = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);
const isPrefixUnit = (unit: number): boolean => isLetter(unit) || unit === 0x24 || unit === 0x40;

/** Does a piece of a value stand at `at`, or at `beyond` with a space between? */
function isValueAt(text: string, at: number, beyond: number, stops: string): boolean {
  const unit = text.charCodeAt(at);
  if (unit === 0x20) return isInWord(text.charCodeAt(beyond));
  return unit > 0x20 && !stops.includes(text.charAt(at));
}

/** How a literal goes on that names an entry of a map, and no value is put together of: `"name": `, `'name' => `. */
const KEY = /^[^"'`\n]{1,64}["'`]\s{0,4}(?::|=>)/;
const MAX_KEY = 72;

/** Where the calls stand that put lists of literals together; looked up when it is first asked for. */
export interface Joiners {
  readonly isNear: (start: number, end: number) => boolean;
}

/** The calls of a text. Asked for nothing, it costs nothing; the first question costs one pass over the text. */
export function joinersOf(text: string): Joiners {
  let starts: readonly number[] | undefined;
  return {
    isNear: (start, end) => {
      starts ??= Array.from(text.matchAll(JOINERS), ({ index }) => index);
      const next = firstFrom(starts, start - JOINER_REACH);
      return next !== undefined && next < end + JOINER_REACH;
    },
  };
}

/** Does an escape of a URL end before `at`, or begin at `end`? There, no quotation mark stands within a word. */
const isBesideEscape = (text: string, at: number, end: number): boolean =>
  text.charCodeAt(at - 3) === 0x25 ||
  text.startsWith("%25", at - 5) ||
  text.charCodeAt(end) === 0x25;

/** What languages put before a string that is written another way: `N'...'`, `b"..."`, `$@"..."`. */
const PREFIX = /^(?:[bBfFrRuULN@$]|[bBfFuU]?[rR]|[rR][bBfF]|u8|\$@|@\$)$/;

/** A quotation mark within a word, or several, as a shell leaves them out: `a"b"c`, `a""b`. */
function quoteInWord(text: string, at: number): Escape | undefined {
  const before = text.charCodeAt(at - 1);
  if (!isInWord(before) && before !== 0x20) return undefined;
  let end = at + 1;
  while (end < at + MAX_QUOTES && isQuote(text.charCodeAt(end))) end++;
  const isWithin =
    end > at + 2
      ? isValueAt(text, at - 1, at - 2, OPENERS) && isValueAt(text, end, end + 1, CLOSERS)
      : isInWord(text.charCodeAt(at - 1)) && isInWord(text.charCodeAt(end));
  if (!isWithin || isBesideEscape(text, at, end)) return undefined;
  const left = wordBefore(text, at);
  if (PREFIX.test(left)) return undefined;
  const isSecret = end > at + 1 || looksMadeUp(left, wordFrom(text, end));
  return isSecret ? { start: at, end, text: "", joint: "operator" } : undefined;
}

const QUOTED_GROUP = /["'`]\d+["'`]/;

/** The longest group of digits that may stand in quotation marks. */
const MAX_GROUP = 24;

/** Do digits in quotation marks stand around `at`, and nothing else in that word? */
function isQuotedGroup(text: string, at: number): boolean {
  let start = at;
  while (at - start < MAX_GROUP && isDigitOrQuote(text.charCodeAt(start - 1))) start--;
  let end = at;
  while (end - at < MAX_GROUP && isDigitOrQuote(text.charCodeAt(end))) end++;
  return QUOTED_GROUP.test(text.slice(start, end));
}

/** Quotation marks beside a space between groups of digits: `1234 "5678" 9012`. */
function quoteInNumber(text: string, at: number): Escape | undefined {
  let end = at + 1;
  while (end < at + MAX_QUOTES && isQuote(text.charCodeAt(end))) end++;
  const isBeside = text.charCodeAt(at - 1) === 0x20 || text.charCodeAt(end) === 0x20;
  return isBeside && looksNumbered(text, at, end) && isQuotedGroup(text, at)
    ? { start: at, end, text: "", joint: "operator" }
    : undefined;
}

/** What puts two literals together, with `gap` between their quotation marks; `undefined` where nothing does. */
function jointKind(text: string, start: number, gap: string, joiners: Joiners): Escape["joint"] {
  let operator = "";
  for (let at = 0; at < gap.length; at++)
    if (!isFiller(gap.charCodeAt(at))) operator += gap.charAt(at);
  // Backticks are fences around code and the cells of tables as well, of which two may stand side by side.
  const isBacktick = text.charAt(start) === "`";
  if (OPERATORS.has(operator) && (operator === "+" || !isBacktick)) return "operator";
  // The columns of a table stand side by side, and a log has `"-" "Mozilla/5.0"` in every line.
  if (operator === "") {
    const isCell = gap.includes("\t") || wordBefore(text, start) === "-";
    return isCell || isBacktick ? undefined : "neighbours";
  }
  const isList = operator === "," || operator === ",+";
  return isList && joiners.isNear(start, start + gap.length) ? "list" : undefined;
}

/**
 * The stretch from the quotation mark that ends one string literal to the one that begins the next, where an operator,
 * or nothing, puts the two together: `"a" + "b"`, `'a' . 'b'`, `"a" "b"`, `a""b`; or a comma, where a call that joins a
 * list stands near. Reads a fixed number of characters.
 */
export function literalJointAt(text: string, at: number, joiners: Joiners): Escape | undefined {
  const inNumber = quoteInNumber(text, at);
  if (inNumber !== undefined) return inNumber;
  if (!isInGap(text.charCodeAt(at + 1))) return quoteInWord(text, at);
  if (!isValueAt(text, at - 1, at - 2, OPENERS)) return undefined;
  const limit = Math.min(text.length, at + MAX_GAP);
  let end = at + 2;
  while (end < limit && isInGap(text.charCodeAt(end))) end++;
  let next = end;
  for (let i = 0; i < MAX_LITERAL_PREFIX && isPrefixUnit(text.charCodeAt(next)); i++) next++;
  if (!isQuote(text.charCodeAt(next)) || !isValueAt(text, next + 1, next + 2, CLOSERS)) {
    return undefined;
  }
  const joint = jointKind(text, at, text.slice(at + 1, end), joiners);
  if (joint === undefined) return undefined;
  const isKey = joint === "list" && KEY.test(text.slice(next + 1, next + MAX_KEY));
  return isKey ? undefined : { start: at, end: next + 1, text: "", joint };
}

import { BACKSLASHED, GAP, HEX, LOWER, NUMBER, OPENER, QUOTATION, WORD } from "./escape-kinds.ts";
import { isInWord } from "./made-up.ts";
import { BACKSLASH, ESCAPE, QUOTE, whichAre } from "./signs.ts";
import { BYTE_VALUES } from "./text-bytes.ts";

/** Before these, a quotation mark begins a literal. */
export const OPENERS = "([{,;=\\";

const KINDS = new Uint8Array(BYTE_VALUES);
const SIGNS: readonly (readonly [string, number])[] = [
  [OPENERS, OPENER],
  ["+.&|<>~^,\\ \t\r\n", GAP],
  ["\"'`", QUOTATION],
  ["0123456789 -.", NUMBER],
  ["0123456789abcdefABCDEF", HEX],
  ["ux\n\r01", BACKSLASHED],
  ["abcdefghijklmnopqrstuvwxyz", LOWER],
];
for (const [chars, kind] of SIGNS)
  for (const char of chars) KINDS[char.charCodeAt(0)] = (KINDS[char.charCodeAt(0)] ?? 0) | kind;
for (let unit = 0; unit < 128; unit++) if (isInWord(unit)) KINDS[unit] = (KINDS[unit] ?? 0) | WORD;

/** For each byte what it may be beside the sign that an escape begins with. */
export const ESCAPE_KINDS: Readonly<Uint8Array> = KINDS;

const SPACE = 0x20;

const is = (byte: number | undefined, kinds: number): boolean =>
  ((KINDS[byte ?? 0] ?? 0) & kinds) !== 0;

/** Does a byte stand between two string literals that are put together? */
export const isInGap = (byte: number): boolean => is(byte, GAP);

/**
 * May a quotation mark between these two stand in the midst of a word or a number, or put two literals together? Most begin a
 * literal behind a space, a bracket or an operator, or end one before such a sign.
 */
function mayBeJoint(before: number, next: number): boolean {
  if (before < SPACE || is(before, OPENER)) return false;
  return is(next, QUOTATION | GAP) || is(next, before === SPACE ? NUMBER : WORD);
}

/** May an escape begin with the sign at `at`? What stands beside it tells of most signs that none does. */
function mayBeEscape(bytes: Uint8Array, at: number): boolean {
  const next = bytes[at + 1] ?? 0;
  switch (bytes[at] ?? 0) {
    case 0x25:
      return is(next, HEX) && is(bytes[at + 2], HEX);
    case 0x5c:
      return is(next, BACKSLASHED);
    case 0x26:
      return next === 0x23 || is(next, LOWER);
    default:
      return mayBeJoint(bytes[at - 1] ?? 0, next);
  }
}

const BEGINS = whichAre(QUOTE | BACKSLASH | ESCAPE);

/** Where escapes may begin in a text, but for those of e-mails. O(text). */
export function escapePlaces(bytes: Uint8Array): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < bytes.length; at++)
    if (BEGINS[bytes[at] ?? 0] === 1 && mayBeEscape(bytes, at)) places.push(at);
  return places;
}

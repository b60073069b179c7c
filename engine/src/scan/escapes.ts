import type { Escape } from "./escape.ts";
import { joinersOf, literalJointAt } from "./literal-joint.ts";
import type { Joiners } from "./literal-joint.ts";
import { EQUALS } from "./signs.ts";
import { utf8CodePoint, utf8Length } from "./utf8.ts";

const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: "&",
  lt: "<",
  gt: ">",
  equals: "=",
  colon: ":",
};

/** The longest number in braces with the brace that closes it, `0010ffff}`. */
const MAX_BRACED = 9;

/** The longest reference, `&#1114111;`. */
const MAX_REFERENCE_CHARS = 10;

const isDigit = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit >= 48 && unit <= 57;
};
const isSpace = (text: string, at: number): boolean => text.charCodeAt(at) === 0x20;

const hexDigit = (unit: number): number => {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = unit | 0x20;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};

const hexValue = (text: string, start: number, length: number): number => {
  let value = 0;
  for (let at = start; at < start + length; at++) {
    const digit = hexDigit(text.charCodeAt(at));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
};

/** One byte as two hexadecimal digits behind a sign; -1 where there is none. */
interface EscapedByte {
  readonly value: number;
  readonly end: number;
}

const NO_BYTE: EscapedByte = { value: -1, end: 0 };

/** `%41`, as in URLs (RFC 3986, 2.1), and what encoding that again makes of it: `%2541`, `%252541`. */
function percentByte(text: string, at: number): EscapedByte {
  if (text.charCodeAt(at) !== 0x25) return NO_BYTE;
  let digits = at + 1;
  while (text.startsWith("25", digits) && hexValue(text, digits + 2, 2) >= 0) digits += 2;
  return { value: hexValue(text, digits, 2), end: digits + 2 };
}

/** `=41`, as in e-mail (RFC 2045, 6.7). */
function quotedByte(text: string, at: number): EscapedByte {
  if (text.charCodeAt(at) !== 0x3d) return NO_BYTE;
  return { value: hexValue(text, at + 1, 2), end: at + 3 };
}

/** `\x41`, as in many languages. */
function hexadecimalByte(text: string, at: number): EscapedByte {
  if (text.charCodeAt(at) !== 0x5c || text.charCodeAt(at + 1) !== 0x78) return NO_BYTE;
  return { value: hexValue(text, at + 2, 2), end: at + 4 };
}

/** The character whose bytes in UTF-8 stand escaped from `at` on. */
function bytesAt(
  text: string,
  at: number,
  byteAt: (text: string, at: number) => EscapedByte,
): Escape | undefined {
  let { value, end } = byteAt(text, at);
  if (value < 9) return undefined;
  if (value < 0x80) return { start: at, end, text: String.fromCharCode(value) };
  const bytes = new Uint8Array(4);
  for (let size = 1; size <= 4 && value >= 0; size++) {
    bytes[size - 1] = value;
    const length = utf8Length(bytes.subarray(0, size), 0);
    if (length === size) {
      return { start: at, end, text: String.fromCodePoint(utf8CodePoint(bytes, 0, size)) };
    }
    const next = byteAt(text, end);
    value = next.value < 0x80 ? -1 : next.value;
    if (value >= 0) ({ end } = next);
  }
  return undefined;
}

/** The offset behind a line break and the white space after it, or -1 where there is none. */
function afterLineBreak(text: string, at: number): number {
  let next = text.charCodeAt(at) === 13 ? at + 1 : at;
  if (text.charCodeAt(next) !== 10) return -1;
  next++;
  while (text.charCodeAt(next) === 32 || text.charCodeAt(next) === 9) next++;
  return next;
}

/** A soft line break of an e-mail (RFC 2045, 6.7). */
function softBreakAt(text: string, at: number): Escape | undefined {
  const next = text.charCodeAt(at + 1) === 13 ? at + 2 : at + 1;
  return text.charCodeAt(next) === 10 ? { start: at, end: next + 1, text: "" } : undefined;
}

/** A line that is continued on the next one, within a word or between two groups of digits. */
function continuedLineAt(text: string, at: number): Escape | undefined {
  const end = afterLineBreak(text, at + 1);
  if (end < 0 || !(text.charCodeAt(end) > 0x20)) return undefined;
  const isSpaced = text.charCodeAt(at - 1) === 0x20;
  const isNumber = isDigit(text, isSpaced ? at - 2 : at - 1) && isDigit(text, end);
  if (isNumber) return { start: at, end, text: isSpaced || !isSpace(text, end - 1) ? "" : " " };
  return text.charCodeAt(at - 1) > 0x20 ? { start: at, end, text: "" } : undefined;
}

/** `\u{41}` and `\x{41}` (ECMAScript 12.9.4; Perl), from the brace on. */
function bracedAt(text: string, at: number): Escape | undefined {
  const length = text.slice(at + 3, at + 3 + MAX_BRACED).indexOf("}");
  const value = length > 0 ? hexValue(text, at + 3, length) : -1;
  if (value < 9 || value > 0x10ffff) return undefined;
  return { start: at, end: at + 4 + length, text: String.fromCodePoint(value) };
}

/** `\101`, as in C, Python and shells; printable characters alone, since paths and references look alike. */
function octalAt(text: string, at: number): Escape | undefined {
  let value = 0;
  for (let digit = 1; digit <= 3; digit++) {
    const unit = text.charCodeAt(at + digit);
    if (!(unit >= 0x30 && unit <= 0x37)) return undefined;
    value = value * 8 + unit - 0x30;
  }
  const isPrintable = value >= 0x20 && value < 0x7f;
  return isPrintable ? { start: at, end: at + 4, text: String.fromCharCode(value) } : undefined;
}

/** `\u0041`, `\x41`, `\101`, and a line that is continued, as in JSON (RFC 8259, 7) and many languages. */
function backslashAt(text: string, at: number): Escape | undefined {
  const unit = text.charCodeAt(at + 1);
  if (unit === 10 || unit === 13) return continuedLineAt(text, at);
  if (unit === 0x30 || unit === 0x31) return octalAt(text, at);
  if (text.charCodeAt(at + 2) === 0x7b) return bracedAt(text, at);
  const bytes = unit === 0x78 ? bytesAt(text, at, hexadecimalByte) : undefined;
  if (bytes !== undefined) return bytes;
  const length = unit === 0x75 ? 4 : unit === 0x78 ? 2 : 0;
  const value = length === 0 ? -1 : hexValue(text, at + 2, length);
  if (value < 9) return undefined;
  return { start: at, end: at + 2 + length, text: String.fromCharCode(value) };
}

/** `&#65;`, `&#x41;` and the named references that keys and quotes need (HTML, 13.5). */
function referenceAt(text: string, at: number): Escape | undefined {
  const end = text.slice(at, at + MAX_REFERENCE_CHARS + 1).indexOf(";") + at;
  if (end < at) return undefined;
  const name = text.slice(at + 1, end);
  if (!name.startsWith("#")) {
    const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    return named === undefined ? undefined : { start: at, end: end + 1, text: named };
  }
  const isHex = name.charAt(1).toLowerCase() === "x";
  const digits = name.slice(isHex ? 2 : 1);
  const value = isHex ? hexValue(digits, 0, digits.length) : Number(digits);
  if (digits === "" || !Number.isInteger(value) || value < 9 || value > 0x10ffff) return undefined;
  return { start: at, end: end + 1, text: String.fromCodePoint(value) };
}

/** The longest line of quoted-printable; base64 ends in an equals sign as well, but in longer lines. */
const MAX_MAIL_LINE = 76;
/** Programs break hardly a line shorter than this, in UTF-16 units: there, an equals sign may be the padding of base64. */
const MIN_MAIL_LINE = 60;
const PADDED = /(?:^|[^\w+/-])(?:[\w+/-]{4}){4,}[\w+/-]{3}=$/;
const MAIL_SIGN = /^=(?:3D|[C-F][0-9A-F]=[89AB][0-9A-F])/;

/** A space or a tab at the end of a line, which other texts have as well. */
const MAIL_SPACE = /^=(?:20|09)[\r\n]/;

/** The first character behind the equals sign of `MAIL_SIGN`. */
const mayBeMailSign = (unit: number): boolean => unit === 0x33 || (unit >= 0x43 && unit <= 0x46);

/**
 * Is the text an e-mail's in quoted-printable? There, an equals sign begins an escape or ends a line. The escape of an equals
 * sign or of a character beyond ASCII says that it is one; an equals sign at the end of a longer line, before any of those, that
 * it is none. Without either, no more equals signs may stand within lines than at their ends: some settings have no value.
 */
function isQuotedPrintable(text: string): boolean {
  let soft = 0;
  let own = 0;
  let lineStart = 0;
  for (let at = text.indexOf("="); at >= 0; at = text.indexOf("=", at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (mayBeMailSign(next) && MAIL_SIGN.test(text.slice(at, at + 6))) return true;
    if (next !== 10 && next !== 13) {
      const mayBeSpace = next === 0x30 || next === 0x32;
      if (!mayBeSpace || !MAIL_SPACE.test(text.slice(at, at + 4))) own++;
      continue;
    }
    lineStart = Math.max(lineStart, text.lastIndexOf("\n", at) + 1);
    if (at - lineStart >= MAX_MAIL_LINE) return false;
    if (at - lineStart < MIN_MAIL_LINE && PADDED.test(text.slice(lineStart, at + 1))) own++;
    else soft++;
  }
  return soft > 0 && soft >= own;
}

/** The next escape that begins at an offset of one text or behind it; offsets must rise. */
export type NextEscape = (from: number) => Escape | undefined;

/** Finds the escapes of a text with such signs, which may begin at `places`, but for those of e-mails. */
export function escapesIn(text: string, signs: number, places: ArrayLike<number>): NextEscape {
  const isMail = (signs & EQUALS) !== 0 && isQuotedPrintable(text);
  const all = isMail ? withEquals(text, places) : places;
  const joiners = joinersOf(text);
  let i = 0;
  return (from) => {
    for (; i < all.length; i++) {
      const at = all[i] ?? 0;
      const escape = at < from ? undefined : escapeAt(text, at, isMail, joiners);
      if (escape !== undefined) return escape;
    }
    return undefined;
  };
}

/** The places and those of equals signs, which rise. */
function withEquals(text: string, places: ArrayLike<number>): readonly number[] {
  const all: number[] = [];
  let i = 0;
  for (let at = text.indexOf("="); at >= 0; at = text.indexOf("=", at + 1)) {
    for (; i < places.length && (places[i] ?? 0) < at; i++) all.push(places[i] ?? 0);
    all.push(at);
  }
  for (; i < places.length; i++) all.push(places[i] ?? 0);
  return all;
}

function escapeAt(text: string, at: number, isMail: boolean, joiners: Joiners): Escape | undefined {
  switch (text.charCodeAt(at)) {
    case 0x25:
      return bytesAt(text, at, percentByte);
    case 0x5c:
      return backslashAt(text, at);
    case 0x26:
      return referenceAt(text, at);
    case 0x3d:
      return isMail ? (softBreakAt(text, at) ?? bytesAt(text, at, quotedByte)) : undefined;
    case 0x22:
    case 0x27:
    case 0x60:
      return literalJointAt(text, at, joiners);
    default:
      return undefined;
  }
}

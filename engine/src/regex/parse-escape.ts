import { MAX_CODE_POINT } from "./charset.ts";
import { RegexSyntaxError } from "./syntax-error.ts";

/** A place in a source that the parsing functions move on. */
export interface Cursor {
  readonly source: string;
  pos: number;
}

const CONTROL: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
const HEX_BRACED = /\{([0-9A-Fa-f]+)\}/y;
const HEX_PAIR = /[0-9A-Fa-f]{2}/y;
const OCTAL = /0[0-7]{0,2}|[1-7][0-7]{1,2}/y;

/** The code point at `pos`, or -1 at the end. */
export function peekCodePoint(cursor: Cursor): number {
  return cursor.source.codePointAt(cursor.pos) ?? -1;
}

/** UTF-16 units of a code point. */
export function unitsOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

/**
 * Reads an escape that stands for one code point, from its backslash, and moves past it. Refuses, as RE2 does, an
 * escaped letter or digit that has no meaning, and `\C`.
 */
export function parseEscape(cursor: Cursor): number {
  const { source, pos } = cursor;
  const code = source.codePointAt(pos + 1);
  if (code === undefined) {
    throw new RegexSyntaxError("trailing backslash at end of expression", pos);
  }
  const letter = String.fromCodePoint(code);
  if (code < 0x80 && !isAlphanumeric(code)) {
    cursor.pos = pos + 2;
    return code;
  }
  const control = Object.hasOwn(CONTROL, letter) ? CONTROL[letter] : undefined;
  if (control !== undefined) {
    cursor.pos = pos + 2;
    return control;
  }
  if (letter === "x") {
    return parseHex(cursor);
  }
  const octal = matchAt(OCTAL, source, pos + 1);
  if (octal !== undefined) {
    cursor.pos = pos + 1 + octal.length;
    return Number.parseInt(octal, 8);
  }
  throw new RegexSyntaxError(escapeRefusal(letter), pos);
}

function parseHex(cursor: Cursor): number {
  const { source, pos } = cursor;
  const braced = matchAt(HEX_BRACED, source, pos + 2);
  const digits = braced === undefined ? matchAt(HEX_PAIR, source, pos + 2) : braced.slice(1, -1);
  const value = digits === undefined ? Infinity : Number.parseInt(digits, 16);
  if (value > MAX_CODE_POINT) {
    throw new RegexSyntaxError("invalid escape sequence: `\\x`", pos);
  }
  cursor.pos = pos + 2 + (braced ?? "12").length;
  return value;
}

function escapeRefusal(letter: string): string {
  if ("123456789kg".includes(letter)) {
    return `backreferences are not RE2: \`\\${letter}\``;
  }
  return `invalid escape sequence, not RE2: \`\\${letter}\``;
}

function matchAt(pattern: RegExp, source: string, pos: number): string | undefined {
  pattern.lastIndex = pos;
  return pattern.exec(source)?.[0];
}

function isAlphanumeric(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a)
  );
}

import { BYTE_VALUES } from "./text-bytes.ts";

/** Characters by which a text tells that it may have a further reading, as bits. */
export const QUOTE = 1;
export const BACKSLASH = 2;
/** `%` and `&`. */
export const ESCAPE = 4;
export const EQUALS = 8;
export const NEWLINE = 16;
/** `>` and `+`, with which lines are marked. */
export const MARK = 32;
export const ZERO = 64;
/** Control characters but for white space. */
export const CONTROL = 128;

const SIGNS = new Uint8Array(BYTE_VALUES);
for (const [chars, sign] of [
  ["\"'`", QUOTE],
  ["\\", BACKSLASH],
  ["%&", ESCAPE],
  ["=", EQUALS],
  ["\n", NEWLINE],
  [">+", MARK],
  ["0", ZERO],
] as const) {
  for (const char of chars) SIGNS[char.charCodeAt(0)] = sign;
}
for (let unit = 0; unit < 0x20; unit++) if (unit < 9 || unit > 13) SIGNS[unit] = CONTROL;
SIGNS[0x7f] = CONTROL;

/** For each byte which sign it is. */
export const SIGNS_OF_BYTES: Readonly<Uint8Array> = SIGNS;

/** Which of the signs a text has, as bits: most readings need one that most texts have not. O(text). */
export function signsIn(bytes: Uint8Array): number {
  let signs = 0;
  for (let at = 0; at < bytes.length; at++) signs |= SIGNS[bytes[at] ?? 0] ?? 0;
  return signs;
}

/** Is a byte one of these signs? */
export const isSign = (byte: number, signs: number): boolean => ((SIGNS[byte] ?? 0) & signs) !== 0;

/** For each byte 1 where it is one of these signs, to be looked up in a loop. */
export const whichAre = (signs: number): Readonly<Uint8Array> =>
  SIGNS.map((sign) => ((sign & signs) === 0 ? 0 : 1));

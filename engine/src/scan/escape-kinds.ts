// What a byte may be beside a sign that an escape begins with, as bits; read by TypeScript and AssemblyScript.

/** Before these, a quotation mark begins a literal. */
export const OPENER = 1;
/** What stands between two literals that an expression puts together. */
export const GAP = 2;
/** A quotation mark, single, double or a backtick. */
export const QUOTATION = 4;
/** Within a number in groups. */
export const NUMBER = 8;
/** Within a word. */
export const WORD = 16;
/** A hexadecimal digit. */
export const HEX = 32;
/** Behind a backslash in escapes: `u`, `x`, the ends of lines, and the first of three octal digits. */
export const BACKSLASHED = 64;
/** A small letter. */
export const LOWER = 128;

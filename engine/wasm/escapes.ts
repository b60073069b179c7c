// Where escapes may begin, told by what stands beside their signs; says what `scan/escape-signs.ts` says, with its table.
import {
  BACKSLASHED,
  GAP,
  HEX,
  LOWER,
  NUMBER,
  OPENER,
  QUOTATION,
  WORD,
} from "../src/scan/escape-kinds.ts";
import { ESCAPE_KINDS } from "../src/wasm/layout.ts";

const SPACE = 0x20;

function kindsOf(byte: i32): i32 {
  return i32.load8_u(ESCAPE_KINDS + byte);
}

/** May an escape begin with a sign of a text that goes from `text` to `end`? */
export function mayBeEscape(text: usize, end: usize, at: usize): bool {
  const next = at + 1 < end ? i32.load8_u(at, 1) : 0;
  const kinds = kindsOf(next);
  switch (i32.load8_u(at)) {
    case 0x25:
      return (kinds & HEX) !== 0 && at + 2 < end && (kindsOf(i32.load8_u(at, 2)) & HEX) !== 0;
    case 0x5c:
      return (kinds & BACKSLASHED) !== 0;
    case 0x26:
      return next === 0x23 || (kinds & LOWER) !== 0;
    default: {
      const before = at > text ? i32.load8_u(at - 1) : 0;
      if (before < SPACE || (kindsOf(before) & OPENER) !== 0) return false;
      const wanted = before === SPACE ? NUMBER : WORD;
      return (kinds & (QUOTATION | GAP | wanted)) !== 0;
    }
  }
}

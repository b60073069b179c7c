// What a stretch holds, as `validators/plain-words.ts` and `validators/strict-mixture.ts` tell it.
import { PLAIN_KINDS, PLAIN_NEXT, STRICT_ENOUGH, STRICT_KINDS } from "../src/wasm/layout.ts";

/** The state of plain words that no character leaves. */
const NO_WORD = 16;

/** Is a stretch put together of plain words? */
export function isPlain(start: usize, end: usize): bool {
  let state = 0;
  for (let at = start; at < end; at++)
    state = i32.load8_u(PLAIN_NEXT + ((state << 2) | i32.load8_u(PLAIN_KINDS + i32.load8_u(at))));
  return state !== NO_WORD;
}

const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const JOINT = 16;
const CONSONANT = 32;
const TIE = 64;
const LETTERS = LOWER | UPPER;
const BESIDE = LETTERS | TIE;
const LONG_NUMBER = 3;
const MANY_CONSONANTS = 5;
const PERCENT = 0x25;

function kindAt(at: usize): i32 {
  return i32.load8_u(STRICT_KINDS + i32.load8_u(at));
}

function behindJoints(start: usize, end: usize, count: i32): usize {
  let left = count;
  let at = start;
  for (; at < end && left > 0; at++) if ((kindAt(at) & JOINT) !== 0) left--;
  return left > 0 ? end : at;
}

function isNumbered(start: usize, end: usize): bool {
  let digits = 0;
  let before = 0;
  let last = 0;
  let isBehindDigit = false;
  for (let at = start; at < end; at++) {
    const kind = kindAt(at);
    if (kind === DIGIT) {
      if (isBehindDigit) return true;
      if (digits === 0) before = last;
      digits++;
    } else {
      if (digits >= LONG_NUMBER && (before & BESIDE) !== 0 && (kind & BESIDE) !== 0) return true;
      isBehindDigit = (kind & LETTERS) !== 0 && (digits > 0 || isBehindDigit);
      digits = 0;
    }
    last = kind;
  }
  return false;
}

function isIrregular(start: usize, end: usize): bool {
  let lowers = 0;
  let consonants = 0;
  for (let at = start; at < end; at++) {
    const kind = kindAt(at);
    const isLower = (kind & LOWER) !== 0;
    if (!isLower && lowers === 1) return true;
    lowers = isLower ? lowers + 1 : 0;
    consonants = (kind & CONSONANT) === 0 ? 0 : consonants + 1;
    if (consonants === MANY_CONSONANTS || i32.load8_u(at) === PERCENT) return true;
  }
  return lowers === 1;
}

function isCamel(start: usize, end: usize): bool {
  let lowers = 0;
  let uppers = 0;
  for (let at = start; at < end; at++) {
    const kind = kindAt(at);
    const isLower = (kind & LOWER) !== 0;
    if (kind === UPPER ? lowers > 0 : isLower && uppers > 1) return true;
    lowers = isLower ? lowers + 1 : 0;
    uppers = kind === UPPER ? uppers + 1 : 0;
  }
  return false;
}

/** May any part of a stretch pass `mixed_strict`? */
export function mayHoldStrict(start: usize, end: usize): bool {
  let kinds = 0;
  for (let at = start; at < end; at++) {
    kinds |= kindAt(at);
    if (i32.load8_u(STRICT_ENOUGH + kinds) === 1) return true;
  }
  if ((kinds & LETTERS) === 0) return false;
  if ((kinds & DIGIT) !== 0) return isNumbered(start, end) || behindJoints(start, end, 3) < end;
  return (
    (kinds & LETTERS) === LETTERS &&
    (isIrregular(start, end) || isCamel(behindJoints(start, end, 2), end))
  );
}

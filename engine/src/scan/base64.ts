import { constantMap } from "./origin-map.ts";
import { readableStretches } from "./readable.ts";
import type { ByteAt } from "./readable.ts";
import type { Section } from "./section.ts";

/** Limits of step 1's decoding; the contract sets all but `lineChars`. */
export const BASE64_LIMITS = {
  /** Shortest run of alphabet characters that is decoded. */
  runChars: 16,
  /** Base64 within base64 is followed this deep. */
  levels: 2,
  /** Characters of decoded text that are added to one scan in all. */
  decodedChars: 65_536,
  /** Lines of at least this many characters, all of one length, are taken for one wrapped run. */
  lineChars: 60,
} as const;

/** Both alphabets of RFC 4648 at once: `+` and `-` are 62, `/` and `_` are 63; 255 is no digit. */
const DIGIT = new Uint8Array(128).fill(255);
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
for (let i = 0; i < ALPHABET.length; i++) DIGIT[ALPHABET.charCodeAt(i)] = i;
for (const [char, digit] of [
  ["+", 62],
  ["-", 62],
  ["/", 63],
  ["_", 63],
] as const) {
  DIGIT[char.charCodeAt(0)] = digit;
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

const isDigit = (unit: number): boolean => (DIGIT[unit] ?? 255) !== 255;

function runEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isDigit(text.charCodeAt(at))) at++;
  return at;
}

/** The offset behind a line break and the next line's indentation, or -1 where there is no line break. */
function nextLine(text: string, at: number): number {
  let next = at;
  if (text.charCodeAt(next) === 13) next++;
  if (text.charCodeAt(next) !== 10) return -1;
  next++;
  while (text.charCodeAt(next) === 32 || text.charCodeAt(next) === 9) next++;
  return next;
}

/** The run that begins at `start`, over line breaks where it looks wrapped. */
function readRun(text: string, start: number, firstEnd: number): Run {
  let end = firstEnd;
  let digits = text.slice(start, end);
  const lineChars = digits.length;
  if (lineChars < BASE64_LIMITS.lineChars || lineChars % 4 !== 0) return { start, end, digits };
  for (let last = lineChars; last === lineChars;) {
    const line = nextLine(text, end);
    if (line < 0) break;
    const lineEnd = runEnd(text, line);
    last = lineEnd - line;
    if (last === 0 || last > lineChars) break;
    digits += text.slice(line, lineEnd);
    end = lineEnd;
  }
  return { start, end, digits };
}

/** The next run that begins at `from` or behind it, where none reaches over `from`. Skips what can't hold one. */
function nextRun(text: string, from: number): Run | undefined {
  const { runChars } = BASE64_LIMITS;
  for (let at = from; at + runChars <= text.length;) {
    let start = at + runChars;
    while (start > at && isDigit(text.charCodeAt(start - 1))) start--;
    if (start === at) return readRun(text, at, runEnd(text, at + runChars));
    at = start;
  }
  return undefined;
}

/** What a hexadecimal digit stands for; 255 is none. */
const HEX_DIGIT = new Uint8Array(128).fill(255);
for (let i = 0; i < 16; i++) {
  const digit = i.toString(16);
  HEX_DIGIT[digit.charCodeAt(0)] = i;
  HEX_DIGIT[digit.toUpperCase().charCodeAt(0)] = i;
}

const base64Byte: ByteAt = (digits, phase, index) => {
  const first = phase + (((index * 4) / 3) | 0);
  const high = DIGIT[digits.charCodeAt(first)] ?? 0;
  const low = DIGIT[digits.charCodeAt(first + 1)] ?? 0;
  return (((high << 6) | low) >> (4 - 2 * (index % 3))) & 0xff;
};

/** A byte that no text has (RFC 3629): where a digit is none. */
const NO_BYTE = 0xff;

const hexByte: ByteAt = (digits, phase, index) => {
  const high = HEX_DIGIT[digits.charCodeAt(phase + 2 * index)] ?? 255;
  const low = HEX_DIGIT[digits.charCodeAt(phase + 2 * index + 1)] ?? 255;
  return high > 15 || low > 15 ? NO_BYTE : (high << 4) | low;
};

function isHexadecimal(digits: string): boolean {
  for (let i = 0; i < digits.length; i++)
    if ((HEX_DIGIT[digits.charCodeAt(i)] ?? 255) > 15) return false;
  return true;
}

/** The readable stretches of a run that is hexadecimal from end to end. */
function decodeHex(digits: string): string[] {
  const bytes = { digits, phase: 0, byteAt: hexByte, length: digits.length >> 1 };
  const stretches = readableStretches(bytes);
  return stretches.length === 0 || isHexadecimal(digits) ? stretches : [];
}

/**
 * Decodes a run as hexadecimal, and at the four places where a group of four digits can begin, because a run may be glued to a word or a
 * path before it. Where the first place reads as text from end to end, the others are not tried.
 */
function decodeRun(digits: string): string[] {
  const all = decodeHex(digits);
  for (let phase = 0; phase < 4; phase++) {
    const length = Math.floor(((digits.length - phase) * 3) / 4);
    const stretches = readableStretches({ digits, phase, byteAt: base64Byte, length });
    for (const stretch of stretches) all.push(stretch);
    if (phase === 0 && stretches[0]?.length === length) break;
  }
  return all;
}

/** The texts that a run of a section holds, each a section of its own, of at most `room` characters in all. */
function decodedRun(
  outer: Section,
  { start, end, digits }: Run,
  readText: (text: string) => string,
  room: number,
): Section[] {
  const sections: Section[] = [];
  const origin = outer.origin.toOrigin(start, end);
  let left = room;
  for (const stretch of decodeRun(digits)) {
    if (left <= 0) break;
    const text = readText(stretch.slice(0, left));
    left -= text.length;
    sections.push({
      text,
      origin: constantMap(origin.start, origin.end),
      container: { section: outer, start, end, isBare: true },
    });
  }
  return sections;
}

/**
 * The texts that stand base64-encoded in a section, each a section of its own, at most `BASE64_LIMITS.levels` deep and
 * `room` characters in all. `readText` folds what was decoded. Linear in the section.
 */
export function decodeBase64(
  section: Section,
  readText: (text: string) => string,
  room: number = BASE64_LIMITS.decodedChars,
): Section[] {
  const decoded: Section[] = [];
  let left = room;
  let level: readonly Section[] = [section];
  for (let depth = 0; depth < BASE64_LIMITS.levels && left > 0; depth++) {
    const next: Section[] = [];
    for (const outer of level) {
      let run = nextRun(outer.text, 0);
      for (; run !== undefined && left > 0; run = nextRun(outer.text, run.end)) {
        for (const found of decodedRun(outer, run, readText, left)) {
          left -= found.text.length;
          next.push(found);
        }
      }
    }
    decoded.push(...next);
    level = next;
  }
  return decoded;
}

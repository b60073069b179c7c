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

/** Padding. */
export const EQUALS = 0x3d;

interface Run {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
}

/** Is the UTF-16 unit a digit of base64, in either alphabet? */
export const isBase64Digit = (unit: number): boolean => (DIGIT[unit] ?? 255) !== 255;

function runEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBase64Digit(text.charCodeAt(at))) at++;
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
export function readRun(text: string, start: number, firstEnd: number): Run {
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

/** A stretch of digits that nothing but digits belongs to; `end` is exclusive. */
export interface DigitRun {
  readonly start: number;
  readonly end: number;
}

/** The stretches of at least `least` digits in a text. Looks at every unit twice at most, at far fewer as a rule. */
export function digitRuns(text: string, least: number): readonly DigitRun[] {
  const runs: DigitRun[] = [];
  for (let at = 0; at + least <= text.length;) {
    // The last of the digits that a long enough run would have tells of most words that they are none.
    let start = at + least;
    while (start > at && isBase64Digit(text.charCodeAt(start - 1))) start--;
    if (start > at) {
      at = start;
      continue;
    }
    const end = runEnd(text, start + least);
    runs.push({ start, end });
    at = end + 1;
  }
  return runs;
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

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte <= 0x7e;

/** Do the four digits at an offset stand for three characters of ASCII? Hardly any word's do. */
export const beginsAsAscii = (text: string, at: number): boolean =>
  isPrintable(base64Byte(text, at, 0)) &&
  isPrintable(base64Byte(text, at, 1)) &&
  isPrintable(base64Byte(text, at, 2));

/**
 * The text of ASCII that base64 stands for, with or without padding; undefined where it stands for anything else. Where
 * `isInLines` is true, the text may have several lines.
 */
export function asciiOf(encoded: string, isInLines = false): string | undefined {
  let digits = encoded.length;
  while (digits > 0 && encoded.charCodeAt(digits - 1) === EQUALS) digits--;
  let text = "";
  for (let i = 0; i < Math.floor((digits * 3) / 4); i++) {
    const byte = base64Byte(encoded, 0, i);
    if (!isPrintable(byte) && !(isInLines && (byte === 10 || byte === 13))) return undefined;
    text += String.fromCharCode(byte);
  }
  for (let i = 0; i < digits; i++) if (!isBase64Digit(encoded.charCodeAt(i))) return undefined;
  return text;
}

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
 * `BASE64_LIMITS.decodedChars` characters in all. `readText` folds what was decoded; `known` are the section's runs, where
 * somebody knows them. Linear in the section.
 */
export function decodeBase64(
  section: Section,
  readText: (text: string) => string,
  known: readonly DigitRun[] = digitRuns(section.text, BASE64_LIMITS.runChars),
): Section[] {
  const decoded: Section[] = [];
  let left: number = BASE64_LIMITS.decodedChars;
  let level: readonly Section[] = [section];
  for (let depth = 0; depth < BASE64_LIMITS.levels && left > 0; depth++) {
    const next: Section[] = [];
    for (const outer of level) {
      const runs = depth === 0 ? known : digitRuns(outer.text, BASE64_LIMITS.runChars);
      let done = 0;
      for (const { start, end } of runs) {
        if (left <= 0) break;
        if (start < done || end - start < BASE64_LIMITS.runChars) continue;
        const run = readRun(outer.text, start, end);
        done = run.end;
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

import { constantMap } from "./origin-map.ts";
import { readableStretches } from "./readable.ts";
import type { ByteAt } from "./readable.ts";
import type { Section } from "./section.ts";
import { BYTE_VALUES, bytesOf } from "./text-bytes.ts";
import type { TextBytes } from "./text-bytes.ts";

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
const DIGIT = new Uint8Array(BYTE_VALUES).fill(255);
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

/** A run of digits: where it stands in a text, and the bytes of which `count` from `first` on are its digits. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly digits: Uint8Array;
  readonly first: number;
  readonly count: number;
}

const isDigit = (byte: number): boolean => (DIGIT[byte] ?? 255) !== 255;

function runEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isDigit(bytes[at] ?? 0)) at++;
  return at;
}

/**
 * What stands between two lines of a wrapped run: a line break, as it is or as JSON writes it, with what the next line begins with in
 * a quotation, a patch or a comment, or between string literals.
 */
const BETWEEN_LINES =
  /(?:["'`][ \t]{0,4}[+.,\\]?[ \t]{0,4})?(?:\r?\n|(?:\\r)?\\n)[ \t]*(?:[>|#*+-][ \t]{1,4}|[>|#*]){0,4}["'`]?/y;

/** The offset behind what stands between two lines of a run, or -1 where it does not go on. */
function nextLine(text: string, at: number): number {
  BETWEEN_LINES.lastIndex = at;
  return BETWEEN_LINES.test(text) ? BETWEEN_LINES.lastIndex : -1;
}

/** The run that begins at `start`, over line breaks where it looks wrapped. */
export function readRun({ text, bytes }: TextBytes, start: number, firstEnd: number): Run {
  let end = firstEnd;
  const lineChars = end - start;
  const first = { start, end, digits: bytes, first: start, count: lineChars };
  if (lineChars < BASE64_LIMITS.lineChars || lineChars % 4 !== 0) return first;
  let digits = "";
  for (let last = lineChars; last === lineChars;) {
    const line = nextLine(text, end);
    if (line < 0) break;
    const lineEnd = runEnd(bytes, line);
    last = lineEnd - line;
    if (last === 0 || last > lineChars) break;
    if (digits === "") digits = text.slice(start, firstEnd);
    digits += text.slice(line, lineEnd);
    end = lineEnd;
  }
  if (digits === "") return first;
  return { start, end, digits: bytesOf(digits).bytes, first: 0, count: digits.length };
}

/** A stretch of digits that nothing but digits belongs to; `end` is exclusive. */
export interface DigitRun {
  readonly start: number;
  readonly end: number;
}

/** The stretches of at least `least` digits in a text. Looks at every unit twice at most, at far fewer as a rule. */
export function digitRuns(bytes: Uint8Array, least: number): readonly DigitRun[] {
  const runs: DigitRun[] = [];
  const { length } = bytes;
  for (let at = 0; at + least <= length;) {
    // The last of the digits that a long enough run would have tells of most words that they are none.
    let start = at + least;
    while (start > at && isDigit(bytes[start - 1] ?? 0)) start--;
    if (start > at) {
      at = start;
      continue;
    }
    const end = runEnd(bytes, start + least);
    runs.push({ start, end });
    at = end + 1;
  }
  return runs;
}

/** What a hexadecimal digit stands for; 255 is none. */
const HEX_DIGIT = new Uint8Array(BYTE_VALUES).fill(255);
for (let i = 0; i < 16; i++) {
  const digit = i.toString(16);
  HEX_DIGIT[digit.charCodeAt(0)] = i;
  HEX_DIGIT[digit.toUpperCase().charCodeAt(0)] = i;
}

const base64Byte: ByteAt = (digits, first, index) => {
  const at = first + (((index * 4) / 3) | 0);
  const high = DIGIT[digits[at] ?? 0] ?? 0;
  const low = DIGIT[digits[at + 1] ?? 0] ?? 0;
  return (((high << 6) | low) >> (4 - 2 * (index % 3))) & 0xff;
};

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte <= 0x7e;

/** Do the four digits at an offset stand for three characters of ASCII? Hardly any word's do. */
export const beginsAsAscii = (bytes: Uint8Array, at: number): boolean =>
  isPrintable(base64Byte(bytes, at, 0)) &&
  isPrintable(base64Byte(bytes, at, 1)) &&
  isPrintable(base64Byte(bytes, at, 2));

/**
 * The text of ASCII that base64 stands for, with or without padding; undefined where it stands for anything else. Where
 * `isInLines` is true, the text may have several lines.
 */
export function asciiOf(encoded: string, isInLines = false): string | undefined {
  const { bytes } = bytesOf(encoded);
  let digits = encoded.length;
  while (digits > 0 && encoded.charCodeAt(digits - 1) === EQUALS) digits--;
  let text = "";
  for (let i = 0; i < Math.floor((digits * 3) / 4); i++) {
    const byte = base64Byte(bytes, 0, i);
    if (!isPrintable(byte) && !(isInLines && (byte === 10 || byte === 13))) return undefined;
    text += String.fromCharCode(byte);
  }
  for (let i = 0; i < digits; i++) if (!isDigit(bytes[i] ?? 0)) return undefined;
  return text;
}

/** A byte that no text has (RFC 3629): where a digit is none. */
const NO_BYTE = 0xff;

const hexByte: ByteAt = (digits, first, index) => {
  const high = HEX_DIGIT[digits[first + 2 * index] ?? 0] ?? 255;
  const low = HEX_DIGIT[digits[first + 2 * index + 1] ?? 0] ?? 255;
  return high > 15 || low > 15 ? NO_BYTE : (high << 4) | low;
};

/** The text of ASCII that hexadecimal digits stand for; undefined where they stand for anything else. */
export function asciiOfHex(bytes: Uint8Array, start: number, end: number): string | undefined {
  const count = (end - start) >> 1;
  if (start + 2 * count !== end) return undefined;
  let text = "";
  for (let i = 0; i < count; i++) {
    const byte = hexByte(bytes, start, i);
    if (!isPrintable(byte)) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}

function isHexadecimal({ digits, first, count }: Run): boolean {
  for (let i = first; i < first + count; i++)
    if ((HEX_DIGIT[digits[i] ?? 0] ?? 255) > 15) return false;
  return true;
}

/** The readable stretches of a run that is hexadecimal from end to end. */
function decodeHex(run: Run): readonly string[] {
  const { digits, first, count } = run;
  const stretches = readableStretches({ digits, first, byteAt: hexByte, length: count >> 1 });
  return stretches.length === 0 || isHexadecimal(run) ? stretches : [];
}

/**
 * Decodes a run as hexadecimal, and at the four places where a group of four digits can begin, because a run may be glued to a word or a
 * path before it. Where the first place reads as text from end to end, the others are not tried.
 */
function decodeRun(run: Run): readonly string[] {
  const { digits, first, count } = run;
  const all: string[] = [...decodeHex(run)];
  for (let phase = 0; phase < 4; phase++) {
    const length = Math.floor(((count - phase) * 3) / 4);
    const bytes = { digits, first: first + phase, byteAt: base64Byte, length };
    const stretches = readableStretches(bytes);
    for (const stretch of stretches) all.push(stretch);
    if (phase === 0 && stretches[0]?.length === length) break;
  }
  return all;
}

const NOTHING: readonly Section[] = [];

/** The texts that a run of a section holds, each a section of its own, of at most `room` characters in all. */
function decodedRun(
  outer: Section,
  run: Run,
  readText: (text: string) => string,
  room: number,
): readonly Section[] {
  const stretches = decodeRun(run);
  // Most runs are words.
  if (stretches.length === 0) return NOTHING;
  const { start, end } = run;
  const sections: Section[] = [];
  const origin = outer.origin.toOrigin(start, end);
  let left = room;
  for (const stretch of stretches) {
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
 * `BASE64_LIMITS.decodedChars` characters in all. `readText` folds what was decoded; `content` has the section's
 * text, and `known` are its runs. Linear in the section.
 */
export function decodeBase64(
  section: Section,
  readText: (text: string) => string,
  content: TextBytes = bytesOf(section.text),
  known: readonly DigitRun[] = digitRuns(content.bytes, BASE64_LIMITS.runChars),
): Section[] {
  const decoded: Section[] = [];
  let left: number = BASE64_LIMITS.decodedChars;
  let level: readonly Section[] = [section];
  for (let depth = 0; depth < BASE64_LIMITS.levels && left > 0; depth++) {
    const next: Section[] = [];
    for (const outer of level) {
      const own = depth === 0 ? content : bytesOf(outer.text);
      const runs = depth === 0 ? known : digitRuns(own.bytes, BASE64_LIMITS.runChars);
      let done = 0;
      for (const { start, end } of runs) {
        if (left <= 0) break;
        if (start < done || end - start < BASE64_LIMITS.runChars) continue;
        const run = readRun(own, start, end);
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

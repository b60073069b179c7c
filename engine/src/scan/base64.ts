import { constantMap } from "./origin-map.ts";
import type { Section } from "./section.ts";
import { utf8CodePoint, utf8Length } from "./utf8.ts";

/** Limits of step 1's decoding; the contract sets all but `textChars`. */
export const BASE64_LIMITS = {
  /** Shortest run of alphabet characters that is decoded. */
  runChars: 16,
  /** Base64 within base64 is followed this deep. */
  levels: 2,
  /** Characters of decoded text that are added to one scan in all. */
  decodedChars: 65_536,
  /** Shortest readable stretch worth keeping: what the shortest run decodes to. */
  textChars: 12,
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

function runEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && (DIGIT[text.charCodeAt(at)] ?? 255) !== 255) at++;
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

function* findRuns(text: string): Generator<Run> {
  let at = 0;
  while (at < text.length) {
    if ((DIGIT[text.charCodeAt(at)] ?? 255) === 255) {
      at++;
      continue;
    }
    const end = runEnd(text, at);
    if (end - at >= BASE64_LIMITS.runChars) {
      const run = readRun(text, at, end);
      yield run;
      at = run.end;
    } else {
      at = end;
    }
  }
}

function decodeBytes(digits: string, phase: number): Uint8Array {
  const bytes = new Uint8Array(Math.floor(((digits.length - phase) * 3) / 4));
  let bits = 0;
  let held = 0;
  let size = 0;
  for (let i = phase; i < digits.length; i++) {
    bits = ((bits << 6) | (DIGIT[digits.charCodeAt(i)] ?? 0)) & 0xffffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[size++] = (bits >>> held) & 0xff;
  }
  return bytes;
}

const isPrintable = (byte: number): boolean =>
  (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13;

/** The readable stretches of some bytes. NUL is passed over, so that ASCII in UTF-16 reads as text as well. */
function readableStretches(bytes: Uint8Array): string[] {
  const stretches: string[] = [];
  let stretch = "";
  for (let at = 0; at <= bytes.length;) {
    const byte = bytes[at] ?? 0;
    const length = byte >= 0x80 ? utf8Length(bytes, at) : 1;
    if (at < bytes.length && byte === 0) {
      at++;
    } else if (at < bytes.length && length === 1 && isPrintable(byte)) {
      stretch += String.fromCharCode(byte);
      at++;
    } else if (length > 1) {
      stretch += String.fromCodePoint(utf8CodePoint(bytes, at, length));
      at += length;
    } else {
      if (stretch.length >= BASE64_LIMITS.textChars) stretches.push(stretch);
      stretch = "";
      at++;
    }
  }
  return stretches;
}

const isHexDigit = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 70) || (unit >= 97 && unit <= 102);

/** The readable stretches of a run that is hexadecimal from end to end. */
function decodeHex(digits: string): string[] {
  for (let i = 0; i < digits.length; i++) if (!isHexDigit(digits.charCodeAt(i))) return [];
  const bytes = Uint8Array.from({ length: digits.length >> 1 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
  return readableStretches(bytes);
}

/**
 * Decodes a run as hexadecimal, and at the four places where a group of four digits can begin, because a run may be glued to a word or a
 * path before it. Where the first place reads as text from end to end, the others are not tried.
 */
function decodeRun(digits: string): string[] {
  const all = decodeHex(digits);
  for (let phase = 0; phase < 4; phase++) {
    const bytes = decodeBytes(digits, phase);
    const stretches = readableStretches(bytes);
    all.push(...stretches);
    if (phase === 0 && stretches[0]?.length === bytes.length) break;
  }
  return all;
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
      for (const run of findRuns(outer.text)) {
        if (left <= 0) break;
        const origin = outer.origin.toOrigin(run.start, run.end);
        for (const stretch of decodeRun(run.digits)) {
          const text = readText(stretch.slice(0, Math.max(0, left)));
          left -= text.length;
          next.push({
            text,
            origin: constantMap(origin.start, origin.end),
            container: { section: outer, start: run.start, end: run.end, isBare: true },
          });
        }
      }
    }
    decoded.push(...next);
    level = next;
  }
  return decoded;
}

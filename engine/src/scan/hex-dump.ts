import { constantMap } from "./origin-map.ts";
import { readText } from "./readable.ts";
import type { Section } from "./section.ts";
import { BYTE_VALUES } from "./text-bytes.ts";
import type { TextBytes } from "./text-bytes.ts";
import { costOf, UNESCAPE_LIMITS } from "./unescape.ts";

/** What may stand before a row: indentation, and the marks of a quotation, a patch or a log. */
const MARKS = " \t>+|";
const MAX_MARKS = 8;
const ZERO = 0x30;
const IS_MARK = new Uint8Array(BYTE_VALUES);
for (const mark of MARKS) IS_MARK[mark.charCodeAt(0)] = 1;
const IS_HEX = new Uint8Array(BYTE_VALUES);
for (const digit of "0123456789abcdefABCDEF") IS_HEX[digit.charCodeAt(0)] = 1;

/**
 * A row of `xxd` or `hexdump -C`: how far the file was read, which begins with a zero in files below 256 MiB, and its next
 * bytes in pairs or fours of digits.
 */
const ROW = /(0[0-9a-f]{5,7}):?[ \t]{1,3}((?:[0-9a-f]{2}[ \t]{1,2}|[0-9a-f]{4}[ \t]{1,2}){1,16})/iy;
const ROW_BYTES = 16;
const MIN_ROWS = 2;

/** Rows of one dump: the bytes, and where they stand. */
interface Dump {
  readonly bytes: number[];
  readonly start: number;
  end: number;
  rows: number;
}

/** How far the file was read before a row, and the row's bytes. */
interface Row {
  readonly offset: number;
  readonly bytes: readonly number[];
}

function rowAt(text: string, start: number): Row | undefined {
  let at = start;
  while (at - start < MAX_MARKS && MARKS.includes(text.charAt(at))) at++;
  if (text.charCodeAt(at) !== ZERO) return undefined;
  ROW.lastIndex = at;
  const [, offset = "", digits = ""] = ROW.exec(text) ?? [];
  if (digits === "") return undefined;
  const pairs = digits.replaceAll(/[ \t]/g, "").match(/../g) ?? [];
  // What stands behind the last row's bytes may look like more of them.
  const bytes = pairs.slice(0, ROW_BYTES).map((pair) => Number.parseInt(pair, 16));
  return { offset: Number.parseInt(offset, 16), bytes };
}

/** The dumps of a text: rows that each go on where the one before ended. */
function* dumpsOf(text: string): Generator<Dump> {
  let dump: Dump | undefined;
  let next = 0;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const row = rowAt(text, start);
    if (dump !== undefined && row?.offset !== next) {
      if (dump.rows >= MIN_ROWS) yield dump;
      dump = undefined;
    }
    if (row !== undefined) {
      dump ??= { bytes: [], start, end, rows: 0 };
      if (dump.bytes.length < UNESCAPE_LIMITS.chars) dump.bytes.push(...row.bytes);
      dump.end = end;
      dump.rows++;
      next = row.offset + row.bytes.length;
    }
    start = end + 1;
  }
  if (dump !== undefined && dump.rows >= MIN_ROWS) yield dump;
}

/** The offset behind what may stand before a row that begins at `start`. */
function marksEnd(bytes: Uint8Array, start: number): number {
  let end = start;
  while (end - start < MAX_MARKS && IS_MARK[bytes[end] ?? 0] === 1) end++;
  return end;
}

/** Does a line begin with two digits as a row does? */
function mayHoldRows({ bytes }: TextBytes, breaks: ArrayLike<number>): boolean {
  for (let i = -1; i < breaks.length; i++) {
    const at = marksEnd(bytes, (breaks[i] ?? -1) + 1);
    if (bytes[at] === ZERO && IS_HEX[bytes[at + 1] ?? 0] === 1) return true;
  }
  return false;
}

const NOTHING: readonly Section[] = [];

/**
 * The texts in files that were written as hex dumps, each file a section of its own, without what is no text: at most
 * `UNESCAPE_LIMITS.chars` bytes in all. `content` has the section's text, `breaks` are its line breaks, and `foldText` folds what is read. Linear in the section.
 */
export function dumpedSections(
  section: Section,
  content: TextBytes,
  breaks: ArrayLike<number>,
  foldText: (text: string) => string,
): readonly Section[] {
  if (!mayHoldRows(content, breaks)) return NOTHING;
  const sections: Section[] = [];
  let left: number = UNESCAPE_LIMITS.chars;
  for (const { bytes, start, end } of dumpsOf(section.text)) {
    if (left <= 0) break;
    const texts = readText(Uint8Array.from(bytes.slice(0, left)));
    const origin = section.origin.toOrigin(start, end);
    const dumped = {
      text: foldText(texts.join("\n")),
      origin: constantMap(origin.start, origin.end),
      container: { section, start, end, isBare: true },
    };
    left -= costOf(dumped);
    if (texts.length > 0) sections.push(dumped);
  }
  return sections;
}

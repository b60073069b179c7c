import type { Escape } from "./escape.ts";
import { isInWord } from "./made-up.ts";
import type { Section } from "./section.ts";
import { marginEnd, marginStart, readStretch } from "./unescape.ts";

/** Escapes of one string that stand farther apart are read apart, in UTF-16 units. */
const MAX_GAP = 320;

/** The shortest word with a digit that may be a value. */
const MIN_VALUE = 6;
/** So many digits may be one in pieces, and so many lines a list of words. */
const MIN_DIGITS = 8;
const MIN_LINES = 11;

/** The most escapes in a text within a string, as far as its end is looked for. */
const MAX_ESCAPES = 512;

/** Strings with so many spaces are sentences. */
const MIN_SPACES = 3;

/** What the letter behind a backslash stands for (RFC 8259, 7); the apostrophe is from other languages. */
const MEANINGS: ReadonlyMap<number, string> = new Map(
  Array.from(
    "nrtbf\"/'",
    (letter, i) => [letter.charCodeAt(0), "\n\r\t\b\f\"/'".charAt(i)] as const,
  ),
);

const BACKSLASH = 0x5c;

/** What stands behind the backslash of `\u0041` and `\x41`. */
const CODE = /^(?:u([\da-f]{4})|x([\da-f]{2}))/i;

/**
 * The escape that begins with the backslashes at `at`. More than one backslash comes of a string within a string, or
 * stands for one: both are read at once.
 */
function escapeAt(text: string, at: number): Escape {
  let end = at + 1;
  while (text.charCodeAt(end) === BACKSLASH) end++;
  const meaning = MEANINGS.get(text.charCodeAt(end));
  if (meaning !== undefined) return { start: at, end: end + 1, text: meaning };
  const code = CODE.exec(text.slice(end, end + 5));
  const unit = Number.parseInt(code?.[1] ?? code?.[2] ?? "", 16);
  return code === null || unit < 9
    ? { start: at, end, text: "\\" }
    : { start: at, end: end + code[0].length, text: String.fromCharCode(unit) };
}

/** What a pattern may stumble over where it stands escaped. */
const STUMBLING_BLOCKS = "\n\r\t\b\f\"'";

/** Neither quotation marks nor line breaks stand plain in a string of JSON. */
const endsString = (unit: number): boolean => unit === 0x22 || unit === 10;

const STRING_END = /["\n]/g;

/** Where the string or the line that holds `from` ends, or the text. */
function stringEnd(text: string, from: number): number {
  STRING_END.lastIndex = from;
  return STRING_END.test(text) ? STRING_END.lastIndex - 1 : text.length;
}

/** The escapes of each string, as far as they stand near each other. */
function* escapesOfStrings(text: string): Generator<readonly Escape[]> {
  let group: Escape[] = [];
  let last = 0;
  let end = -1;
  for (let at = text.indexOf("\\"); at >= 0;) {
    const escape = escapeAt(text, at);
    if (group.length > 0) {
      if (end < last) end = stringEnd(text, last);
      if (at - last > MAX_GAP || end < at) {
        yield group;
        group = [];
      }
    }
    group.push(escape);
    last = escape.end;
    at = text.indexOf("\\", last);
  }
  yield group;
}

const DIGIT = /\d/g;
const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** May a value stand in a text, beside one of the escapes or in pieces? */
function mayHoldValue(text: string): boolean {
  let digits = 0;
  let at = 0;
  for (DIGIT.lastIndex = 0; DIGIT.test(text); DIGIT.lastIndex = at) {
    const first = DIGIT.lastIndex - 1;
    let start = first;
    while (start > at && isInWord(text.charCodeAt(start - 1))) start--;
    for (at = first; isInWord(text.charCodeAt(at)); at++)
      if (isDigit(text.charCodeAt(at))) digits++;
    if (digits >= MIN_DIGITS || at - start >= MIN_VALUE) return true;
  }
  return false;
}

/** Where a stretch begins and ends. */
type Margins = readonly [start: number, end: number];

/** The margins around a string's escapes: on the same line. */
function marginsOf(text: string, group: readonly Escape[]): Margins {
  const first = group[0]?.start ?? 0;
  const last = group.at(-1)?.end ?? 0;
  // No farther than the margins: a line may be as long as the text.
  const start = marginStart(text, first);
  const end = marginEnd(text, last);
  const lineEnd = text.slice(last, end).indexOf("\n");
  const lineStart = start + text.slice(start, first).lastIndexOf("\n") + 1;
  return [lineStart, lineEnd < 0 ? end : last + lineEnd];
}

const isBreak = ({ text }: Escape): boolean => text === "\n" || text === "\r" || text === "\t";

/** Does a text of its own stand between two quotation marks, rather than a name or a value? */
function isText(text: string, inner: readonly Escape[], from: number, to: number): boolean {
  if (inner.some(isBreak)) return true;
  let spaces = 0;
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 0x20) spaces++;
  return spaces >= MIN_SPACES;
}

const opened = ({ start, end }: Escape): Escape => ({ start, end, text: '"\n' });
const closed = ({ start, end }: Escape): Escape => ({ start, end, text: '\n"' });

const markAt = (at: number): Escape => ({ start: at, end: at + 1, text: '"' });

/** The quotation marks among the escapes that hold a text in an object, with that text on lines of its own. */
function innerTexts(text: string, group: readonly Escape[]): readonly Escape[] {
  const read = [...group];
  for (let i = 0; i < group.length; i++) {
    const open = group[i];
    if (open?.text !== '"' || !/:\s?$/.test(text.slice(open.start - 2, open.start))) continue;
    const size = open.end - open.start;
    const rest = group.slice(i + 1, i + 1 + MAX_ESCAPES);
    const inner = rest.findIndex((each) => each.text === '"' && each.end - each.start === size);
    const close = rest[inner];
    if (close === undefined || !isText(text, rest.slice(0, inner), open.end, close.start)) continue;
    read[i] = opened(open);
    read[i + 1 + inner] = closed(close);
    i += 1 + inner;
  }
  return read;
}

/** Where the quotation marks of a string stand, or the ends of its line, or how far they were looked for. */
interface Bounds {
  readonly open: number;
  readonly close: number;
}

function boundsOf(text: string, group: readonly Escape[]): Bounds {
  const first = group[0]?.start ?? 0;
  const last = group.at(-1)?.end ?? 0;
  let open = first - 1;
  while (open >= 0 && first - open < MAX_GAP && !endsString(text.charCodeAt(open))) open--;
  let close = last;
  while (close < text.length && close - last < MAX_GAP && !endsString(text.charCodeAt(close)))
    close++;
  return { open, close };
}

/** The escapes, with those that set a text of several lines apart from what stands around its string. */
function framed(
  text: string,
  group: readonly Escape[],
  { open, close }: Bounds,
  [start, end]: Margins,
): Escape[] {
  const read = innerTexts(text, group);
  if (!group.some(isBreak)) return [...read];
  return [
    ...(open >= start && text.charAt(open) === '"' ? [opened(markAt(open))] : []),
    ...read,
    ...(close < end && text.charAt(close) === '"' ? [closed(markAt(close))] : []),
  ];
}

/**
 * The strings of a section, as JSON and most languages write them, as what they stand for. Only strings with an escape
 * that a pattern may stumble over, and in which a value may stand. At most as many characters as the section has, and
 * `room` more. Linear in the section.
 */
export function readStrings(section: Section, room: number): Section[] {
  const { text } = section;
  const sections: Section[] = [];
  let left = text.length + room;
  for (const group of escapesOfStrings(text)) {
    if (!group.some((escape) => STUMBLING_BLOCKS.includes(escape.text))) continue;
    const bounds = boundsOf(text, group);
    const around = text.slice(bounds.open + 1, bounds.close);
    if (group.length < MIN_LINES && !mayHoldValue(around)) continue;
    if (left <= 0) return sections;
    const margins = marginsOf(text, group);
    const read = readStretch(section, framed(text, group, bounds, margins), ...margins);
    left -= read.text.length;
    sections.push(read);
  }
  return sections;
}

import type { Escape } from "./escape.ts";
import {
  isInWord,
  isSpoken,
  looksMadeUp,
  looksNumbered,
  mayLookMadeUp,
  wordBefore,
  wordFrom,
} from "./made-up.ts";
import type { Section } from "./section.ts";
import type { TextBytes } from "./text-bytes.ts";
import { groupsOf, placesOf, readGroup } from "./unescape.ts";

/** Joined text is at most this long and, in a longer section, a share of it: columns of numbers are full of joins. */
const MIN_CHARS = 2048;
const SHARE = 8;

/** Line breaks in a row that may all stand within values; more are the rows of a table. */
const MAX_ROWS = 6;
/** The same for lines of one word each; more are a list. */
const MAX_PIECES = 16;

/** What the lines of a quotation, a patch or a comment begin with. */
const IS_MARK = new Uint8Array(128);
for (const mark of " \t>+-#/*|") IS_MARK[mark.charCodeAt(0)] = 1;
const MAX_MARKS = 24;

/** A date, a time or an address, which a line of a log begins with, or the number of a list's item. */
const LINE_START = /^(?:\d{4}[-/.]\d\d|\d{1,2}:\d\d|\d{1,3}\.\d{1,3}\.\d{1,3}\.|\d{1,3}[.)] )/;
const LINE_START_CHARS = 12;

const DASH = 0x2d;
const DOT = 0x2e;
/** Before a number it is that of an item. */
const HASH = 0x23;

const NAME = /^\$?[A-Za-z_][\w.-]*$/;
const NUMBER = /^\d+$/;
/** What the lines around a key consist of, and an option begins with. */
const DASHES = "--";
const RULE = "-----";
/** The name of a variable of the environment. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** A sum, a number or an id in hexadecimal digits. */
const HEX = /^[0-9a-f]{7,}$/i;

/** Do two lines begin with hexadecimal digits, as many, and the first one has more? They are the rows of a table. */
function areColumns(text: string, lineStart: number, end: number, word: string): boolean {
  if (!HEX.test(word)) return false;
  const first = wordFrom(text, lineStart);
  return first.length === word.length && HEX.test(first) && lineStart + first.length < end;
}

/** The offset behind what a line begins with before its first word. */
function marksEnd(text: string, start: number): number {
  let end = start;
  while (end - start < MAX_MARKS && IS_MARK[text.charCodeAt(end)] === 1) end++;
  return end;
}

/** The offset behind the marks that a continued line begins with: indentation, `>`, or what the line before has. */
function continuation(text: string, lineStart: number, next: number): number {
  if (IS_MARK[text.charCodeAt(next)] !== 1) return next;
  const marks = text.slice(next, marksEnd(text, next));
  if (marks !== "-" && marks === text.slice(lineStart, marksEnd(text, lineStart)))
    return next + marks.length;
  const quoted = marks.lastIndexOf(">") + 1;
  return next + marks.length - marks.slice(quoted).trimStart().length;
}

/** Does a name, a call or a numbered line begin with the word at `start`, rather than the rest of a value? */
function beginsAnew(text: string, start: number, word: string): boolean {
  if (NUMBER.test(word) || word.startsWith(DASHES)) return true;
  if (!NAME.test(word)) return false;
  let at = start + word.length;
  while (text.charCodeAt(at) === 32) at++;
  // A table of settings.
  if (VARIABLE.test(word) && at > start + word.length + 1 && text.charCodeAt(at) > 32) return true;
  const unit = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  // An equals sign at the end of a line may be the padding of base64; behind a variable's name, its value is empty.
  if (unit === 0x3d)
    return at > start + word.length || (next > 0x20 && next !== 0x3d) || VARIABLE.test(word);
  return unit === 0x28 || (unit === 0x3a && !(next > 0x22));
}

/** What stands behind the first word of a sentence, or of the rest of one. */
const SENTENCE = /^(?: [A-Za-z]|['’]\w)/;

/** Is the word at `start` one that a sentence goes on with, and does one go on behind it? */
const isOfSentence = (text: string, start: number, word: string): boolean =>
  isSpoken(word) && SENTENCE.test(text.slice(start + word.length, start + word.length + 2));

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;

/** Where a line ends, without the line break and a space before it. */
function lineEnd(bytes: Uint8Array, at: number): number {
  const end = bytes[at - 1] === 13 ? at - 1 : at;
  return bytes[end - 1] === 32 ? end - 1 : end;
}

/** May digits before a place be those of a number that goes on behind it, with spaces, dots and dashes between? */
const mayEndNumber = (unit: number): boolean => isDigit(unit) || unit === DASH || unit === DOT;

/** Does a line that ends at `end` end with a rule? */
const isRule = (text: string, end: number, last: number): boolean =>
  last === DASH && text.startsWith(RULE, end - RULE.length);

/** Is what stands at `next`, in a line of its own, the number of an item, or a date or a time? */
function isNumberOfLine(text: string, next: number, first: number): boolean {
  if (first === HASH) return isDigit(text.charCodeAt(next + 1));
  if (!isDigit(first)) return false;
  return (
    text.charCodeAt(next - 1) === HASH || LINE_START.test(text.slice(next, next + LINE_START_CHARS))
  );
}

/** Does the word at `next` look like the rest of the one that ends before `end`, of which more than one character is there? */
const isRest = (text: string, end: number, next: number, word: string): boolean =>
  isInWord(text.charCodeAt(end - 2)) &&
  looksMadeUp(wordBefore(text, end), word) &&
  !isOfSentence(text, next, word) &&
  !beginsAnew(text, next, word);

/** What an item of a list begins with. */
const ITEM = /^[ \t>]{0,16}[-*+] (?! )/;

/** The line break at `at`, with what the next line begins with, where a value may go on behind it. */
function lineJoinAt({ text, bytes }: TextBytes, lineStart: number, at: number): Escape | undefined {
  const end = lineEnd(bytes, at);
  const last = bytes[end - 1] ?? 0;
  if (!isInWord(last) || isRule(text, end, last)) return undefined;
  const next = continuation(text, lineStart, at + 1);
  const first = bytes[next] ?? 0;
  if (!isInWord(first)) return undefined;
  if (!mayEndNumber(last) && !mayLookMadeUp(bytes, end, next)) return undefined;
  if (isNumberOfLine(text, next, first)) return undefined;
  if (next > at + 1 && ITEM.test(text.slice(at + 1, next + 1))) return undefined;
  const word = wordFrom(text, next);
  // Quoted in the middle of a line: the line was whole before it was quoted.
  const isCell = !text.slice(at + 1, next).includes(">") || text.charAt(lineStart) === ">";
  const isValue =
    looksNumbered(text, end, next, isCell) ||
    (isRest(text, end, next, word) && !areColumns(text, lineStart, end, word));
  return isValue ? { start: end, end: next, text: "" } : undefined;
}

/** Are there too many joins in a row for all of them to stand within a value? */
function areRows(text: string, run: readonly Escape[]): boolean {
  if (run.length <= MAX_ROWS) return false;
  const isWord = (join: Escape, i: number): boolean => {
    const next = run[i + 1];
    return next === undefined || wordFrom(text, join.end).length === next.start - join.end;
  };
  return run.length > MAX_PIECES || !run.every(isWord);
}

function* lineJoins(content: TextBytes, breaks: ArrayLike<number>): Generator<Escape> {
  const { text } = content;
  let run: Escape[] = [];
  let lineStart = 0;
  for (let i = 0; i < breaks.length; i++) {
    const at = breaks[i] ?? 0;
    const join = lineJoinAt(content, lineStart, at);
    if (join !== undefined) run.push(join);
    else if (run.length > 0) {
      if (!areRows(text, run)) yield* run;
      run = [];
    }
    lineStart = at + 1;
  }
  if (!areRows(text, run)) yield* run;
}

/** All joins, every other one, where a whole value ends before a line that was joined, and a space between groups of digits. */
function readingsOf(section: Section, group: readonly Escape[]): readonly Escape[][] {
  const everyOther = (from: number): Escape[] => group.filter((_, i) => i % 2 === from);
  const spaced = group.filter(({ start, end }) => looksNumbered(section.text, start, end));
  return [
    [...group],
    ...(group.length > 1 ? [everyOther(0), everyOther(1)] : []),
    spaced.map((join) => ({ ...join, text: " " })),
  ];
}

/**
 * The stretches of a section in which a value may be broken by a line break, with their lines joined. This is a guess:
 * only a value that a join made whole counts, and the readings add no more than an eighth and 2 KiB. `content` has the
 * section's text, and `breaks` are its line breaks. Linear in the section.
 */
export function joinedLines(
  section: Section,
  content: TextBytes,
  breaks: ArrayLike<number>,
): Section[] {
  const sections: Section[] = [];
  let left = MIN_CHARS + Math.floor(section.text.length / SHARE);
  for (const group of groupsOf(lineJoins(content, breaks))) {
    for (const joins of readingsOf(section, group)) {
      if (left <= 0) return sections;
      if (joins.length === 0) continue;
      const joined = { ...readGroup(section, joins), joins: placesOf(section, joins) };
      left -= joined.text.length;
      sections.push(joined);
    }
  }
  return sections;
}

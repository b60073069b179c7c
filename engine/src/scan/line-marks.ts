import type { Escape } from "./escape.ts";
import type { Section } from "./section.ts";
import { isSign, MARK } from "./signs.ts";
import type { TextBytes } from "./text-bytes.ts";
import { costOf, readStretch, UNESCAPE_LIMITS } from "./unescape.ts";

const QUOTE = 0x3e;
const ADDED = 0x2b;
const SPACE = 0x20;

/** Quotations of quotations go no deeper. */
const MAX_QUOTES = 8;

/** The offset behind the marks that the line at `start` begins with: those of a quotation, or the one of a line that a patch adds. */
function markEnd(text: string, start: number): number {
  if (text.charCodeAt(start) === ADDED) return start + 1;
  let end = start;
  for (let depth = 0; depth < MAX_QUOTES && text.charCodeAt(end) === QUOTE; depth++) {
    end++;
    if (text.charCodeAt(end) === SPACE) end++;
  }
  return end;
}

/** Lines in a row that begin with marks of one kind: where those stand, and where the last line ends. */
interface Run {
  readonly marks: Escape[];
  end: number;
}

/** Rows of two marked lines or more. */
function* runsOf(text: string): Generator<Run> {
  let run: Run = { marks: [], end: 0 };
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const mark = markEnd(text, start);
    const first = run.marks[0];
    const isSame = first !== undefined && text[first.start] === text[start];
    if (mark === start || (first !== undefined && !isSame)) {
      if (run.marks.length > 1) yield run;
      run = { marks: [], end };
    }
    if (mark > start) run.marks.push({ start, end: mark, text: "" });
    run.end = end;
    start = end + 1;
  }
  if (run.marks.length > 1) yield run;
}

/** Does a line begin with a mark? */
function isMarked({ bytes }: TextBytes, breaks: ArrayLike<number>): boolean {
  if (isSign(bytes[0] ?? 0, MARK)) return true;
  for (let i = 0; i < breaks.length; i++)
    if (isSign(bytes[(breaks[i] ?? 0) + 1] ?? 0, MARK)) return true;
  return false;
}

const NOTHING: readonly Section[] = [];

/**
 * What was quoted in a mail or added by a patch, as it was before: the lines without the marks that they begin with, for
 * what reaches over several lines. At most `UNESCAPE_LIMITS.chars` characters in all. `content` has the section's text, and
 * `breaks` are its line breaks. Linear in the section.
 */
export function unmarkedLines(
  section: Section,
  content: TextBytes,
  breaks: ArrayLike<number>,
): readonly Section[] {
  if (!isMarked(content, breaks)) return NOTHING;
  const { text } = content;
  const sections: Section[] = [];
  let left: number = UNESCAPE_LIMITS.chars;
  for (const { marks, end } of runsOf(text)) {
    if (left <= 0) break;
    const start = marks[0]?.start ?? 0;
    const stop = Math.min(end, start + left);
    const read = marks.filter((mark) => mark.end <= stop);
    const unmarked = readStretch(section, read, start, stop);
    left -= costOf(unmarked);
    sections.push(unmarked);
  }
  return sections;
}

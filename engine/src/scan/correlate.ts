import { mayGoOn } from "./made-up.ts";
import { furtherSections } from "./normalise.ts";
import type { Normalised } from "./normalise.ts";
import type { JudgedFinding } from "./score.ts";
import { behindText } from "./origin-map.ts";
import type { Section } from "./section.ts";
import { plainMemory } from "./survey.ts";
import type { ScanMemory } from "./survey.ts";
import { utf8Back } from "./utf8.ts";

/** Bytes of UTF-8 that are kept of a session's earlier scans. */
export const TAIL_BYTES = 512;

/**
 * How far into the content a match that begins in the tail is looked for, in UTF-16 units: to the end of the line behind so
 * many, and never farther than the second. What goes on behind that end of a line, the content on a line of its own has as well.
 */
const SEAM_CHARS = 512;
const MOST_SEAM_CHARS = 8192;

/** Stands in a tail where white space separated two scans. No folded text holds it (U+200B is removed by step 1). */
const PASTE_END = "\u200b";
const LOOSE_END = /\s*\u200b\s*/g;

const isSpace = (char: string): boolean => char !== "" && char.trim() === "";

const leadingSpace = (text: string): number => text.length - text.trimStart().length;

/** May a value go on in the next paste, without the white space between the two? */
const meets = (tail: string, text: string): boolean =>
  mayGoOn(tail.trimEnd(), text.slice(0, TAIL_BYTES).trimStart());

/** The start of a content, from `from` on, that a match which begins before it may reach into. */
function beginningOf(text: string, from: number): string {
  const lineEnd = text.indexOf("\n", from + SEAM_CHARS);
  return text.slice(from, Math.min(lineEnd < 0 ? text.length : lineEnd, from + MOST_SEAM_CHARS));
}

/** The content, from `from` on, behind the tail and what stands between the two. */
function behindTail(tail: string, between: string, content: Section, from: number): Section {
  const chars = tail.length + between.length;
  return {
    text: tail + between + beginningOf(content.text, from),
    origin: behindText(content.origin, chars, from),
    earlier: { text: tail, chars },
  };
}

/**
 * The tail and the content glued, with `space` for the white space that came with a paste; undefined where that is none and
 * nothing may go on without it.
 */
function glued(tail: string, content: Section, space: "" | " "): Section | undefined {
  const before = tail.replaceAll(LOOSE_END, space);
  const from = leadingSpace(content.text);
  const trimmed = before.trimEnd();
  if (trimmed.length === before.length && from === 0) return behindTail(before, "", content, 0);
  if (space === "" && !meets(tail, content.text)) return undefined;
  return behindTail(trimmed, space, content, from);
}

/** The content on a line of its own behind the tail, and glued to it with a space or none for white space there. */
function readingsBehind(tail: string, content: Section): [Section, ...Section[]] {
  const loose = tail.replaceAll(PASTE_END, "");
  const separated = {
    text: `${loose}\n${content.text}`,
    origin: behindText(content.origin, loose.length + 1, 0),
    earlier: { text: loose, chars: loose.length + 1 },
  };
  const joined = ([" ", ""] as const).flatMap((space) => glued(tail, content, space) ?? []);
  return [separated, ...joined.filter(({ text }, i) => i === 0 || text !== joined[0]?.text)];
}

/** What stands encoded across the place where the tail and the content meet; the rest was decoded elsewhere. */
function decodedAcross(reading: Section, memory: ScanMemory): Section[] {
  const { text, earlier } = reading;
  const chars = earlier?.chars ?? 0;
  const beginning = { ...reading, text: text.slice(0, chars + TAIL_BYTES) };
  return furtherSections(beginning, memory).filter(
    ({ container }) => container !== undefined && container.start < chars && container.end > chars,
  );
}

/**
 * Step 2: puts the session's tail before the content, so that a secret cut in two by a paste is whole again. For what
 * reaches across the seam, the content follows the tail on a line of its own and glued to it: once with a space and once with
 * nothing for the white space that came with a paste. The content by itself comes first, so that no tail hides what is in it.
 */
export function correlate(
  { content, decoded }: Normalised,
  tail: string,
  memory: ScanMemory = plainMemory,
): readonly Section[] {
  if (tail === "") return [content, ...decoded];
  const [separated, ...joined] = readingsBehind(tail, content);
  return [
    content,
    ...decoded,
    separated,
    ...joined,
    ...joined.flatMap((each) => decodedAcross(each, memory)),
  ];
}

/** The tail to keep for the session's next scan: the last 512 bytes of everything that it has seen, folded. */
export function nextTail({ content: { text } }: Normalised, tail: string): string {
  const isLoose = isSpace(tail.slice(-1)) || isSpace(text.slice(0, 1));
  const before = isLoose && meets(tail, text) ? tail + PASTE_END : tail;
  const all = (text.length < TAIL_BYTES ? before : "") + text;
  return all.slice(utf8Back(all, all.length, TAIL_BYTES));
}

/**
 * Drops what the session's earlier scans have answered: findings that lie wholly in the tail, those that begin with what
 * blocked in the tail alone, and those that only the missing space between two words made. `judgeTail` gives the findings in the tail of a section by itself.
 */
export function dropSettled(
  findings: readonly JudgedFinding[],
  judgeTail: (tail: string) => readonly JudgedFinding[],
): JudgedFinding[] {
  return findings.filter(({ finding: { pattern, section, match, value } }) => {
    const { earlier } = section;
    if (earlier === undefined || match.start >= earlier.chars) return true;
    if (match.end <= earlier.chars) return false;
    const blocked = judgeTail(earlier.text).filter(({ blocks }) => blocks);
    return !blocked.some(({ finding }) =>
      value.end <= earlier.chars
        ? finding.value.start < value.end && finding.value.end > value.start
        : finding.pattern.index === pattern.index && finding.match.start === match.start,
    );
  });
}

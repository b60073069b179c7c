import { escapesIn } from "./escapes.ts";
import { fold } from "./fold.ts";
import { wordBefore, wordFrom } from "./made-up.ts";
import type { Escape } from "./escape.ts";
import { readingsOf } from "./escape-readings.ts";
import { composeMaps, mapOfEdits } from "./origin-map.ts";
import type { Edit } from "./origin-map.ts";
import type { Section } from "./section.ts";
import { BACKSLASH, EQUALS, ESCAPE, QUOTE } from "./signs.ts";

/** What a survey tells of the escapes of a text. */
interface Escapes {
  readonly signs: number;
  readonly escapes: ArrayLike<number>;
}

/** Limits of un-escaping. */
export const UNESCAPE_LIMITS = {
  /** Escapes that stand no farther apart than this belong to one stretch, in UTF-16 units. */
  gapChars: 96,
  /** What stands this far before and behind a stretch is read with it: the name before an escaped value. */
  marginChars: 160,
  /** Characters of un-escaped text that are added to one scan in all. */
  chars: 65_536,
} as const;

const NOTHING: readonly Section[] = [];

/** What a reading takes of `UNESCAPE_LIMITS.chars`: to scan a short one costs as much as one with margins. */
export const costOf = ({ text }: Section): number =>
  Math.max(text.length, 2 * UNESCAPE_LIMITS.marginChars);

/** Escapes in groups that stand close together. */
export function* groupsOf(escapes: Iterable<Escape>): Generator<readonly Escape[]> {
  let group: Escape[] = [];
  for (const escape of escapes) {
    const last = group.at(-1);
    if (last !== undefined && escape.start - last.end > UNESCAPE_LIMITS.gapChars) {
      yield group;
      group = [];
    }
    group.push(escape);
  }
  if (group.length > 0) yield group;
}

/** The escapes of a text of which this is known. */
function* escapesOf(text: string, { signs, escapes }: Escapes): Generator<Escape> {
  const nextEscape = escapesIn(text, signs, escapes);
  for (let escape = nextEscape(0); escape !== undefined; escape = nextEscape(escape.end))
    yield escape;
}

/** Where the margin before `at` begins: with a whole word, if it is not endless. */
export function marginStart(text: string, at: number): number {
  const start = Math.max(0, at - UNESCAPE_LIMITS.marginChars);
  return start - wordBefore(text, start).length;
}

/** Where the margin behind `at` ends: with a whole word, if it is not endless. */
export function marginEnd(text: string, at: number): number {
  const end = Math.min(text.length, at + UNESCAPE_LIMITS.marginChars);
  return end + wordFrom(text, end).length;
}

/** The text around a group of escapes, with each of them replaced by what it stands for. */
export function readGroup(section: Section, group: readonly Escape[]): Section {
  const start = marginStart(section.text, group[0]?.start ?? 0);
  const end = marginEnd(section.text, group.at(-1)?.end ?? 0);
  return readStretch(section, group, start, end);
}

/** Where in the text that `readGroup` makes of a group what its escapes stand for begins. */
export function placesOf(section: Section, group: readonly Escape[]): readonly number[] {
  let gone = marginStart(section.text, group[0]?.start ?? 0);
  return group.map(({ start, end, text }) => {
    const place = start - gone;
    gone += end - start - text.length;
    return place;
  });
}

/** The text from `start` to `end`, with the escapes there replaced by what they stand for. */
export function readStretch(
  section: Section,
  group: readonly Escape[],
  start: number,
  end: number,
): Section {
  const edits: Edit[] = [{ start: 0, end: 0, originStart: 0, originEnd: start }];
  let text = "";
  let at = start;
  for (const escape of group) {
    text += section.text.slice(at, escape.start);
    const from = text.length;
    text += escape.text;
    edits.push({ start: from, end: text.length, originStart: escape.start, originEnd: escape.end });
    at = escape.end;
  }
  text += section.text.slice(at, end);
  const folded = fold(text);
  const unescaped = composeMaps(folded.origin, mapOfEdits(edits));
  return {
    text: folded.text,
    origin: composeMaps(unescaped, section.origin),
    container: { section, start, end, isBare: false },
  };
}

/**
 * Does a group put literals together only because they stand beside each other in one line? Such are the arguments of a command as
 * well, so that it is a guess.
 */
const areBeside = ({ text }: Section, group: readonly Escape[]): boolean =>
  group.some(({ joint }) => joint === "neighbours") &&
  group.every(
    ({ joint, start, end }) => joint !== "neighbours" || !text.slice(start, end).includes("\n"),
  );

/** The text around a group of escapes, which tells where it was guessed. */
function readEscapes(section: Section, group: readonly Escape[]): Section {
  const read = readGroup(section, group);
  if (!areBeside(section, group)) return read;
  const places = placesOf(section, group);
  const joins = places.filter((_, i) => group[i]?.joint === "neighbours");
  return { ...read, joins, isBeside: true };
}

/**
 * The stretches of a section that hold escapes or put string literals together, as text without them, each a section of
 * its own that knows where every character came from. At most `UNESCAPE_LIMITS.chars` characters in all. `known` is what the
 * survey tells of the section's text. Linear in the section.
 */
export function unescapedSections(section: Section, known: Escapes): readonly Section[] {
  if ((known.signs & (QUOTE | BACKSLASH | ESCAPE | EQUALS)) === 0) return NOTHING;
  const sections: Section[] = [];
  let left: number = UNESCAPE_LIMITS.chars;
  for (const group of groupsOf(escapesOf(section.text, known))) {
    for (const escapes of readingsOf(section.text, group)) {
      if (left <= 0) return sections;
      const unescaped = readEscapes(section, escapes);
      left -= unescaped.text.length;
      sections.push(unescaped);
    }
  }
  return sections;
}

import { composeMaps, mapOfEdits } from "./origin-map.ts";
import type { Edit } from "./origin-map.ts";
import { fold } from "./fold.ts";
import type { Section } from "./section.ts";

/** Limits of un-escaping. */
export const UNESCAPE_LIMITS = {
  /** Escapes that stand no farther apart than this belong to one stretch, in UTF-16 units. */
  gapChars: 96,
  /** What stands this far before and behind a stretch is read with it: the name before an escaped value. */
  marginChars: 160,
  /** Characters of un-escaped text that are added to one scan in all. */
  chars: 65_536,
} as const;

/** One escape: where it stands and what it stands for. */
interface Escape {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: "&",
  lt: "<",
  gt: ">",
  equals: "=",
  colon: ":",
};

/** The longest reference, `&#1114111;`. */
const MAX_REFERENCE_CHARS = 10;

const hexValue = (text: string, start: number, length: number): number => {
  let value = 0;
  for (let at = start; at < start + length; at++) {
    const digit = "0123456789abcdef".indexOf(text.charAt(at).toLowerCase() || "?");
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
};

/** `%41`, as in URLs (RFC 3986, 2.1); bytes above ASCII are left as they are. */
function percentAt(text: string, at: number): Escape | undefined {
  const value = hexValue(text, at + 1, 2);
  if (value < 9 || value > 0x7e) return undefined;
  return { start: at, end: at + 3, text: String.fromCharCode(value) };
}

/** `\u0041` and `\x41`, as in JSON (RFC 8259, 7) and many languages. */
function backslashAt(text: string, at: number): Escape | undefined {
  const length = text.charAt(at + 1) === "u" ? 4 : text.charAt(at + 1) === "x" ? 2 : 0;
  const value = length === 0 ? -1 : hexValue(text, at + 2, length);
  if (value < 9) return undefined;
  return { start: at, end: at + 2 + length, text: String.fromCharCode(value) };
}

/** `&#65;`, `&#x41;` and the named references that keys and quotes need (HTML, 13.5). */
function referenceAt(text: string, at: number): Escape | undefined {
  const end = text.indexOf(";", at);
  if (end < 0 || end - at > MAX_REFERENCE_CHARS) return undefined;
  const name = text.slice(at + 1, end);
  if (!name.startsWith("#")) {
    const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    return named === undefined ? undefined : { start: at, end: end + 1, text: named };
  }
  const isHex = name.charAt(1).toLowerCase() === "x";
  const digits = name.slice(isHex ? 2 : 1);
  const value = isHex ? hexValue(digits, 0, digits.length) : Number(digits);
  if (digits === "" || !Number.isInteger(value) || value < 9 || value > 0x10ffff) return undefined;
  return { start: at, end: end + 1, text: String.fromCodePoint(value) };
}

function escapeAt(text: string, at: number): Escape | undefined {
  const unit = text.charCodeAt(at);
  if (unit === 0x25) return percentAt(text, at);
  if (unit === 0x5c) return backslashAt(text, at);
  return unit === 0x26 ? referenceAt(text, at) : undefined;
}

/** The escapes of a text, in groups that stand close together. */
function* groupsOfEscapes(text: string): Generator<readonly Escape[]> {
  let group: Escape[] = [];
  for (let at = 0; at < text.length;) {
    const escape = escapeAt(text, at);
    if (escape === undefined) {
      at++;
      continue;
    }
    const last = group.at(-1);
    if (last !== undefined && at - last.end > UNESCAPE_LIMITS.gapChars) {
      yield group;
      group = [];
    }
    group.push(escape);
    at = escape.end;
  }
  if (group.length > 0) yield group;
}

function unescapeGroup(section: Section, group: readonly Escape[]): Section {
  const first = group[0]?.start ?? 0;
  const last = group.at(-1)?.end ?? 0;
  const start = Math.max(0, first - UNESCAPE_LIMITS.marginChars);
  const end = Math.min(section.text.length, last + UNESCAPE_LIMITS.marginChars);
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
    tailChars: 0,
    isSeam: false,
    container: { section, start, end },
  };
}

/**
 * The stretches of a section that hold percent encoding, JSON escapes or character references, as text without them,
 * each a section of its own that knows where every character came from. At most `UNESCAPE_LIMITS.chars` characters in
 * all. Linear in the section.
 */
export function unescapedSections(section: Section): Section[] {
  const sections: Section[] = [];
  let left: number = UNESCAPE_LIMITS.chars;
  for (const group of groupsOfEscapes(section.text)) {
    if (left <= 0) break;
    const unescaped = unescapeGroup(section, group);
    left -= unescaped.text.length;
    sections.push(unescaped);
  }
  return sections;
}

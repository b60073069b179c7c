import type { Shortened } from "../extension/src/scanner/packed-rules.ts";
import { codeOf, MARK, MOST_PARTS, NAME_CHARS } from "../extension/src/scanner/packed-rules.ts";

/** A part that stands often: a piece of an expression that begins there, at least so long. */
const BEGINNING = /\(\?|\[|\\\\[bs]|\{"/g;
const SEED_CHARS = 30;
const LEAST_CHARS = 60;
const MOST_CHARS = 3000;
/** What a part has to save, in characters, and how many are taken before the rest is counted anew. */
const LEAST_SAVED = 400;
const AT_ONCE = 12;

/** How far the texts from two offsets on are the same. */
function commonChars(text: string, a: number, b: number): number {
  let chars = 0;
  while (chars < MOST_CHARS && b + chars < text.length && text[a + chars] === text[b + chars])
    chars++;
  return chars;
}

/** The part without the rest of the string that it stands in, and without a piece of an escape or of a name. */
function withinString(part: string): string {
  for (let at = 0; at < part.length;) {
    const char = part.charAt(at);
    const end = at + (char === "\\" ? 2 : char === MARK ? NAME_CHARS : 1);
    if (char === '"' || end > part.length) return part.slice(0, at);
    at = end;
  }
  return part;
}

/** Texts that stand in more than two places, with how often one follows another. */
function candidatesOf(text: string): Map<string, number> {
  const places = new Map<string, number[]>();
  for (const { index } of text.matchAll(BEGINNING)) {
    const seed = text.slice(index, index + SEED_CHARS);
    const known = places.get(seed);
    if (known === undefined) places.set(seed, [index]);
    else known.push(index);
  }
  const counts = new Map<string, number>();
  for (const starts of places.values()) {
    if (starts.length < 3) continue;
    for (const [i, start] of starts.slice(1).entries()) {
      const before = starts[i] ?? 0;
      const part = withinString(text.slice(before, before + commonChars(text, before, start)));
      if (part.length >= LEAST_CHARS) counts.set(part, (counts.get(part) ?? 0) + 1);
    }
  }
  return counts;
}

const countOf = (text: string, part: string): number => text.split(part).length - 1;

/**
 * Names the parts that stand often in a text and writes the name for each: a compressor forgets what stood 32 KiB before
 * (RFC 1951), and a frame has less to keep. Always the same for the same text.
 */
export function shareParts(whole: string): Shortened {
  const parts: string[] = [];
  let text = whole;
  for (let isDone = false; !isDone && parts.length < MOST_PARTS;) {
    const savings = [...candidatesOf(text)].map(
      ([part, count]) => ({ part, saved: part.length * count }) as const,
    );
    const best = savings.toSorted((a, b) => b.saved - a.saved || (a.part < b.part ? -1 : 1));
    isDone = true;
    for (const { part } of best.slice(0, AT_ONCE)) {
      if (part.length * (countOf(text, part) - 1) < LEAST_SAVED || parts.length >= MOST_PARTS)
        continue;
      text = text.replaceAll(part, () => codeOf(parts.length));
      parts.push(part);
      isDone = false;
    }
  }
  return { parts, text };
}

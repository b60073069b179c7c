import type { WordTables } from "../scan/word-tables.ts";
import { classReader } from "./columns.ts";
import type { Part, SearchImage } from "./image.ts";
import { COLUMNS, OTHER_CLASSES, STATE, TABLE, WINDOW_CHARS } from "./layout.ts";
import { windowWriter } from "./window.ts";

/** Takes hits, the first `length` numbers, as pairs of a word and its start in the text; they are there during the call. */
type OnHits = (hits: Int32Array, length: number) => void;

/** Hits of one part in one window; most windows have few, for which memory of their own would cost more than finding them. */
const FEW_NUMBERS = 1024;

/** Does the text really have a word where it seems to? Where classes of characters share a column, others look like it. */
function verifier(words: readonly string[], tables: WordTables, part: Part) {
  const classOf = classReader(tables[part]);
  return (text: string, word: number, start: number): boolean => {
    const chars = words[word] ?? "";
    for (let i = 0; i < chars.length; i++)
      if (classOf(text.charCodeAt(start + i)) !== classOf(chars.charCodeAt(i))) return false;
    return true;
  };
}

/**
 * Takes the hits of a part out of an image's memory into `out`, with starts in the text instead of its window, `from`; leaves
 * out what only looks like a word, and answers how many numbers there are.
 */
function hitTaker(words: readonly string[], tables: WordTables, image: SearchImage) {
  const { buffer, doubtful } = image;
  const hits = new Int32Array(buffer, image.hits);
  const isThere = {
    ascii: verifier(words, tables, "ascii"),
    other: verifier(words, tables, "other"),
  };
  return (part: Part, text: string, from: number, count: number, out: Int32Array): number => {
    let taken = 0;
    for (let i = 0; i < 2 * count; i += 2) {
      const word = hits[i] ?? 0;
      const start = from + (hits[i + 1] ?? 0);
      if (doubtful[word] === 1 && !isThere[part](text, word, start)) continue;
      out[taken++] = word;
      out[taken++] = start;
    }
    return taken;
  };
}

/** Room for hits: `few` where they fit. */
const roomFor = (count: number, few: Int32Array): Int32Array =>
  2 * count > few.length ? new Int32Array(2 * count) : few;

/** Searches texts window by window with an executor over an image. */
export function searchOver(
  words: readonly string[],
  tables: WordTables,
  image: SearchImage,
): (text: string, onHits: OnHits) => void {
  const { roots, hasOthers, find } = image;
  const write = windowWriter(image);
  const cells = new Int32Array(image.buffer);
  const takeHits = hitTaker(words, tables, image);
  const stateBefore = otherStates(tables, image);
  /** Memory for a few hits, unless it is in use further up: who takes hits may search, too. */
  let spare: Int32Array | undefined = new Int32Array(FEW_NUMBERS);

  return (text, onHits) => {
    const few = spare ?? new Int32Array(FEW_NUMBERS);
    spare = undefined;
    const others: Int32Array[] = [];
    let asciiState = roots.ascii;
    let otherState = roots.other;
    let wasWide = false;
    for (let from = 0; from < text.length; from += WINDOW_CHARS) {
      const chars = Math.min(text.length - from, WINDOW_CHARS);
      const isWide = write(text, from, from + chars);
      if (hasOthers && (isWide || wasWide)) {
        cells[STATE >> 2] = wasWide ? otherState : stateBefore(text, from);
        const count = find("other", chars);
        otherState = cells[STATE >> 2] ?? 0;
        const found = roomFor(count, few);
        const length = takeHits("other", text, from, count, found);
        if (length > 0) others.push(found.slice(0, length));
      }
      wasWide = isWide;
      cells[STATE >> 2] = asciiState;
      const count = find("ascii", chars);
      asciiState = cells[STATE >> 2] ?? 0;
      if (count === 0) continue;
      const found = roomFor(count, few);
      // Last, since the taker may search, which changes the window.
      onHits(found, takeHits("ascii", text, from, count, found));
    }
    for (const found of others) onHits(found, found.length);
    spare = few;
  };
}

/** Walks the automaton of the other words over as many characters before an offset as matter; all of them are ASCII. */
function otherStates({ other }: WordTables, { buffer, roots, heads }: SearchImage) {
  const table = new Uint16Array(buffer, TABLE, (heads - TABLE) >> 1);
  const classes = new Uint8Array(buffer, OTHER_CLASSES, 128);
  return (text: string, at: number): number => {
    let state = roots.other;
    for (let i = Math.max(0, at - other.longest); i < at; i++)
      state = table[state * COLUMNS + ((classes[text.charCodeAt(i)] ?? 0) >> 1)] ?? 0;
    return state;
  };
}

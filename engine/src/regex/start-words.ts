import type { Ast } from "./ast.ts";
import { flatten, measure } from "./ast-facts.ts";
import { KELVIN_SIGN, LONG_S } from "./case-fold.ts";
import type { Place } from "./place.ts";
import { spellsAt } from "./required.ts";
import { contains } from "./charset.ts";
import type { CharSet } from "./charset.ts";

/** Words that every match holds one of, in small letters. */
export interface Entry {
  readonly words: readonly string[];
  /** Where they stand. */
  readonly place: Place;
  /** How many UTF-16 units of a match stand before the word, at most. */
  readonly before: number;
  /** Whether none of those but the first can end a line. */
  readonly inLine: boolean;
}

const MIN_WORD = 2;
const MAX_WORD = 12;
const MAX_WORDS = 160;
/** Sets of more characters than this tell little. */
const MAX_SET = 4;
/** Words that are expected more often than once in this many characters tell less than the shape of a value does. */
const MAX_COMMONNESS = 1 / 500;
/** The most units that may stand before a word. */
const MAX_BEFORE = 512;

const NEWLINE_UNIT = 0x0a;
const FIRST_SURROGATE = 0xd800;

/** The characters of a small set in small letters; undefined where it has more, or some that take two units. */
function fewChars(set: CharSet): readonly string[] | undefined {
  const chars = new Set<string>();
  for (let i = 0; i < set.length; i += 2) {
    const lo = set[i] ?? 0;
    const hi = set[i + 1] ?? 0;
    if (lo === hi && (lo === KELVIN_SIGN || lo === LONG_S)) continue;
    if (hi >= FIRST_SURROGATE || hi - lo > MAX_SET) return undefined;
    for (let unit = lo; unit <= hi; unit++) chars.add(String.fromCharCode(unit).toLowerCase());
  }
  const isFew = chars.size <= MAX_SET && [...chars].every(({ length }) => length === 1);
  return isFew ? [...chars] : undefined;
}

const isEnough = (words: readonly string[]): boolean => words.length <= MAX_WORDS;

/** How a sequence of items may begin, each as far as it is sure; undefined where too many ways or none are known. */
function beginnings(items: readonly Ast[], had: string): readonly string[] | undefined {
  if (had.length >= MAX_WORD) return [had];
  const [first, ...rest] = items;
  if (first === undefined) return [had];
  switch (first.kind) {
    case "empty":
    case "assert":
      return beginnings(rest, had);
    case "group":
      return beginnings([...flatten(first.item), ...rest], had);
    case "concat":
      return beginnings([...flatten(first), ...rest], had);
    case "chars": {
      const chars = fewChars(first.set);
      return chars === undefined ? [had] : union(chars, (char) => beginnings(rest, had + char));
    }
    case "alternate":
      return union(first.items, (item) => beginnings([...flatten(item), ...rest], had));
    case "repeat": {
      const once = flatten(first.item);
      if (first.max === 1) {
        const ways = first.min === 1 ? [[...once, ...rest]] : [[...once, ...rest], rest];
        return union(ways, (way) => beginnings(way, had));
      }
      return had.length >= MIN_WORD
        ? [had]
        : union(first.min > 0 ? [once] : [once, rest], (way) => beginnings(way, had));
    }
  }
}

function union<T>(
  ways: readonly T[],
  words: (way: T) => readonly string[] | undefined,
): readonly string[] | undefined {
  const all = new Set<string>();
  for (const way of ways) {
    const found = words(way);
    if (found === undefined) return undefined;
    for (const word of found) all.add(word);
    if (all.size > MAX_WORDS) return undefined;
  }
  return [...all];
}

/** The words that the items begin with one of; undefined where that is not known, or a word would be too short. */
export function wordsAt(items: readonly Ast[]): readonly string[] | undefined {
  const found = beginnings(items, "");
  if (found === undefined || found.length === 0) return undefined;
  if (found.some((word) => word.length < MIN_WORD)) return undefined;
  const words = found.filter((word) => !found.some((o) => o !== word && word.startsWith(o)));
  return isEnough(words) ? words.toSorted() : undefined;
}

/** Can no text of the tree hold the end of a line? */
function isWithinLine(ast: Ast): boolean {
  switch (ast.kind) {
    case "empty":
    case "assert":
      return true;
    case "chars":
      return !contains(ast.set, NEWLINE_UNIT);
    case "concat":
    case "alternate":
      return ast.items.every(isWithinLine);
    case "group":
    case "repeat":
      return isWithinLine(ast.item);
  }
}

/** What stands before a place, told by the items before it. */
function reachOf(items: readonly Ast[]): Pick<Entry, "before" | "inLine"> {
  const [first, ...rest] = items;
  const isFirstShort = first === undefined || measure(first).max <= 1;
  return {
    before: items.reduce((sum, item) => sum + measure(item).max, 0),
    inLine: rest.every(isWithinLine) && (isFirstShort || isWithinLine(first)),
  };
}

/** The place of an ASCII literal in a tree, the one with the least before it. O(tree). */
export function placeOf(ast: Ast, literal: string): Omit<Entry, "words"> | undefined {
  const items = flatten(ast);
  const item = items.findIndex((_, i) => spellsAt(items, i, literal));
  return item < 0 ? undefined : { place: { item }, ...reachOf(items.slice(0, item)) };
}

/** Shares of letters in English text, of a to z, in thousandths. */
const SHARES = [
  82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20,
  1,
];
const SPACE_SHARE = 180;
const OTHER_SHARE = 10;
const BEYOND_ASCII_SHARE = 2;
/** A space behind a punctuation mark, and a character behind the same one that is no letter or digit. */
const USUAL_SHARE = 900;

const isMark = (char: string | undefined): boolean => char !== undefined && /[^a-z\d]/.test(char);

/** The share of a character behind another one, in thousandths. */
function shareOf(char: string, before: string | undefined): number {
  if (isMark(before) && (char === before || char === " ")) return USUAL_SHARE;
  if (char === " ") return SPACE_SHARE;
  if (char > "\u007f") return BEYOND_ASCII_SHARE;
  return SHARES[char.charCodeAt(0) - 97] ?? OTHER_SHARE;
}

/** How common a word is to be expected, from its characters. */
const commonness = (word: string): number =>
  Array.from(word).reduce((share, char, i) => (share * shareOf(char, word[i - 1])) / 1000, 1);

/** Is a word so common that places of it tell little? */
export const isCommon = (word: string): boolean => commonness(word) > MAX_COMMONNESS;

const until = (ast: Ast, item: number): Ast => ({
  kind: "concat",
  items: flatten(ast).slice(0, item),
});

const costOf = ({ words }: Entry): number => words.reduce((sum, word) => sum + commonness(word), 0);

/** The words of each branch, wherever in it they stand. */
function entryOfBranches(node: Ast, item: number): Entry | undefined {
  if (node.kind !== "alternate") return undefined;
  const entries = node.items.map(entryOf);
  const known = entries.flatMap((entry) => entry ?? []);
  if (known.length < entries.length) return undefined;
  const words = [...new Set(known.flatMap((entry) => entry.words))].toSorted();
  if (words.length > MAX_WORDS) return undefined;
  return {
    words,
    place: { item, branches: known.map(({ place }) => place) },
    before: Math.max(...known.map(({ before }) => before)),
    // The first character of a branch is not that of the match.
    inLine: node.items.every((way, i) => {
      const entry = known[i];
      return entry?.inLine === true && isWithinLine(until(way, entry.place.item));
    }),
  };
}

/** The words by which matches of a tree are known best; undefined where every place in it is too general. O(tree^2). */
export function entryOf(ast: Ast): Entry | undefined {
  const items = flatten(ast);
  let best: Entry | undefined;
  let least = MAX_COMMONNESS;
  const consider = (entry: Entry | undefined, item: number): void => {
    if (entry === undefined || costOf(entry) >= least) return;
    const outer = reachOf(items.slice(0, item));
    const before = outer.before + entry.before;
    const inLine = outer.inLine && entry.inLine;
    if (before > MAX_BEFORE && !inLine) return;
    best = { ...entry, before, inLine };
    least = costOf(entry);
  };
  for (const [item, node] of items.entries()) {
    const words = measure(node).max === 0 ? undefined : wordsAt(items.slice(item));
    consider(words && { words, place: { item }, before: 0, inLine: true }, item);
    consider(entryOfBranches(node, item), item);
  }
  return best;
}

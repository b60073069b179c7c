import type { Ast } from "./ast.ts";
import { sizeOf } from "./charset.ts";
import type { CharSet } from "./charset.ts";

const MAX_PREFIXES = 64;
const MAX_PREFIX_LENGTH = 32;

/** How many UTF-16 units a match may take up; `max` is Infinity when there is no bound. */
export interface LengthRange {
  readonly min: number;
  readonly max: number;
}

/** What a node that matches nothing, such as `[^\x00-\x{10FFFF}]`, has for a length. */
const IMPOSSIBLE: LengthRange = { min: Infinity, max: -Infinity };

/**
 * The least and greatest lengths of a match in UTF-16 units, with assertions taken to hold; `{min: 0, max: 0}` when nothing
 * can match. O(tree).
 */
export function lengthRange(ast: Ast): LengthRange {
  const range = measure(ast);
  return range.min <= range.max ? range : { min: 0, max: 0 };
}

/** Whether the empty string may match, with assertions taken to hold. O(tree). */
export function canMatchEmpty(ast: Ast): boolean {
  return measure(ast).min === 0;
}

/** How many capture groups the tree holds. O(tree). */
export function countGroups(ast: Ast): number {
  switch (ast.kind) {
    case "empty":
    case "chars":
    case "assert":
      return 0;
    case "concat":
    case "alternate":
      return ast.items.reduce((total, item) => total + countGroups(item), 0);
    case "group":
      return 1 + countGroups(ast.item);
    case "repeat":
      return countGroups(ast.item);
  }
}

/** Whether every match starts at the start of the text: the tree opens with `\A`, or `^` without `(?m)`. O(tree). */
export function startsAtTextStart(ast: Ast): boolean {
  switch (ast.kind) {
    case "empty":
    case "chars":
      return false;
    case "assert":
      return ast.what === "textStart";
    case "concat":
      return ast.items[0] !== undefined && startsAtTextStart(ast.items[0]);
    case "alternate":
      return ast.items.every(startsAtTextStart);
    case "group":
      return startsAtTextStart(ast.item);
    case "repeat":
      return ast.min > 0 && startsAtTextStart(ast.item);
  }
}

/** The parts of a sequence, groups and sequences within it taken apart. O(tree). */
export function flatten(ast: Ast): readonly Ast[] {
  if (ast.kind === "group") return flatten(ast.item);
  return ast.kind === "concat" ? ast.items.flatMap(flatten) : [ast];
}

/** As `lengthRange`; where nothing can match, the least is more than the greatest. */
export function measure(ast: Ast): LengthRange {
  switch (ast.kind) {
    case "empty":
    case "assert":
      return { min: 0, max: 0 };
    case "chars":
      return measureSet(ast.set);
    case "concat":
      return ast.items.map(measure).reduce(add, { min: 0, max: 0 });
    case "alternate":
      return ast.items.map(measure).reduce(either, IMPOSSIBLE);
    case "group":
      return measure(ast.item);
    case "repeat":
      return measureRepeat(measure(ast.item), ast.min, ast.max);
  }
}

function measureSet(set: CharSet): LengthRange {
  const first = set[0];
  const last = set.at(-1);
  if (first === undefined || last === undefined) {
    return IMPOSSIBLE;
  }
  return { min: first > 0xffff ? 2 : 1, max: last > 0xffff ? 2 : 1 };
}

function measureRepeat(item: LengthRange, min: number, max: number): LengthRange {
  if (max === 0 || (min === 0 && item.min > item.max)) {
    return { min: 0, max: 0 };
  }
  // 0 * Infinity is NaN: an item of length 0 stays so however often it repeats.
  return { min: min === 0 ? 0 : item.min * min, max: item.max === 0 ? 0 : item.max * max };
}

function add(a: LengthRange, b: LengthRange): LengthRange {
  return a.min > a.max || b.min > b.max ? IMPOSSIBLE : { min: a.min + b.min, max: a.max + b.max };
}

function either(a: LengthRange, b: LengthRange): LengthRange {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}

/** How a match may begin; `open` when what comes after `text` in the regex follows right there in the match. */
interface Beginning {
  readonly text: string;
  readonly open: boolean;
}

const NOTHING_YET: readonly Beginning[] = [{ text: "", open: true }];
const ANYTHING: readonly Beginning[] = [{ text: "", open: false }];

/**
 * A set of literals such that every match begins with one of them, compared without regard to case: in the match, take
 * `A-Z` for `a-z` and the two signs that `(?i)` takes for ASCII letters, KELVIN SIGN and LONG S, for `k` and `s` (as NFKC
 * does). At most 64 literals, each as long as possible up to 32 UTF-16 units, none of them the start of another;
 * undefined when there is no such set. Assertions are passed over. O(tree * 64 * 32).
 */
export function literalPrefixes(ast: Ast): readonly string[] | undefined {
  const texts = new Set(beginnings(ast).map(({ text }) => text));
  if (texts.size === 0 || texts.size > MAX_PREFIXES || texts.has("")) {
    return undefined;
  }
  const all = [...texts];
  return all.filter((text) => !all.some((other) => other !== text && text.startsWith(other)));
}

function beginnings(ast: Ast): readonly Beginning[] {
  switch (ast.kind) {
    case "empty":
    case "assert":
      return NOTHING_YET;
    case "chars":
      return beginningsOfSet(ast.set);
    case "concat": {
      let found = NOTHING_YET;
      for (const item of ast.items) {
        if (!found.some(({ open }) => open)) {
          break;
        }
        found = extend(found, beginnings(item));
      }
      return found;
    }
    case "alternate":
      return distinct(ast.items.flatMap(beginnings));
    case "group":
      return beginnings(ast.item);
    case "repeat":
      return beginningsOfRepeat(beginnings(ast.item), ast.min, ast.max);
  }
}

function beginningsOfSet(set: CharSet): readonly Beginning[] {
  if (sizeOf(set) > MAX_PREFIXES * 2) {
    return ANYTHING;
  }
  const found: Beginning[] = [];
  for (let i = 0; i < set.length; i += 2) {
    for (let code = set[i] ?? 0; code <= (set[i + 1] ?? 0); code += 1) {
      found.push({ text: withoutCase(code), open: true });
    }
  }
  const least = distinct(found);
  return least.length > MAX_PREFIXES ? ANYTHING : least;
}

function withoutCase(code: number): string {
  switch (code) {
    case 0x212a:
      return "k";
    case 0x17f:
      return "s";
    default:
      return String.fromCodePoint(code >= 0x41 && code <= 0x5a ? code + 0x20 : code);
  }
}

function beginningsOfRepeat(
  item: readonly Beginning[],
  min: number,
  max: number,
): readonly Beginning[] {
  let found = NOTHING_YET;
  for (let copy = 0; copy < Math.min(min, MAX_PREFIX_LENGTH); copy += 1) {
    found = extend(found, item);
  }
  if (min > MAX_PREFIX_LENGTH) {
    return close(found);
  }
  if (max === min) {
    return found;
  }
  const more = extend(found, max === min + 1 ? item : close(item));
  const both = distinct([...found, ...more]);
  return both.length > MAX_PREFIXES ? close(found) : both;
}

/** Every open beginning with every tail after it; closed as they are when that would be too many. */
function extend(heads: readonly Beginning[], tails: readonly Beginning[]): readonly Beginning[] {
  const found: Beginning[] = [];
  for (const head of heads) {
    if (!head.open) {
      found.push(head);
      continue;
    }
    for (const tail of tails) {
      const text = head.text + tail.text;
      const fits = text.length < MAX_PREFIX_LENGTH;
      found.push({ text: fits ? text : cut(text), open: fits && tail.open });
    }
  }
  const least = distinct(found);
  return least.length > MAX_PREFIXES ? close(heads) : least;
}

function cut(text: string): string {
  const end = text.codePointAt(MAX_PREFIX_LENGTH - 1) ?? 0;
  return text.slice(0, end > 0xffff ? MAX_PREFIX_LENGTH - 1 : MAX_PREFIX_LENGTH);
}

function close(some: readonly Beginning[]): readonly Beginning[] {
  return distinct(some.map(({ text }) => ({ text, open: false })));
}

function distinct(some: readonly Beginning[]): readonly Beginning[] {
  const byKey = new Map(some.map((beginning) => [`${beginning.open}${beginning.text}`, beginning]));
  return [...byKey.values()];
}

import { foldCase } from "./case-fold.ts";
import { ANY, charSet } from "./charset.ts";
import type { CharSet } from "./charset.ts";
import { unicodeRanges } from "./unicode-tables.ts";

/** Those that were named before: most expressions name the same few, and a class has hundreds of ranges. */
const known = new Map<string, CharSet>();

/**
 * The set that RE2 calls `\p{name}`: `Any`, a general category of one or two letters, or a script by its long name, all
 * case-sensitive; undefined for any other name. As in RE2, `C` leaves out unassigned code points. Costs one pass over
 * the named ranges, once.
 */
export function unicodeClass(name: string, fold: boolean): CharSet | undefined {
  if (name === "Any") {
    return ANY;
  }
  const key = fold ? `(?i)${name}` : name;
  const same = known.get(key);
  if (same !== undefined) {
    return same;
  }
  const ranges = unicodeRanges(name);
  if (ranges.length === 0) {
    return undefined;
  }
  const set = fold ? foldCase(charSet(ranges)) : charSet(ranges);
  known.set(key, set);
  return set;
}

import { foldCase } from "./case-fold.ts";
import { ANY, charSet } from "./charset.ts";
import type { CharSet } from "./charset.ts";
import { unicodeRanges } from "./unicode-tables.ts";

/**
 * The set that RE2 calls `\p{name}`: `Any`, a general category of one or two letters, or a script by its long name, all
 * case-sensitive; undefined for any other name. As in RE2, `C` leaves out unassigned code points. Costs one pass over
 * the named ranges.
 */
export function unicodeClass(name: string, fold: boolean): CharSet | undefined {
  if (name === "Any") {
    return ANY;
  }
  const ranges = unicodeRanges(name);
  if (ranges.length === 0) {
    return undefined;
  }
  const set = charSet(ranges);
  return fold ? foldCase(set) : set;
}

import { CATEGORY_RANGES } from "./unicode-categories.ts";
import { SCRIPT_RANGES } from "./unicode-scripts.ts";

function categoryGroup(letter: string): string[] {
  return Object.entries(CATEGORY_RANGES)
    .filter(([name]) => name.startsWith(letter))
    .map(([, ranges]) => ranges);
}

function rangesOf(name: string): string[] {
  for (const table of [CATEGORY_RANGES, SCRIPT_RANGES]) {
    const ranges = Object.hasOwn(table, name) ? table[name] : undefined;
    if (ranges !== undefined) {
      return [ranges];
    }
  }
  return [];
}

function decode(encoded: string): number[] {
  const out: number[] = [];
  let next = 0;
  for (const entry of encoded.split(" ")) {
    const [gap = "0", more = "0"] = entry.split("+");
    const lo = next + Number.parseInt(gap, 36);
    const hi = lo + Number.parseInt(more, 36);
    out.push(lo, hi);
    next = hi + 1;
  }
  return out;
}

/**
 * The code points of a general category of one or two letters, `C` without unassigned ones, or of a script by RE2's long name: the
 * first and the last of each range, in no order; empty for any other name.
 */
export const unicodeRanges = (name: string): readonly number[] =>
  (name.length === 1 ? categoryGroup(name) : rangesOf(name)).flatMap(decode);

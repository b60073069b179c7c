import { foldCase } from "./case-fold.ts";
import { ANY, charSet } from "./charset.ts";
import type { CharSet } from "./charset.ts";
import { CATEGORY_RANGES } from "./unicode-categories.ts";
import { SCRIPT_RANGES } from "./unicode-scripts.ts";

/**
 * The set that RE2 calls `\p{name}`: `Any`, a general category of one or two letters, or a script by its long name, all
 * case-sensitive; undefined for any other name. As in RE2, `C` leaves out unassigned code points. Costs one pass over
 * the named ranges.
 */
export function unicodeClass(name: string, fold: boolean): CharSet | undefined {
  if (name === "Any") {
    return ANY;
  }
  const encoded = name.length === 1 ? categoryGroup(name) : rangesOf(name);
  if (encoded.length === 0) {
    return undefined;
  }
  const set = charSet(encoded.flatMap(decode));
  return fold ? foldCase(set) : set;
}

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

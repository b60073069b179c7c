import type { Ast } from "../src/regex/ast.ts";
import type { CharSet } from "../src/regex/charset.ts";
import type { ReadMeter, Regex, Span } from "../src/regex/regex.ts";
import { pick, randomBelow } from "../src/sample/random.ts";
import type { Random } from "../src/sample/random.ts";

/** Beyond so many repeats, a text has no more of them than it must. */
const MAX_REPEATS = 4096;
/** How often what may be repeated without end is. */
const ENDLESS = 8;
/** How many characters of a range are drawn from. */
const RANGE = 94;

function memberOf(set: CharSet, random: Random): string {
  if (set.length === 0) return "";
  const range = 2 * randomBelow(random, set.length / 2);
  const lo = set[range] ?? 0;
  const hi = set[range + 1] ?? lo;
  const isLast = random() < 0.1;
  return String.fromCodePoint(isLast ? hi : lo + randomBelow(random, Math.min(hi - lo + 1, RANGE)));
}

/**
 * A made-up text that a tree matches, assertions taken to hold, where it matches any. Each repeat is as often as it must be
 * for a `share` of 0, and as often as it may be for 1.
 */
export function sampleOf(ast: Ast, share: number, random: Random): string {
  let left = MAX_REPEATS;
  const timesOf = (min: number, max: number): number => {
    const most = max === Infinity ? min + ENDLESS : max;
    const times = min + Math.ceil(share * (most - min));
    left -= times;
    return left > 0 ? times : min;
  };
  const textOf = (node: Ast): string => {
    switch (node.kind) {
      case "empty":
      case "assert":
        return "";
      case "chars":
        return memberOf(node.set, random);
      case "concat":
        return node.items.map(textOf).join("");
      case "alternate":
        return textOf(pick(random, node.items));
      case "group":
        return textOf(node.item);
      case "repeat":
        return Array.from({ length: timesOf(node.min, node.max) }, () => textOf(node.item)).join(
          "",
        );
    }
  };
  return textOf(ast);
}

/** The matches of an expression in a text, one behind the other. */
export function matchesIn(regex: Regex, text: string): Span[] {
  const meter: ReadMeter = { chars: 0 };
  const matches: Span[] = [];
  for (let at = 0; at <= text.length;) {
    const match = regex.search(text, at, text.length, meter);
    if (match === undefined) break;
    matches.push(match);
    at = Math.max(match.end, match.start + 1);
  }
  return matches;
}

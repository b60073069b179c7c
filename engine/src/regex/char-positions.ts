import type { Ast } from "./ast.ts";
import type { CharSet } from "./charset.ts";

/** How far is looked, in UTF-16 units; one bit each. */
const DEPTH = 16;
const ALL = (1 << DEPTH) - 1;

/** Where the answer for all characters beyond ASCII stands. */
const BEYOND_ASCII = 128;

/**
 * Which characters can stand where: bit `i` of `allowed[unit]` says whether the unit may stand `i` places on, for the
 * `count` places that must be there at all. `allowed[128]` answers for all characters beyond ASCII.
 */
export interface CharPositions {
  readonly allowed: Uint16Array;
  readonly count: number;
}

/** Lets a set stand at all the places of `at`, and answers the places behind it. */
function advanceSet(set: CharSet, at: number, allowed: Uint16Array): number {
  let isPair = false;
  for (let i = 0; i < set.length; i += 2) {
    const lo = set[i] ?? 0;
    const hi = set[i + 1] ?? 0;
    for (let unit = lo; unit <= Math.min(hi, BEYOND_ASCII - 1); unit += 1) {
      allowed[unit] = (allowed[unit] ?? 0) | at;
    }
    if (hi >= BEYOND_ASCII) {
      allowed[BEYOND_ASCII] = (allowed[BEYOND_ASCII] ?? 0) | at;
    }
    isPair ||= hi > 0xffff;
  }
  const behind = (at << 1) & ALL;
  if (!isPair) {
    return behind;
  }
  allowed[BEYOND_ASCII] = (allowed[BEYOND_ASCII] ?? 0) | behind;
  return behind | ((at << 2) & ALL);
}

/** The places at which a node can end that begins at one of the places of `at`; the bits are the places within reach. */
function advance(ast: Ast, at: number, allowed: Uint16Array, backwards: boolean): number {
  if (at === 0) {
    return 0;
  }
  switch (ast.kind) {
    case "empty":
    case "assert":
      return at;
    case "chars":
      return advanceSet(ast.set, at, allowed);
    case "concat":
      return advanceAll(ast.items, at, allowed, backwards);
    case "alternate":
      return ast.items.reduce((ends, item) => ends | advance(item, at, allowed, backwards), 0);
    case "group":
      return advance(ast.item, at, allowed, backwards);
    case "repeat": {
      let now = at;
      for (let i = 0; i < Math.min(ast.min, DEPTH) && now !== 0; i += 1) {
        now = advance(ast.item, now, allowed, backwards);
      }
      let ends = now;
      for (let i = ast.min; i < ast.max && now !== 0; i += 1) {
        now = advance(ast.item, now, allowed, backwards) & ~ends;
        ends |= now;
      }
      return ends;
    }
  }
}

function advanceAll(
  items: readonly Ast[],
  at: number,
  allowed: Uint16Array,
  backwards: boolean,
): number {
  let now = at;
  for (let i = 0; i < items.length && now !== 0; i += 1) {
    const item = items[backwards ? items.length - 1 - i : i];
    now = item === undefined ? now : advance(item, now, allowed, backwards);
  }
  return now;
}

/**
 * Which characters stand at the beginning of what a sequence matches, or `backwards`, at its end, from the last one on.
 * Assertions are taken to hold. O(tree * 16) for each level of repeats.
 */
export function charPositions(items: readonly Ast[], backwards = false): CharPositions {
  const allowed = new Uint16Array(BEYOND_ASCII + 1);
  const ends = advanceAll(items, 1, allowed, backwards);
  // Behind the first place where it may end, anything can stand.
  const count = ends === 0 ? DEPTH : 31 - Math.clz32(ends & -ends);
  return { allowed, count };
}

/** What may stand where for one of several sequences. */
export function eitherPositions(a: CharPositions, b: CharPositions): CharPositions {
  return {
    allowed: a.allowed.map((bits, unit) => bits | (b.allowed[unit] ?? 0)),
    count: Math.min(a.count, b.count),
  };
}

/** May what stands in a text from `at` on be what the positions tell? `step` is -1 for positions that were read backwards. */
export function fits(
  text: string,
  at: number,
  { allowed, count }: CharPositions,
  step: 1 | -1,
): boolean {
  for (let i = 0, place = at; i < count; i += 1, place += step) {
    const unit = text.charCodeAt(place);
    // Beyond the text, the unit is NaN: nothing can stand there that has to.
    if (!(unit >= 0)) {
      return false;
    }
    if ((((allowed[unit < BEYOND_ASCII ? unit : BEYOND_ASCII] ?? 0) >> i) & 1) === 0) {
      return false;
    }
  }
  return true;
}

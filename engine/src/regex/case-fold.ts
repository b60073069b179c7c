import { charSet, contains, interned } from "./charset.ts";
import type { CharSet } from "./charset.ts";
import { FOLD_RUNS } from "./fold-table.ts";

/** The two characters beyond ASCII that `(?i)` takes for ASCII letters; folded text holds neither. */
export const KELVIN_SIGN = 0x212a;
export const LONG_S = 0x17f;

/** Pairs (a, a + delta) of equal code points: a = first, first + stride, ..., `count` of them. */
interface FoldRun {
  readonly first: number;
  readonly delta: number;
  readonly count: number;
  readonly stride: number;
}

/**
 * The set with every code point that simple case folding makes equal to one of its own, as `(?i)` asks:
 * https://github.com/google/re2/wiki/Syntax. ASCII sets cost O(ranges); others read the whole folding table.
 */
export function foldCase(set: CharSet): CharSet {
  const last = set.at(-1) ?? 0;
  return last < 0x80 ? foldAscii(set) : foldUnicode(set);
}

const setOf = (code: number, fold: boolean): CharSet =>
  interned(fold ? foldCase([code, code]) : [code, code]);

/** The sets of single ASCII characters, as they are and folded: built once, as most of a regex is made of them. */
const ASCII_LITERALS: CharSet[] = [];
const FOLDED_LITERALS: CharSet[] = [];

/** The set of one code point, with its other cases under `fold`. */
export function literalSet(code: number, fold: boolean): CharSet {
  return code < 0x80
    ? ((fold ? FOLDED_LITERALS : ASCII_LITERALS)[code] ??= setOf(code, fold))
    : setOf(code, fold);
}

function foldAscii(set: CharSet): CharSet {
  const ranges = [...set];
  addShifted(ranges, set, [0x41, 0x5a, 0x20]);
  addShifted(ranges, set, [0x61, 0x7a, -0x20]);
  if (ranges.length === set.length) {
    return set;
  }
  if (contains(set, 0x6b) || contains(set, 0x4b)) {
    ranges.push(KELVIN_SIGN, KELVIN_SIGN);
  }
  if (contains(set, 0x73) || contains(set, 0x53)) {
    ranges.push(LONG_S, LONG_S);
  }
  return charSet(ranges);
}

function addShifted(out: number[], set: CharSet, band: readonly [number, number, number]): void {
  const [from, to, delta] = band;
  for (let i = 0; i < set.length; i += 2) {
    const lo = Math.max(set[i] ?? 0, from);
    const hi = Math.min(set[i + 1] ?? 0, to);
    if (lo <= hi) {
      out.push(lo + delta, hi + delta);
    }
  }
}

function foldUnicode(set: CharSet): CharSet {
  const runs = foldRuns();
  let folded = set;
  // Orbits hold up to four code points, each paired with the least: a second pass reaches the rest of an orbit.
  for (let pass = 0; pass < 2; pass += 1) {
    const ranges = [...folded];
    for (const run of runs) {
      addRun(ranges, folded, run);
    }
    folded = charSet(ranges);
  }
  return folded;
}

function addRun(out: number[], set: CharSet, run: FoldRun): void {
  const { first, delta, count, stride } = run;
  const end = first + (count - 1) * stride;
  if (!overlaps(set, first, end) && !overlaps(set, first + delta, end + delta)) {
    return;
  }
  for (let a = first; a <= end; a += stride) {
    const b = a + delta;
    if (contains(set, a)) {
      out.push(b, b);
    } else if (contains(set, b)) {
      out.push(a, a);
    }
  }
}

function overlaps(set: CharSet, from: number, to: number): boolean {
  for (let i = 0; i < set.length; i += 2) {
    if ((set[i] ?? 0) <= to && (set[i + 1] ?? 0) >= from) {
      return true;
    }
  }
  return false;
}

let decodedRuns: readonly FoldRun[] | undefined;

/** The folding table, decoded when a set first needs it. */
function foldRuns(): readonly FoldRun[] {
  decodedRuns ??= decodeRuns();
  return decodedRuns;
}

function decodeRuns(): readonly FoldRun[] {
  let first = 0;
  return FOLD_RUNS.split(" ").map((entry) => {
    const [gap = "0", delta = "0", count = "1", stride = "1"] = entry.split(".");
    first += Number.parseInt(gap, 36);
    return {
      first,
      delta: Number.parseInt(delta, 36),
      count: Number.parseInt(count, 36),
      stride: Number.parseInt(stride, 36),
    };
  });
}

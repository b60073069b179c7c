/**
 * A set of code points as flat inclusive ranges `[lo, hi, lo, hi, ...]`: ascending, disjoint and not adjacent. Lone
 * surrogates are members of their own value.
 */
export type CharSet = readonly number[];

const PACK = 0x20_0000;

/** The last code point of Unicode. */
export const MAX_CODE_POINT = 0x10ffff;

/** `\w`, and what `\b` calls a word character: ASCII only, as in RE2. */
export const WORD: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];

/** `\n` alone, the only line end RE2 knows. */
export const NEWLINE: CharSet = [0x0a, 0x0a];

/** Every code point. */
export const ANY: CharSet = [0, MAX_CODE_POINT];

/** Every code point but `\n`: `.` without `(?s)`. */
export const ANY_BUT_NEWLINE: CharSet = [0, 0x09, 0x0b, MAX_CODE_POINT];

const INTERNED = new Map<string, CharSet>();
/** No more sets than this are kept. */
const MAX_INTERNED = 4096;

/** Equal sets as one, so far as room goes: an automaton is made over the different sets of its expression. O(ranges). */
export function interned(set: CharSet): CharSet {
  const key = set.join();
  const known = INTERNED.get(key);
  if (known === undefined && INTERNED.size < MAX_INTERNED) INTERNED.set(key, set);
  return known ?? set;
}

/** Sorts and merges ranges given in any order; O(n log n). */
export function charSet(ranges: readonly number[]): CharSet {
  if (ranges.length <= 2) {
    return ranges;
  }
  // The range at an index as one number: both code points have 21 bits, so that it is exact, and sorts by `lo`.
  const packed = new Float64Array(ranges.length >> 1);
  for (let i = 0; i < packed.length; i += 1) {
    packed[i] = (ranges[i * 2] ?? 0) * PACK + (ranges[i * 2 + 1] ?? 0);
  }
  packed.sort();
  const merged: number[] = [];
  let last = -2;
  for (const range of packed) {
    const lo = Math.floor(range / PACK);
    const hi = range % PACK;
    if (lo > last + 1) {
      merged.push(lo, hi);
      last = hi;
    } else if (hi > last) {
      merged[merged.length - 1] = hi;
      last = hi;
    }
  }
  return merged;
}

/** Every code point that is not in the set; O(ranges). */
export function negate(set: CharSet): CharSet {
  const out: number[] = [];
  let next = 0;
  for (let i = 0; i < set.length; i += 2) {
    const lo = set[i] ?? 0;
    if (lo > next) {
      out.push(next, lo - 1);
    }
    next = (set[i + 1] ?? 0) + 1;
  }
  if (next <= MAX_CODE_POINT) {
    out.push(next, MAX_CODE_POINT);
  }
  return out;
}

/** Whether the set holds a code point; O(log ranges). */
export function contains(set: CharSet, codePoint: number): boolean {
  let low = 0;
  let high = set.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((set[middle * 2 + 1] ?? 0) < codePoint) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return (set[low * 2] ?? Infinity) <= codePoint;
}

/** How many code points the set holds; O(ranges). */
export function sizeOf(set: CharSet): number {
  let size = 0;
  for (let i = 0; i < set.length; i += 2) {
    size += (set[i + 1] ?? 0) - (set[i] ?? 0) + 1;
  }
  return size;
}

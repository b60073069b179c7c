import { contains, MAX_CODE_POINT, NEWLINE, WORD } from "./charset.ts";
import type { CharSet } from "./charset.ts";
import { UnitCache } from "./unit-cache.ts";

/** What an assertion asks of the character beside it. */
export const KIND_OTHER = 0;
export const KIND_WORD = 1;
export const KIND_NEWLINE = 2;
/** There is no character: the text starts or ends here. */
export const KIND_EDGE = 3;

/** Beyond ASCII, all are `KIND_OTHER`. */
const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, unit) => kindOf(unit, true, true));

/** The `KIND_*` of the UTF-16 unit at an offset, for whatever assertion; outside the text, `KIND_EDGE`. */
export const kindAt = (text: string, at: number): number =>
  at < 0 || at >= text.length ? KIND_EDGE : (ASCII_KINDS[text.charCodeAt(at)] ?? KIND_OTHER);

/**
 * The code points of a regex in classes that none of its sets tells apart, so that an automaton needs one column for a
 * class, not for a code point (https://swtch.com/~rsc/regexp/regexp3.html). Class `classCount` stands for the end of the
 * text.
 */
export interface Alphabet {
  readonly classCount: number;
  /** The class of each ASCII character. */
  readonly ascii: Uint8Array;
  /** Where each range of equal class starts beyond ASCII, ascending from 0x80. */
  readonly starts: Int32Array;
  /** The class of each of those ranges. */
  readonly classes: Uint16Array;
  /** The class, plus 1, of UTF-16 units that texts had last. */
  readonly known: UnitCache;
  /** The `KIND_*` of each class and of the end of the text. */
  readonly kinds: Uint8Array;
  /** `accepts[set * (classCount + 1) + class]` is 1 when the set holds the class. */
  readonly accepts: Uint8Array;
}

/** The distinct sets of a regex, numbered. */
export class SetTable {
  readonly sets: CharSet[] = [];
  private readonly numbers = new Map<CharSet, number>();

  /** The number of a set; equal sets that were built apart have two, which costs room alone. */
  indexOf(set: CharSet): number {
    const known = this.numbers.get(set);
    if (known !== undefined) {
      return known;
    }
    const index = this.sets.length;
    this.sets.push(set);
    this.numbers.set(set, index);
    return index;
  }
}

/**
 * Partitions the code points by the given sets, and by word characters and line ends where assertions ask for them.
 * O(ranges * log ranges).
 */
export function buildAlphabet(sets: readonly CharSet[], words: boolean, lines: boolean): Alphabet {
  const splitters = [...sets, ...(words ? [WORD] : []), ...(lines ? [NEWLINE] : [])];
  const bounds = cutPoints(splitters);
  const stretches = splitters.map((set) => cutsOf(set, bounds));
  const { classOfCut, classCount } = refine(stretches, bounds.length);
  const stride = classCount + 1;
  const ascii = new Uint8Array(128);
  const starts: number[] = [];
  const classes: number[] = [];
  const kinds = new Uint8Array(stride);
  const accepts = acceptsOf(stretches.slice(0, sets.length), classOfCut, stride);
  kinds[classCount] = KIND_EDGE;
  for (let cut = 0; cut < bounds.length; cut++) {
    const lo = bounds[cut] ?? 0;
    const cls = classOfCut[cut] ?? 0;
    const next = bounds[cut + 1] ?? MAX_CODE_POINT + 1;
    if (lo < 0x80) ascii.fill(cls, lo, Math.min(next, 0x80));
    if (next > 0x80 && classes.at(-1) !== cls) {
      starts.push(Math.max(lo, 0x80));
      classes.push(cls);
    }
    kinds[cls] = kindOf(lo, words, lines);
  }
  return {
    classCount,
    ascii,
    starts: Int32Array.from(starts),
    classes: Uint16Array.from(classes),
    known: new UnitCache(),
    kinds,
    accepts,
  };
}

/** `Alphabet.accepts` of sets that hold these stretches of cuts. */
function acceptsOf(
  stretches: readonly (readonly number[])[],
  classOfCut: Int32Array,
  stride: number,
): Uint8Array {
  const accepts = new Uint8Array(stretches.length * stride);
  for (const [index, stretch] of stretches.entries()) {
    for (let i = 0; i < stretch.length; i += 2)
      for (let cut = stretch[i] ?? 0; cut < (stretch[i + 1] ?? 0); cut++)
        accepts[index * stride + (classOfCut[cut] ?? 0)] = 1;
  }
  return accepts;
}

/** The class of a UTF-16 unit beyond ASCII, by itself. */
export function unitClass(alphabet: Alphabet, unit: number): number {
  const { known } = alphabet;
  const cls = known.get(unit);
  if (cls !== 0) return cls - 1;
  const found = wideClass(alphabet, unit);
  known.set(unit, found + 1);
  return found;
}

/** The class of a code point beyond ASCII; O(log ranges). */
export function wideClass({ starts, classes }: Alphabet, codePoint: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= codePoint) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return classes[low] ?? 0;
}

function kindOf(codePoint: number, words: boolean, lines: boolean): number {
  if (words && contains(WORD, codePoint)) {
    return KIND_WORD;
  }
  return lines && contains(NEWLINE, codePoint) ? KIND_NEWLINE : KIND_OTHER;
}

/** Where some set starts or ends, ascending from 0. */
function cutPoints(sets: readonly CharSet[]): Int32Array {
  const all = new Int32Array(sets.reduce((sum, set) => sum + set.length, 1));
  let count = 1;
  for (const set of sets)
    for (let i = 0; i < set.length; i++) all[count++] = (set[i] ?? 0) + (i % 2);
  all.sort();
  let kept = 1;
  for (let i = 1; i < count; i++) {
    const cut = all[i] ?? 0;
    if (cut !== all[kept - 1] && cut <= MAX_CODE_POINT) all[kept++] = cut;
  }
  return all.subarray(0, kept);
}

/** The cuts that a set holds, as stretches: the first one and the one behind the last, for each range. */
const cutsOf = (set: CharSet, bounds: Int32Array): readonly number[] =>
  set.map((codePoint, i) => firstCut(bounds, codePoint + (i % 2)));

/** Splits one class of everything by each set in turn; classes are numbered from the lowest code point up. */
function refine(
  stretches: readonly (readonly number[])[],
  count: number,
): { classOfCut: Int32Array; classCount: number } {
  const ids = new Int32Array(count);
  // For each class the set that split it last, and what became of the part within that set.
  const splitBy = [-1];
  const inside = [0];
  for (const [index, stretch] of stretches.entries()) {
    for (let i = 0; i < stretch.length; i += 2) {
      for (let cut = stretch[i] ?? 0; cut < (stretch[i + 1] ?? 0); cut++) {
        const old = ids[cut] ?? 0;
        if (splitBy[old] !== index) {
          splitBy[old] = index;
          inside[old] = splitBy.push(-1) - 1;
        }
        ids[cut] = inside[old] ?? 0;
      }
    }
  }
  const numbers = new Int32Array(splitBy.length).fill(-1);
  let classCount = 0;
  for (let cut = 0; cut < count; cut++) {
    const id = ids[cut] ?? 0;
    if (numbers[id] === -1) numbers[id] = classCount++;
    ids[cut] = numbers[id] ?? 0;
  }
  return { classOfCut: ids, classCount };
}

function firstCut(bounds: Int32Array, codePoint: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] ?? 0) < codePoint) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

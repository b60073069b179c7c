import { BYTE_VALUES, bytesOf } from "./text-bytes.ts";
import type { TextBytes } from "./text-bytes.ts";
import { nextNonAscii } from "./utf8.ts";
import { buildTables } from "./word-tables.ts";
import type { Numbers, WordTable, WordTables } from "./word-tables.ts";

/** Called for each occurrence of a word: the word's index and where the occurrence begins and ends. */
export type OnHit = (word: number, start: number, end: number) => void;

/** Called for each place where words end: a number for which words these are, and the offset behind them. */
export type OnEnd = (end: number, after: number) => void;

/** A word, and its length in UTF-16 units. */
export interface EndingWord {
  readonly word: number;
  readonly length: number;
}

/** A set of words that one pass over a text finds all at once. */
export interface WordAutomaton {
  /** What the automaton is made of. */
  readonly tables: WordTables;
  /** Reports every place at or before `until` where words end in a text, letters in either case. Linear, plus the places. `onEnd` must not call it. */
  readonly findEnds: (content: TextBytes, onEnd: OnEnd, until?: number) => void;
  /** The numbers that `findEnds` reports are smaller. */
  readonly ends: number;
  /** The words that end where `findEnds` reports a number, the longest first. */
  readonly wordsAt: (end: number) => readonly EndingWord[];
  /** Reports every occurrence of every word in a text, letters in either case. Linear, plus the hits. `onHit` must not call it. */
  readonly findAll: (text: string, onHit: OnHit) => void;
}

/** Builds the automaton of words, which must be distinct, lower-case and not empty. */
export function buildAutomaton(words: readonly string[]): WordAutomaton {
  return automatonOf(buildTables(words));
}

/** The words that end in a state of its own, the longest first. */
function wordsOf({ suffixes, own, lengths }: WordTable, state: number): readonly EndingWord[] {
  const words: EndingWord[] = [];
  for (let end = state; end !== 0; end = suffixes[end] ?? 0)
    words.push({ word: own[end] ?? 0, length: lengths[end] ?? 0 });
  return words;
}

/** The most characters that a lane reads at once; what it finds is kept until it has. */
const LANE_CHARS = 1024;

/** A shorter text is not worth two lanes, of which the second one reads some characters twice. */
const MIN_LANE_CHARS = 128;

/** The states at which words ended in a lane, and the offsets behind them; of the first so many. */
interface LaneHits {
  readonly states: Int32Array;
  readonly places: Int32Array;
  count: number;
}

const laneHits = (): LaneHits => ({
  states: new Int32Array(LANE_CHARS),
  places: new Int32Array(LANE_CHARS),
  count: 0,
});

function reportLane(ends: Numbers, { states, places, count }: LaneHits, onEnd: OnEnd): void {
  for (let i = 0; i < count; i++) onEnd(ends[states[i] ?? 0] ?? 0, places[i] ?? 0);
}

/** Reads a text up to an offset for the words of ASCII. */
type ReadAscii = (bytes: Uint8Array, until: number, onEnd: OnEnd) => void;

/**
 * The reader of a table. A long text is read in two places at once: each step waits for the one before it, and a processor
 * has time for a second one meanwhile. What the loops use is kept in constants of the closure, which V8 takes for granted.
 */
function readerOf(words: WordTable): ReadAscii {
  const { table, width, firstEnd, longest, ends } = words;
  const classes = new Uint8Array(BYTE_VALUES);
  classes.set(words.classes);
  const [left, right] = [laneHits(), laneHits()];
  const { states: leftStates, places: leftPlaces } = left;
  const { states: rightStates, places: rightPlaces } = right;

  /** The state behind the characters of `[from, to)`, if none before them counts. */
  const stateBehind = (bytes: Uint8Array, from: number, to: number): number => {
    let state = 0;
    for (let at = from; at < to; at++)
      state = table[state * width + (classes[bytes[at] ?? 0] ?? 0)] ?? 0;
    return state;
  };

  /** Reads two lanes of `chars` characters each, the first from `from` on, in a state, and the second behind it. */
  const readLanes = (bytes: Uint8Array, from: number, chars: number, before: number): number => {
    const middle = from + chars;
    let state = before;
    // No word that is longer ends behind the middle, so nothing that stands farther before it counts.
    let other = stateBehind(bytes, Math.max(0, middle - longest), middle);
    let lefts = 0;
    let rights = 0;
    for (let at = from; at < middle; at++) {
      state = table[state * width + (classes[bytes[at] ?? 0] ?? 0)] ?? 0;
      other = table[other * width + (classes[bytes[at + chars] ?? 0] ?? 0)] ?? 0;
      if (state >= firstEnd) {
        leftStates[lefts] = state;
        leftPlaces[lefts++] = at + 1;
      }
      if (other >= firstEnd) {
        rightStates[rights] = other;
        rightPlaces[rights++] = at + chars + 1;
      }
    }
    left.count = lefts;
    right.count = rights;
    return other;
  };

  return (bytes, until, onEnd) => {
    let state = 0;
    let from = 0;
    while (until - from >= 2 * MIN_LANE_CHARS) {
      const chars = Math.min(LANE_CHARS, (until - from) >> 1);
      state = readLanes(bytes, from, chars, state);
      reportLane(ends, left, onEnd);
      reportLane(ends, right, onEnd);
      from += 2 * chars;
    }
    for (let at = from; at < until; at++) {
      state = table[state * width + (classes[bytes[at] ?? 0] ?? 0)] ?? 0;
      if (state >= firstEnd) onEnd(ends[state] ?? 0, at + 1);
    }
  };
}

/** The automaton of tables that were built before. Costs nothing that grows with the words. */
export function automatonOf(tables: WordTables): WordAutomaton {
  const { ascii, other } = tables;
  const readAscii = readerOf(ascii);
  /** The ends of the other words are numbered behind those of ASCII. */
  const otherBase = ascii.ends.length;
  const otherClasses = new Map<number, number>();
  for (const [i, unit] of other.units.entries()) otherClasses.set(unit, other.unitClasses[i] ?? 0);

  const otherStep = (state: number, unit: number): number => {
    const kind = unit < 128 ? other.classes[unit] : otherClasses.get(unit);
    return other.table[state * other.width + (kind ?? 0)] ?? 0;
  };

  /** The other words, around the characters beyond ASCII, one of which each of them has. */
  const findOthers = (text: string, end: number, onEnd: OnEnd): void => {
    const { longest, firstEnd } = other;
    const first = nextNonAscii(text, 0);
    let state = 0;
    let at = Math.max(0, first - longest);
    for (let until = first + longest; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit > 127) {
        until = at + longest;
      } else if (at > until) {
        const next = nextNonAscii(text, at);
        if (next - at > longest) {
          at = next - longest - 1;
          state = 0;
          continue;
        }
      }
      state = otherStep(state, unit);
      if (state >= firstEnd) onEnd(otherBase + (other.ends[state] ?? 0), at + 1);
    }
  };

  const findEnds: WordAutomaton["findEnds"] = ({ text, bytes, isAscii }, onEnd, until) => {
    const end = until ?? text.length;
    readAscii(bytes, end, onEnd);
    if (!isAscii) findOthers(text, end, onEnd);
  };
  const wordsAt = (end: number): readonly EndingWord[] =>
    end < otherBase ? wordsOf(ascii, end) : wordsOf(other, end - otherBase);
  const known: (readonly EndingWord[])[] = [];

  return {
    tables,
    ends: otherBase + other.ends.length,
    findEnds,
    wordsAt,
    findAll: (text, onHit) =>
      findEnds(bytesOf(text), (end, after) => {
        for (const { word, length } of (known[end] ??= wordsAt(end)))
          onHit(word, after - length, after);
      }),
  };
}

import { UnitPages } from "../unit-pages.ts";
import { BYTE_VALUES, bytesOf } from "./text-bytes.ts";
import type { TextBytes } from "./text-bytes.ts";
import { nextNonAscii } from "./utf8.ts";
import { buildTables, nextState } from "./word-tables.ts";
import type { WordTable, WordTables } from "./word-tables.ts";

/** Called for each occurrence of a word: the word's index and where the occurrence begins and ends. */
export type OnHit = (word: number, start: number, end: number) => void;

/** Places where words end: for each of the first `count` a number for which words these are, and the offset behind them. */
export interface Ends {
  readonly ends: Readonly<Int32Array>;
  readonly places: Readonly<Int32Array>;
  readonly count: number;
}

/** Called with some of the places at a time, in their order; they are good until it returns. */
export type OnEnds = (found: Ends) => void;

/** A word, and its length in UTF-16 units. */
export interface EndingWord {
  readonly word: number;
  readonly length: number;
}

/** A set of words that one pass over a text finds all at once. */
export interface WordAutomaton {
  /** What the automaton is made of. */
  readonly tables: WordTables;
  /** Reports every place at or before `until` where words end in a text, letters in either case. Linear, plus the places. `onEnds` must not call it. */
  readonly findEnds: (content: TextBytes, onEnds: OnEnds, until?: number) => void;
  /** The part of `findEnds` that no table of ASCII tells: places where words with other characters end. */
  readonly findOtherEnds: (content: TextBytes, onEnds: OnEnds, until?: number) => void;
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

/** A word by its number, and the shorter ones that end where it does. */
function wordsOf({ suffixes, own, lengths }: WordTable, number: number): readonly EndingWord[] {
  const words: EndingWord[] = [];
  for (let end = number; end !== 0; end = suffixes[end] ?? 0)
    words.push({ word: own[end] ?? 0, length: lengths[end] ?? 0 });
  return words;
}

/** The most characters that a lane reads at once; what it finds is kept until it has. */
const LANE_CHARS = 1024;

/** A shorter text is not worth two lanes, of which the second one reads some characters twice. */
const MIN_LANE_CHARS = 128;

/** Where words ended in a lane, and the state behind each of its characters. */
interface Lane extends Ends {
  readonly ends: Int32Array;
  readonly places: Int32Array;
  readonly states: Int32Array;
  count: number;
}

const newLane = (): Lane => ({
  ends: new Int32Array(LANE_CHARS),
  places: new Int32Array(LANE_CHARS),
  states: new Int32Array(LANE_CHARS),
  count: 0,
});

/** Reads a text up to an offset for the words of ASCII. */
type ReadAscii = (bytes: Uint8Array, until: number, onEnds: OnEnds) => void;

/**
 * The reader of a table. A long text is read in two places at once: each step waits for the one before it, and a processor
 * has time for a second one meanwhile. What the loops use is kept in constants of the closure, which V8 takes for granted.
 */
function readerOf(words: WordTable): ReadAscii {
  const { rows, width, longest, firstEnd, ends } = words;
  const [withRows, endCount] = [rows.length / width, ends.length];
  const classes = new Uint8Array(BYTE_VALUES);
  classes.set(words.classes);
  const [left, right] = [newLane(), newLane()];
  const { states: leftStates } = left;
  const { states: rightStates } = right;

  /** Lists where words end in a lane of `chars` characters from `from` on. */
  const listEnds = (lane: Lane, from: number, chars: number): void => {
    const { states } = lane;
    let count = 0;
    for (let i = 0; i < chars; i++) {
      const end = (states[i] ?? 0) - firstEnd;
      if (end < 0 || end >= endCount) continue;
      lane.ends[count] = ends[end] ?? 0;
      lane.places[count++] = from + i + 1;
    }
    lane.count = count;
  };

  /** Reads two lanes of `chars` characters each, the first from `from` on, in a state, and the second behind it. */
  const readLanes = (bytes: Uint8Array, from: number, chars: number, before: number): number => {
    const middle = from + chars;
    let [state, other] = [before, 0];
    // No word that is longer ends behind the middle, so nothing that stands farther before it counts.
    for (let at = Math.max(0, middle - longest); at < middle; at++)
      other = nextState(words, other, classes[bytes[at] ?? 0] ?? 0);
    for (let i = 0; i < chars; i++) {
      const kind = classes[bytes[from + i] ?? 0] ?? 0;
      const beyond = classes[bytes[middle + i] ?? 0] ?? 0;
      // Most states have a row, which is read without a call.
      state = state < withRows ? (rows[state * width + kind] ?? 0) : nextState(words, state, kind);
      other =
        other < withRows ? (rows[other * width + beyond] ?? 0) : nextState(words, other, beyond);
      leftStates[i] = state;
      rightStates[i] = other;
    }
    listEnds(left, from, chars);
    listEnds(right, middle, chars);
    return other;
  };

  /** Reads a lane that is too short for two, from a state. */
  const readLane = (bytes: Uint8Array, from: number, until: number, before: number): void => {
    let state = before;
    for (let at = from; at < until; at++)
      leftStates[at - from] = state = nextState(words, state, classes[bytes[at] ?? 0] ?? 0);
    listEnds(left, from, until - from);
  };

  return (bytes, until, onEnds) => {
    let state = 0;
    let from = 0;
    while (until - from >= 2 * MIN_LANE_CHARS) {
      const chars = Math.min(LANE_CHARS, (until - from) >> 1);
      state = readLanes(bytes, from, chars, state);
      onEnds(left);
      onEnds(right);
      from += 2 * chars;
    }
    readLane(bytes, from, until, state);
    onEnds(left);
  };
}

/** Reads a text up to an offset for the words beyond ASCII. */
type ReadOthers = (text: string, until: number, onEnds: OnEnds) => void;

/** The reader of a table of words that each have a character beyond ASCII: it looks around those of a text. Numbers begin at `base`. */
function otherReaderOf(words: WordTable, base: number): ReadOthers {
  const { classes, longest, firstEnd, ends } = words;
  const unitClasses = new UnitPages();
  for (const [i, unit] of words.units.entries()) unitClasses.set(unit, words.unitClasses[i] ?? 0);
  const step = (state: number, unit: number): number => {
    const kind = unit < 128 ? (classes[unit] ?? 0) : unitClasses.get(unit);
    return nextState(words, state, kind);
  };
  const lane = newLane();
  const add = (state: number, after: number): void => {
    lane.ends[lane.count] = base + (ends[state - firstEnd] ?? 0);
    lane.places[lane.count++] = after;
  };

  return (text, end, onEnds) => {
    const first = nextNonAscii(text, 0);
    lane.count = 0;
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
      state = step(state, unit);
      if (state >= firstEnd && state - firstEnd < ends.length) add(state, at + 1);
      if (lane.count < LANE_CHARS) continue;
      onEnds(lane);
      lane.count = 0;
    }
    onEnds(lane);
  };
}

/** The automaton of tables that were built before. Costs nothing that grows with the words. */
export function automatonOf(tables: WordTables): WordAutomaton {
  const { ascii, other } = tables;
  /** The ends of the other words are numbered behind those of ASCII. */
  const otherBase = ascii.lengths.length;
  const readAscii = readerOf(ascii);
  const readOthers = otherReaderOf(other, otherBase);

  const findOtherEnds: WordAutomaton["findEnds"] = ({ text, isAscii }, onEnds, until) => {
    if (!isAscii) readOthers(text, until ?? text.length, onEnds);
  };
  const findEnds: WordAutomaton["findEnds"] = (content, onEnds, until) => {
    readAscii(content.bytes, until ?? content.text.length, onEnds);
    findOtherEnds(content, onEnds, until);
  };
  const wordsAt = (end: number): readonly EndingWord[] =>
    end < otherBase ? wordsOf(ascii, end) : wordsOf(other, end - otherBase);
  const known: (readonly EndingWord[])[] = [];

  return {
    tables,
    ends: otherBase + other.lengths.length,
    findEnds,
    findOtherEnds,
    wordsAt,
    findAll: (text, onHit) =>
      findEnds(bytesOf(text), ({ ends, places, count }) => {
        for (let i = 0; i < count; i++) {
          const [end = 0, after = 0] = [ends[i], places[i]];
          for (const { word, length } of (known[end] ??= wordsAt(end)))
            onHit(word, after - length, after);
        }
      }),
  };
}

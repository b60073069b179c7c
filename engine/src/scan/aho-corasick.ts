import { nextNonAscii } from "./fold.ts";
import { buildTables } from "./word-tables.ts";
import type { WordTable, WordTables } from "./word-tables.ts";

/** Called for each occurrence of a word: the word's index and where the occurrence begins and ends. */
export type OnHit = (word: number, start: number, end: number) => void;

/** A set of words that one pass over a text finds all at once. */
export interface WordAutomaton {
  /** What the automaton is made of. */
  readonly tables: WordTables;
  /** Reports every occurrence of every word in a text, letters in either case. Linear, plus the hits. */
  readonly findAll: (text: string, onHit: OnHit) => void;
}

/** Builds the automaton of words, which must be distinct, lower-case and not empty. */
export function buildAutomaton(words: readonly string[]): WordAutomaton {
  return automatonOf(buildTables(words));
}

/** Reports the words that end in a state, the longest first. `after` is the offset behind them. */
function report(words: WordTable, state: number, after: number, onHit: OnHit): void {
  for (let end = words.ends[state] ?? 0; end !== 0; end = words.suffixes[end] ?? 0)
    onHit(words.own[end] ?? 0, after - (words.lengths[end] ?? 0), after);
}

/** The automaton of tables that were built before. Costs nothing that grows with the words. */
export function automatonOf(tables: WordTables): WordAutomaton {
  const { ascii, other } = tables;
  const { classes, table, width, ends } = ascii;
  const otherClasses = new Map<number, number>();
  for (const [i, unit] of other.units.entries()) otherClasses.set(unit, other.unitClasses[i] ?? 0);

  const asciiStep = (state: number, unit: number): number =>
    table[state * width + (classes[unit] ?? 0)] ?? 0;
  const otherStep = (state: number, unit: number): number => {
    const kind = unit < 128 ? other.classes[unit] : otherClasses.get(unit);
    return other.table[state * other.width + (kind ?? 0)] ?? 0;
  };

  /** The other words, around the characters beyond ASCII, one of which each of them has; `first` is the first. */
  const findOthers = (text: string, first: number, onHit: OnHit): void => {
    const { longest } = other;
    let state = 0;
    let at = Math.max(0, first - longest);
    for (let until = first + longest; at < text.length; at++) {
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
      report(other, state, at + 1, onHit);
    }
  };

  return {
    tables,
    findAll: (text, onHit) => {
      let state = 0;
      let first = -1;
      for (let at = 0; at < text.length; at++) {
        const unit = text.charCodeAt(at);
        if (unit > 127 && first < 0) first = at;
        state = asciiStep(state, unit);
        if (ends[state] !== 0) report(ascii, state, at + 1, onHit);
      }
      if (first >= 0) findOthers(text, first, onHit);
    },
  };
}

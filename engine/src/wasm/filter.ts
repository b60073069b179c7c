import { automatonOf } from "../scan/aho-corasick.ts";
import type { OnHit } from "../scan/aho-corasick.ts";
import { buildTables } from "../scan/word-tables.ts";
import type { WordTables } from "../scan/word-tables.ts";
import { layImage } from "./image.ts";
import { assemblyMemory } from "./instance.ts";
import { searchOver } from "./search.ts";
import { streamsMemory } from "./streams.ts";

/** What finds the words: WebAssembly, the same in TypeScript, or the automaton for sets that are too large for both. */
export type Executor = "wasm" | "streams" | "automaton";

/** A set of words that one pass over a text finds all at once, letters in either case. */
export interface Filter {
  readonly executor: Executor;
  /**
   * Every occurrence of every word, as pairs of the word's index and the UTF-16 offset of its start: words of ASCII first, then
   * the others; by their ends, the longest first where they are the same. The order is that of `WordAutomaton.findAll`.
   */
  readonly find: (text: string) => Uint32Array;
  /** Reports the same, window by window, so that the hits of a long text are never all there at once. */
  readonly findAll: (text: string, onHit: OnHit) => void;
}

/**
 * Makes a filter of words, which must be distinct, lower-case and not empty; `tables`, where they were built before, must be
 * theirs. Runs as WebAssembly where that is allowed, unless another executor is asked for. Never fails: what is missing or
 * refused is done without.
 */
export function createFilter(
  words: readonly string[],
  tables: WordTables = buildTables(words),
  asked: Executor = "wasm",
): Filter {
  const allocate = asked === "wasm" ? assemblyMemory : streamsMemory;
  const image = asked === "automaton" ? undefined : layImage(words, tables, allocate);
  if (image === undefined) return filterByAutomaton(tables);
  const lengths = Uint16Array.from(words, (word) => word.length);
  const search = searchOver(words, tables, image);
  return {
    executor: image.executor,
    find: (text) => {
      const pieces: Int32Array[] = [];
      search(text, (hits, length) => void pieces.push(hits.slice(0, length)));
      return concatenate(pieces);
    },
    findAll: (text, onHit) => {
      search(text, (hits, length) => {
        for (let i = 0; i < length; i += 2) {
          const word = hits[i] ?? 0;
          const start = hits[i + 1] ?? 0;
          onHit(word, start, start + (lengths[word] ?? 0));
        }
      });
    },
  };
}

function concatenate(pieces: readonly Int32Array[]): Uint32Array {
  const [first, second] = pieces;
  if (first !== undefined && second === undefined) return new Uint32Array(first.buffer);
  const all = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The filter over the automaton that the tables are made for. */
function filterByAutomaton(tables: WordTables): Filter {
  const { findAll } = automatonOf(tables);
  const find = (text: string): Uint32Array => {
    const hits: number[] = [];
    findAll(text, (word, start) => void hits.push(word, start));
    return Uint32Array.from(hits);
  };
  return { executor: "automaton", find, findAll };
}

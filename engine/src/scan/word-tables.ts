import { isAscii } from "./utf8.ts";

/** Numbers of states and words: two bytes each where they fit. */
export type Numbers = Uint16Array | Int32Array;

/**
 * The automaton of Aho and Corasick (Communications of the ACM 18, 1975) over one set of words as full tables. State 0
 * is the root and ends no word.
 */
export interface WordTable {
  /** Classes of characters, class 0 being those that occur in no word. */
  readonly width: number;
  /** The class of each ASCII character; a capital shares its small letter's. */
  readonly classes: Uint16Array;
  /** Other characters, and beside each its class. */
  readonly units: Uint16Array;
  readonly unitClasses: Uint16Array;
  /** `table[state * width + class]` is the next state. */
  readonly table: Numbers;
  /** A word ends at this state and at every later one, and at none before. */
  readonly firstEnd: number;
  /** For each state, the state of the longest word that ends there; 0 where none does. */
  readonly ends: Numbers;
  /** For each state at which a word of its own ends, the state of the next shorter one that ends there too; else 0. */
  readonly suffixes: Numbers;
  /** For each state at which a word of its own ends, the word. */
  readonly own: Numbers;
  /** For each state at which a word of its own ends, the word's length. */
  readonly lengths: Uint16Array;
  /** Length of the longest word. */
  readonly longest: number;
}

/**
 * The words of ASCII alone, and the others. Apart, since the others have many kinds of characters: one table for all of
 * them is too wide for a processor's cache, and most texts have no use for its width.
 */
export interface WordTables {
  readonly ascii: WordTable;
  readonly other: WordTable;
}

/** Characters that occur in no word. */
const NO_CLASS = 0;

/** A word with its index among all words. */
interface Numbered {
  readonly word: string;
  readonly index: number;
}

interface Classes {
  readonly width: number;
  readonly byUnit: ReadonlyMap<number, number>;
}

/** Gives every character of the words a small number; a capital shares its small letter's. */
function classify(words: readonly Numbered[]): Classes {
  const byUnit = new Map<number, number>();
  let kinds = NO_CLASS;
  for (const { word } of words) {
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      if (byUnit.has(unit)) continue;
      const kind = ++kinds;
      byUnit.set(unit, kind);
      const capital = word.charAt(i).toUpperCase();
      if (capital.length === 1 && !byUnit.has(capital.charCodeAt(0)))
        byUnit.set(capital.charCodeAt(0), kind);
    }
  }
  return { width: kinds + 1, byUnit };
}

/** The states that the words spell, each with its children in the table, and at which of them each word ends. */
interface Trie {
  readonly table: Int32Array;
  readonly states: number;
  readonly endOf: readonly number[];
}

/** The parent of each state but the root, and the class that leads from it. */
interface Edges {
  readonly parents: Int32Array;
  readonly kinds: Int32Array;
}

function tableOf({ parents, kinds }: Edges, states: number, width: number): Int32Array {
  const table = new Int32Array(states * width);
  for (let state = 1; state < states; state++)
    table[(parents[state] ?? 0) * width + (kinds[state] ?? NO_CLASS)] = state;
  return table;
}

/**
 * The trie of the words, its states numbered by their depth: most texts keep to the first of them, which then stand together.
 * In sorted words, those that share a beginning stand side by side: a state is a stretch of them.
 */
function buildTrie(words: readonly Numbered[], { width, byUnit }: Classes): Trie {
  const sorted = words.toSorted((a, b) => (a.word < b.word ? -1 : 1));
  const mostStates = words.reduce((sum, { word }) => sum + word.length, 1);
  const [from, to] = [new Int32Array(mostStates), new Int32Array(mostStates)];
  const edges = { parents: new Int32Array(mostStates), kinds: new Int32Array(mostStates) };
  const ends = new Map<Numbered | undefined, number>();
  to[0] = words.length;
  let [states, depth, nextDepth] = [1, 0, 1];
  const unitAt = (at: number): number => sorted[at]?.word.charCodeAt(depth) ?? 0;
  for (let state = 0; state < states; state++) {
    if (state === nextDepth) [depth, nextDepth] = [depth + 1, states];
    let at = from[state] ?? 0;
    if (sorted[at]?.word.length === depth) ends.set(sorted[at++], state);
    while (at < (to[state] ?? 0)) {
      const unit = unitAt(at);
      const child = states++;
      edges.parents[child] = state;
      edges.kinds[child] = byUnit.get(unit) ?? NO_CLASS;
      from[child] = at;
      do at++;
      while (at < (to[state] ?? 0) && unitAt(at) === unit);
      to[child] = at;
    }
  }
  return {
    table: tableOf(edges, states, width),
    states,
    endOf: words.map((word) => ends.get(word) ?? 0),
  };
}

/**
 * Completes the trie's table breadth first, so that the row of a state's failure state is complete before it is read,
 * and answers for each state the longest word that ends there and, behind it, the next shorter one.
 */
function completeTable(
  { table, states, endOf }: Trie,
  width: number,
): Record<"ends" | "suffixes", Int32Array> {
  const failure = new Int32Array(states);
  const ends = new Int32Array(states);
  for (const state of endOf) ends[state] = state;
  const suffixes = new Int32Array(states);
  const queue = new Int32Array(states);
  for (let head = 0, tail = 1; head < tail; head++) {
    const state = queue[head] ?? 0;
    const fallback = failure[state] ?? 0;
    if (ends[state] === 0) ends[state] = ends[fallback] ?? 0;
    else suffixes[state] = ends[fallback] ?? 0;
    for (let kind = 1; kind < width; kind++) {
      const edge = state * width + kind;
      const beside = state === 0 ? 0 : (table[fallback * width + kind] ?? 0);
      const child = table[edge] ?? 0;
      if (child === 0) {
        table[edge] = beside;
      } else {
        failure[child] = beside;
        queue[tail++] = child;
      }
    }
  }
  return { ends, suffixes };
}

const numbersFor = (most: number, length: number): Numbers =>
  most <= 0xffff ? new Uint16Array(length) : new Int32Array(length);

/** New numbers for states: first those at which no word ends, then the others, both as they were ordered before. */
function endsLast(ends: Int32Array, states: number): { rank: Int32Array; firstEnd: number } {
  const rank = new Int32Array(states);
  let firstEnd = 0;
  for (let state = 0; state < states; state++) if (ends[state] === 0) firstEnd++;
  let [plain, end] = [0, firstEnd];
  for (let state = 0; state < states; state++) rank[state] = ends[state] === 0 ? plain++ : end++;
  return { rank, firstEnd };
}

/** A table of states, a row for each of them, by their new numbers. */
function renumbered(table: Int32Array, columns: number, rank: Int32Array): Numbers {
  const states = rank.length;
  const numbers = numbersFor(states, states * columns);
  for (let state = 0, from = 0; state < states; state++) {
    let to = (rank[state] ?? 0) * columns;
    for (const rowEnd = from + columns; from < rowEnd; from++)
      numbers[to++] = rank[table[from] ?? 0] ?? 0;
  }
  return numbers;
}

function buildTable(words: readonly Numbered[]): WordTable {
  const classes = classify(words);
  const { width, byUnit } = classes;
  const trie = buildTrie(words, classes);
  const { table, states, endOf } = trie;
  const { ends, suffixes } = completeTable(trie, width);
  const { rank, firstEnd } = endsLast(ends, states);
  const own = numbersFor(Math.max(0, ...words.map(({ index }) => index)), states);
  const lengths = new Uint16Array(states);
  for (const [i, { word, index }] of words.entries()) {
    const end = rank[endOf[i] ?? 0] ?? 0;
    own[end] = index;
    lengths[end] = word.length;
  }
  const others = [...byUnit].filter(([unit]) => unit > 127);
  return {
    width,
    classes: Uint16Array.from({ length: 128 }, (_, unit) => byUnit.get(unit) ?? NO_CLASS),
    units: Uint16Array.from(others, ([unit]) => unit),
    unitClasses: Uint16Array.from(others, ([, kind]) => kind),
    table: renumbered(table, width, rank),
    firstEnd,
    ends: renumbered(ends, 1, rank),
    suffixes: renumbered(suffixes, 1, rank),
    own,
    lengths,
    longest: words.reduce((most, { word }) => Math.max(most, word.length), 0),
  };
}

/** Builds the tables of words, which must be distinct, lower-case, not empty and shorter than 65,536 characters. */
export function buildTables(words: readonly string[]): WordTables {
  const numbered = words.map((word, index) => ({ word, index }));
  return {
    ascii: buildTable(numbered.filter(({ word }) => isAscii(word))),
    other: buildTable(numbered.filter(({ word }) => !isAscii(word))),
  };
}

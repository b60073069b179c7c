import { finish } from "../steps.ts";
import type { Steps } from "../steps.ts";
import { isAscii } from "./utf8.ts";
import { buildTrie, classify, linkStates, NO_CLASS } from "./word-trie.ts";
import type { Numbered, Trie } from "./word-trie.ts";

/** Numbers of states and words: two bytes each where they fit. */
export type Numbers = Uint16Array | Int32Array;

/**
 * The automaton of Aho and Corasick (Communications of the ACM 18, 1975) over one set of words. State 0 is the root. The first
 * states have a row each that tells the state behind each class: those that most characters of a text lead to, and
 * those that words part at. The others, nine of ten, lead to one state by one class: rows for them would take ten times
 * as much as all else, which no processor keeps at hand.
 */
export interface WordTable {
  /** Classes of characters, class 0 being those that occur in no word. */
  readonly width: number;
  /** The class of each ASCII character; a capital shares its small letter's. */
  readonly classes: Uint16Array;
  /** Other characters, and beside each its class. */
  readonly units: Uint16Array;
  readonly unitClasses: Uint16Array;
  /** `rows[state * width + class]` is the state behind a class. */
  readonly rows: Numbers;
  /** Of a state behind those with rows: the only class that leads on, or `NO_LEAD`; the state it leads to; the one to ask about all others. */
  readonly only: Uint16Array;
  readonly next: Numbers;
  readonly beside: Numbers;
  /** Words end at the states from `firstEnd` on, so many as `ends` tells the longest word of, by its number. */
  readonly firstEnd: number;
  readonly ends: Numbers;
  /** By the number of a word, the first being 1: that of the next shorter one that ends where it does, or 0; its index; its length. */
  readonly suffixes: Numbers;
  readonly own: Numbers;
  readonly lengths: Uint16Array;
  /** Length of the longest word. */
  readonly longest: number;
}

/**
 * The words of ASCII alone, and the others. Apart, since the others have many kinds of characters: rows for all of them are
 * too wide for a processor's cache, and most texts have no use for their width.
 */
export interface WordTables {
  readonly ascii: WordTable;
  readonly other: WordTable;
}

/** Where no class leads on. */
const NO_LEAD = 0xffff;

/** States no deeper than this have rows. */
const ROW_DEPTH = 3;

const numbersFor = (most: number, length: number): Numbers =>
  most <= 0xffff ? new Uint16Array(length) : new Int32Array(length);

/** The states in an order, and where it changes. */
interface Order {
  /** The number of each state of the trie. */
  readonly rank: Int32Array;
  readonly rows: number;
  readonly firstEnd: number;
  readonly behindEnds: number;
}

/**
 * Puts the states with rows first, and those at which words end together: the last of those with rows and the first of the
 * others. Within each part they stay as they were, by their depth: most texts keep to the first of them.
 */
function orderStates({ states, firstChild, noDeeper }: Trie, ends: Int32Array): Order {
  const shallow = noDeeper[ROW_DEPTH] ?? states;
  const partOf = (state: number): number => {
    const children = (firstChild[state + 1] ?? 0) - (firstChild[state] ?? 0);
    const isEnd = ends[state] !== 0;
    return state < shallow || children > 1 ? Number(isEnd) : 3 - Number(isEnd);
  };
  const counts = [0, 0, 0, 0];
  const parts = new Uint8Array(states);
  for (let state = 0; state < states; state++) {
    const part = partOf(state);
    parts[state] = part;
    counts[part] = (counts[part] ?? 0) + 1;
  }
  const [plain = 0, rowEnds = 0, otherEnds = 0] = counts;
  const free = [0, plain, plain + rowEnds, plain + rowEnds + otherEnds];
  const rank = new Int32Array(states);
  for (let state = 0; state < states; state++) {
    const part = parts[state] ?? 0;
    rank[state] = free[part] ?? 0;
    free[part] = (free[part] ?? 0) + 1;
  }
  return {
    rank,
    rows: plain + rowEnds,
    firstEnd: plain,
    behindEnds: plain + rowEnds + otherEnds,
  };
}

type States = Pick<WordTable, "rows" | "only" | "next" | "beside">;

/** The states of a trie by their numbers: their rows, and what stands for those of the others. */
function fillStates(trie: Trie, failures: Int32Array, width: number, order: Order): States {
  const { states, kinds, firstChild } = trie;
  const { rank } = order;
  const rows = numbersFor(states, order.rows * width);
  const only = new Uint16Array(states - order.rows);
  const next = numbersFor(states, only.length);
  const beside = numbersFor(states, only.length);
  const hasRow = (state: number): boolean => (rank[state] ?? 0) < order.rows;
  const lead = (row: number, state: number): void => {
    const behind = firstChild[state + 1] ?? 0;
    for (let child = firstChild[state] ?? 0; child < behind; child++)
      rows[row + (kinds[child] ?? NO_CLASS)] = rank[child] ?? 0;
  };
  /** What a state leads to, and where it does not, the one that it fails to. */
  const fillRow = (row: number, state: number): void => {
    const other = failures[state] ?? 0;
    if (hasRow(other)) {
      const from = (rank[other] ?? 0) * width;
      if (from !== row) rows.copyWithin(row, from, from + width);
    } else fillRow(row, other);
    lead(row, state);
  };
  /** The state to ask beside one: one that would answer the same is left out. */
  const besideOf = (state: number, kind: number): number => {
    let other = failures[state] ?? 0;
    while (!hasRow(other)) {
      const own = only[(rank[other] ?? 0) - order.rows] ?? NO_LEAD;
      if (own !== NO_LEAD && own !== kind) break;
      other = failures[other] ?? 0;
    }
    return rank[other] ?? 0;
  };
  for (let state = 0; state < states; state++) {
    const number = rank[state] ?? 0;
    if (hasRow(state)) {
      fillRow(number * width, state);
      continue;
    }
    const at = number - order.rows;
    const child = firstChild[state] ?? 0;
    const isLeaf = child === firstChild[state + 1];
    const kind = isLeaf ? NO_LEAD : (kinds[child] ?? NO_CLASS);
    only[at] = kind;
    next[at] = isLeaf ? 0 : (rank[child] ?? 0);
    beside[at] = besideOf(state, kind);
  }
  return { rows, only, next, beside };
}

/** The state behind a class, from a state. */
export function nextState(
  { rows, only, next, beside, width }: WordTable,
  from: number,
  kind: number,
): number {
  const withRows = rows.length / width;
  let state = from;
  while (state >= withRows) {
    const at = state - withRows;
    if (only[at] === kind) return next[at] ?? 0;
    state = beside[at] ?? 0;
  }
  return rows[state * width + kind] ?? 0;
}

/** Words by their numbers. */
function numberWords(
  words: readonly Numbered[],
  { endOf }: Trie,
  { failures, ends }: ReturnType<typeof linkStates>,
): Pick<WordTable, "suffixes" | "own" | "lengths" | "longest"> {
  // Indexes rise.
  const most = Math.max(words.at(-1)?.index ?? 0, words.length);
  const suffixes = numbersFor(most, words.length + 1);
  const own = numbersFor(most, words.length + 1);
  const lengths = new Uint16Array(words.length + 1);
  let longest = 0;
  for (const [i, { word, index }] of words.entries()) {
    suffixes[i + 1] = ends[failures[endOf[i] ?? 0] ?? 0] ?? 0;
    own[i + 1] = index;
    lengths[i + 1] = word.length;
    longest = Math.max(longest, word.length);
  }
  return { suffixes, own, lengths, longest };
}

function* tableSteps(words: readonly Numbered[]): Steps<WordTable> {
  const classes = classify(words);
  const { width, byUnit } = classes;
  const trie = buildTrie(words, classes);
  yield;
  const links = linkStates(trie);
  yield;
  const order = orderStates(trie, links.ends);
  const { rank, firstEnd, behindEnds } = order;
  const ends = numbersFor(words.length, behindEnds - firstEnd);
  for (let state = 0; state < rank.length; state++) {
    const number = links.ends[state] ?? 0;
    if (number !== 0) ends[(rank[state] ?? 0) - firstEnd] = number;
  }
  const others = [...byUnit].filter(([unit]) => unit > 127);
  return {
    width,
    classes: Uint16Array.from({ length: 128 }, (_, unit) => byUnit.get(unit) ?? NO_CLASS),
    units: Uint16Array.from(others, ([unit]) => unit),
    unitClasses: Uint16Array.from(others, ([, kind]) => kind),
    ...fillStates(trie, links.failures, width, order),
    firstEnd,
    ends,
    ...numberWords(words, trie, links),
  };
}

/** Builds the tables of words, which must be distinct, lower-case, not empty and shorter than 65,536 characters. */
export function* buildTablesInSteps(words: readonly string[]): Steps<WordTables> {
  const ascii: Numbered[] = [];
  const other: Numbered[] = [];
  for (const [index, word] of words.entries())
    (isAscii(word) ? ascii : other).push({ word, index });
  return { ascii: yield* tableSteps(ascii), other: yield* tableSteps(other) };
}

/** The same at once. */
export const buildTables = (words: readonly string[]): WordTables =>
  finish(buildTablesInSteps(words));

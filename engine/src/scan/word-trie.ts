/** Characters that occur in no word. */
export const NO_CLASS = 0;

/** A word with its index among all words. */
export interface Numbered {
  readonly word: string;
  readonly index: number;
}

/** The classes of characters: every character of a word has one of its own. */
export interface Classes {
  /** How many there are, `NO_CLASS` included. */
  readonly width: number;
  readonly byUnit: ReadonlyMap<number, number>;
}

const SPACE = 32;
/** Read as a space between words (`plainSpelling`). */
const UNDERSCORE = 95;

/** Gives every character of the words a small number; a capital shares its small letter's, and an underscore the space's. */
export function classify(words: readonly Numbered[]): Classes {
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
  const space = byUnit.get(SPACE);
  if (space !== undefined && !byUnit.has(UNDERSCORE)) byUnit.set(UNDERSCORE, space);
  return { width: kinds + 1, byUnit };
}

/**
 * The states that words spell, numbered by their depth, the children of each one behind the other; state 0 is the root. By
 * state: the class that leads to it, its first child, and behind that of the last state where the children of all end.
 */
export interface Trie {
  readonly states: number;
  readonly kinds: Int32Array;
  readonly firstChild: Int32Array;
  /** How many states are no deeper than so. */
  readonly noDeeper: readonly number[];
  /** At which state each word ends. */
  readonly endOf: Int32Array;
}

/** The trie of words, which must be distinct. In sorted words, those that share a beginning stand side by side: a state is a stretch of them. */
export function buildTrie(words: readonly Numbered[], { byUnit }: Classes): Trie {
  const places = new Map(words.map(({ word }, place) => [word, place]));
  // Without a function that compares, which would take most of the time.
  const sorted = [...places.keys()].toSorted();
  const mostStates = words.reduce((sum, { word }) => sum + word.length, 1);
  const [from, to] = [new Int32Array(mostStates), new Int32Array(mostStates)];
  const [kinds, firstChild] = [new Int32Array(mostStates), new Int32Array(mostStates + 1)];
  const endOf = new Int32Array(words.length);
  to[0] = words.length;
  const noDeeper = [1];
  let states = 1;
  const unitAt = (at: number, depth: number): number => sorted[at]?.charCodeAt(depth) ?? 0;
  for (let state = 0; state < states; state++) {
    if (state === noDeeper.at(-1)) noDeeper.push(states);
    firstChild[state] = states;
    const depth = noDeeper.length - 1;
    const behind = to[state] ?? 0;
    let at = from[state] ?? 0;
    const shortest = sorted[at] ?? "";
    if (shortest.length === depth) {
      endOf[places.get(shortest) ?? 0] = state;
      at++;
    }
    while (at < behind) {
      const unit = unitAt(at, depth);
      const child = states++;
      kinds[child] = byUnit.get(unit) ?? NO_CLASS;
      from[child] = at;
      do at++;
      while (at < behind && unitAt(at, depth) === unit);
      to[child] = at;
    }
  }
  firstChild[states] = states;
  return { states, kinds, firstChild, noDeeper, endOf };
}

/** The state that a class leads to from a state; 0 where none. */
export function childOf({ kinds, firstChild }: Trie, state: number, kind: number): number {
  const behind = firstChild[state + 1] ?? 0;
  for (let child = firstChild[state] ?? 0; child < behind; child++)
    if (kinds[child] === kind) return child;
  return 0;
}

/**
 * For each state the failure state of Aho and Corasick: that of the longest other beginning of a word that it ends with; and
 * the number of the longest word that ends there, the first word's being 1.
 */
export function linkStates(trie: Trie): Record<"failures" | "ends", Int32Array> {
  const { states, kinds, firstChild, endOf } = trie;
  const failures = new Int32Array(states);
  const ends = new Int32Array(states);
  for (let i = 0; i < endOf.length; i++) ends[endOf[i] ?? 0] = i + 1;
  for (let state = 1; state < states; state++) {
    const behind = firstChild[state + 1] ?? 0;
    for (let child = firstChild[state] ?? 0; child < behind; child++) {
      const kind = kinds[child] ?? NO_CLASS;
      let beside = failures[state] ?? 0;
      let found = childOf(trie, beside, kind);
      while (found === 0 && beside !== 0) {
        beside = failures[beside] ?? 0;
        found = childOf(trie, beside, kind);
      }
      failures[child] = found;
      if (ends[child] === 0) ends[child] = ends[found] ?? 0;
    }
  }
  return { failures, ends };
}

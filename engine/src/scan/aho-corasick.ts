/** Called for each occurrence of a word: the word's index and where the occurrence begins and ends. */
export type OnHit = (word: number, start: number, end: number) => void;

/** A set of words that one pass over a text finds all at once. */
export interface WordAutomaton {
  /** Reports every occurrence of every word between two offsets, letters in either case. Linear, plus the hits. */
  readonly findAll: (text: string, from: number, to: number, onHit: OnHit) => void;
}

/** Characters that occur in no word. */
const NO_CLASS = 0;

interface Trie {
  /** One child map a state: class -> state. */
  readonly children: Map<number, number>[];
  /** The words that end at a state. */
  readonly words: number[][];
}

/** Gives every character of the words a small number; a capital shares its small letter's. */
function classify(words: readonly string[]): Map<number, number> {
  const classes = new Map<number, number>();
  let kinds = NO_CLASS;
  for (const word of words) {
    for (let i = 0; i < word.length; i++) {
      const unit = word.charCodeAt(i);
      if (classes.has(unit)) continue;
      const kind = ++kinds;
      classes.set(unit, kind);
      const capital = word.charAt(i).toUpperCase();
      if (capital.length === 1 && !classes.has(capital.charCodeAt(0)))
        classes.set(capital.charCodeAt(0), kind);
    }
  }
  return classes;
}

function buildTrie(words: readonly string[], classes: ReadonlyMap<number, number>): Trie {
  const trie: Trie = { children: [new Map<number, number>()], words: [[]] };
  for (const [index, word] of words.entries()) {
    let state = 0;
    for (let i = 0; i < word.length; i++) {
      const kind = classes.get(word.charCodeAt(i)) ?? NO_CLASS;
      const known = trie.children[state]?.get(kind);
      const next = known ?? trie.children.length;
      if (known === undefined) {
        trie.children[state]?.set(kind, next);
        trie.children.push(new Map<number, number>());
        trie.words.push([]);
      }
      state = next;
    }
    trie.words[state]?.push(index);
  }
  return trie;
}

/**
 * Fills the table of transitions breadth first, so that a state's failure state is complete before it is used. A word
 * that ends another state's word is added to that state's words.
 */
function buildTable(trie: Trie, width: number): Int32Array {
  const table = new Int32Array(trie.children.length * width);
  const failure = new Int32Array(trie.children.length);
  const queue = [0];
  for (const state of queue) {
    const fallback = failure[state] ?? 0;
    if (state !== 0) {
      trie.words[state]?.push(...(trie.words[fallback] ?? []));
      table.copyWithin(state * width, fallback * width, fallback * width + width);
    }
    for (const [kind, child] of trie.children[state] ?? []) {
      failure[child] = state === 0 ? 0 : (table[state * width + kind] ?? 0);
      table[state * width + kind] = child;
      queue.push(child);
    }
  }
  return table;
}

/**
 * Builds the automaton of Aho and Corasick (Communications of the ACM 18, 1975) as a full table over character
 * classes: `table[state * width + class]` is the next state. The words must be lower-case and not empty.
 */
export function buildAutomaton(words: readonly string[]): WordAutomaton {
  const classes = classify(words);
  const width = Math.max(NO_CLASS, ...classes.values()) + 1;
  const trie = buildTrie(words, classes);
  const table = buildTable(trie, width);
  const ascii = new Uint16Array(128);
  for (let unit = 0; unit < 128; unit++) {
    ascii[unit] = classes.get(unit) ?? NO_CLASS;
  }
  const ends = Uint8Array.from(trie.words, (found) => (found.length > 0 ? 1 : 0));
  return {
    findAll: (text, from, to, onHit) => {
      let state = 0;
      for (let at = from; at < to; at++) {
        const unit = text.charCodeAt(at);
        const kind = unit < 128 ? (ascii[unit] ?? 0) : (classes.get(unit) ?? NO_CLASS);
        state = table[state * width + kind] ?? 0;
        if (ends[state] === 0) continue;
        for (const word of trie.words[state] ?? []) {
          onHit(word, at + 1 - (words[word]?.length ?? 0), at + 1);
        }
      }
    },
  };
}

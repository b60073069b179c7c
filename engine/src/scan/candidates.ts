import type { Ruleset } from "./ruleset.ts";
import type { Section } from "./section.ts";
import { isWholeWord } from "./word-index.ts";

/** Where the literals of patterns stand in a section: by the pattern's index, rising offsets. */
export interface Candidates {
  readonly section: Section;
  readonly starts: ReadonlyMap<number, readonly number[]>;
  /** Where the words stand that matches require: by the index of their set, rising offsets. */
  readonly required: ReadonlyMap<number, readonly number[]>;
  /** Where a canary's token may begin; empty where no canary is planted. */
  readonly canaryStarts: readonly number[];
}

function addTo(places: Map<number, number[]>, key: number, start: number): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, [start]);
  else known.push(start);
}

/**
 * Step 4: one pass over a section finds every literal that admits a pattern: prefixes, anchors, the hotwords of patterns
 * that have neither, what their matches require, and the prefix of the canaries. Linear in the section.
 */
export function findCandidates(ruleset: Ruleset, section: Section): Candidates {
  const starts = new Map<number, number[]>();
  const required = new Map<number, number[]>();
  const canaryStarts: number[] = [];
  const canaryWord = ruleset.canaries.size > 0 ? ruleset.canaryWord : undefined;
  const { text } = section;
  const { followers } = ruleset;
  ruleset.automaton.findAll(text, (word, start, end) => {
    if (word === canaryWord) canaryStarts.push(start);
    let isWhole: boolean | undefined;
    const next = text.charCodeAt(end);
    for (const pattern of ruleset.admits[word] ?? []) {
      if (next < 128 && (((followers[pattern * 4 + (next >> 5)] ?? 0) >> (next & 31)) & 1) === 0) {
        // The order of the patterns, which names the foremost of equals, is that of their literals.
        if (!starts.has(pattern)) starts.set(pattern, []);
        continue;
      }
      // A hotword counts as a whole word alone; in prose, most of its occurrences are parts of others.
      if (ruleset.patterns[pattern]?.route.kind === "hotwords") {
        isWhole ??= isWholeWord(text, start, end);
        if (!isWhole) continue;
      }
      addTo(starts, pattern, start);
    }
    for (const set of ruleset.requiredBy[word] ?? []) addTo(required, set, start);
  });
  // Words are met by their ends.
  for (const places of required.values()) places.sort((a, b) => a - b);
  return { section, starts, required, canaryStarts };
}

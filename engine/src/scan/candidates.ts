import type { Ruleset } from "./ruleset.ts";
import type { Section } from "./section.ts";
import { isWholeWord } from "./word-index.ts";

/** Where the literals of patterns stand in a section: by the pattern's index, rising offsets. */
export interface Candidates {
  readonly section: Section;
  readonly starts: ReadonlyMap<number, readonly number[]>;
  /** Where a canary's token may begin; empty where no canary is planted. */
  readonly canaryStarts: readonly number[];
}

/**
 * Step 4: one pass over a section finds every literal that admits a pattern: prefixes, anchors, the hotwords of patterns
 * that have neither, and the prefix of the canaries. Linear in the section.
 */
export function findCandidates(ruleset: Ruleset, section: Section): Candidates {
  const starts = new Map<number, number[]>();
  const canaryStarts: number[] = [];
  const canaryWord = ruleset.canaries.size > 0 ? ruleset.canaryWord : undefined;
  const { text } = section;
  ruleset.automaton.findAll(text, (word, start, end) => {
    if (word === canaryWord) canaryStarts.push(start);
    let isWhole: boolean | undefined;
    for (const pattern of ruleset.admits[word] ?? []) {
      // A hotword counts as a whole word alone; in prose, most of its occurrences are parts of others.
      if (ruleset.patterns[pattern]?.route.kind === "hotwords") {
        isWhole ??= isWholeWord(text, start, end);
        if (!isWhole) continue;
      }
      const known = starts.get(pattern);
      if (known === undefined) starts.set(pattern, [start]);
      else known.push(start);
    }
  });
  return { section, starts, canaryStarts };
}

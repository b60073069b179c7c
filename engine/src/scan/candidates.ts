import type { Visitor } from "./arrival.ts";
import type { CompiledPattern, Ruleset } from "./ruleset.ts";
import type { Section } from "./section.ts";
import { indexText } from "./sites.ts";
import type { TextIndex } from "./sites.ts";
import { isWholeWord } from "./word-index.ts";

/** Where the literals of patterns stand in a section: by the pattern's index, rising offsets. */
export interface Candidates {
  readonly section: Section;
  /** What is known of its text. */
  readonly known: TextIndex;
  readonly starts: ReadonlyMap<number, readonly number[]>;
  /** Where hotwords stand whole, by the word. */
  readonly hotwords: ReadonlyMap<number, readonly number[]>;
  /** Where a canary's token may begin; empty where no canary is planted. */
  readonly canaryStarts: readonly number[];
}

/** Adds an offset to those of a key, which stay rising: of words that end in their order, a later one may begin before. */
function addStart(starts: Map<number, number[]>, key: number, start: number): void {
  const known = starts.get(key);
  if (known === undefined) {
    starts.set(key, [start]);
    return;
  }
  let at = known.length;
  while (at > 0 && (known[at - 1] ?? 0) > start) at--;
  if (at > 0 && known[at - 1] === start) return;
  if (at === known.length) known.push(start);
  else known.splice(at, 0, start);
}

/**
 * Before this offset no match of a pattern begins that counts: it would end in an earlier scan's text. Of a pattern that
 * counts by the number of its matches, those do as well.
 */
export const firstStart = ({ needs, minMatches }: CompiledPattern, { earlier }: Section): number =>
  earlier === undefined || minMatches > 1 ? 0 : Math.max(0, earlier.chars - needs.reach + 1);

/** Words of a match that counts end no farther in a section: it reaches across the seam, or stands near a hotword that does. */
function lastEnd({ wordReach }: Ruleset, { text, earlier }: Section): number {
  if (earlier === undefined) return text.length;
  const lastStart = earlier.chars + wordReach;
  const lineEnd = text.indexOf("\n", lastStart);
  return lineEnd < 0
    ? text.length
    : Math.min(text.length, Math.max(lastStart + wordReach, lineEnd));
}

/**
 * Step 4: one pass over a section finds every literal that admits a pattern: prefixes, anchors, the hotwords of patterns
 * that have neither, and the prefix of the canaries. Linear in the section.
 */
export function findCandidates(ruleset: Ruleset, section: Section): Candidates {
  const starts = new Map<number, number[]>();
  const hotwords = new Map<number, number[]>();
  const canaryStarts: number[] = [];
  const canaryWord = ruleset.canaries.size > 0 ? ruleset.canaryWord : undefined;
  const { text } = section;
  const { arrivals, memory } = ruleset;
  const content = memory.bytesOf(text);
  const known = indexText(content, memory.survey(content));
  const { supply } = known;
  const supplied = { content, supply };
  const visitor: Visitor = {
    onEntrance: (index, start) => {
      const pattern = ruleset.patterns[index];
      if (pattern !== undefined && start >= firstStart(pattern, section))
        addStart(starts, index, start);
    },
    onWord: (word, start, after) => {
      if (word === canaryWord) canaryStarts.push(start);
      // A hotword counts as a whole word alone; in prose, most of its occurrences are parts of others.
      else if (isWholeWord(text, start, after)) addStart(hotwords, word, start);
    },
  };
  memory.findEnds(
    ruleset.automaton,
    content,
    (found) => arrivals.openAt(found, supplied, visitor),
    lastEnd(ruleset, section),
  );
  return { section, known, starts, hotwords, canaryStarts };
}

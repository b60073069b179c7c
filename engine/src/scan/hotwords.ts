import type { Finding } from "./finding.ts";
import type { Section } from "./section.ts";
import { utf8Back, utf8Forward } from "./utf8.ts";
import { indexWords } from "./word-index.ts";
import type { WordIndex } from "./word-index.ts";

/** Answers whether words stand near a finding; each section is indexed once. */
export type NearWords = (
  finding: Finding,
  words: readonly string[],
  windowBytes: number,
) => boolean;

interface Place {
  readonly section: Section;
  /** The stretch around which words are looked for. */
  readonly start: number;
  readonly end: number;
  /** The stretch within it whose words do not count. */
  readonly inner: { readonly start: number; readonly end: number };
}

/** Prepares the look-up of words for one scan. */
export function nearWords(): NearWords {
  const indexes = new Map<Section, WordIndex>();
  const indexOf = (section: Section): WordIndex => {
    const known = indexes.get(section) ?? indexWords(section.text);
    indexes.set(section, known);
    return known;
  };
  const isNear = (
    { section, start, end, inner }: Place,
    words: readonly string[],
    bytes: number,
  ) => {
    const from = utf8Back(section.text, start, bytes);
    const to = utf8Forward(section.text, end, bytes);
    const index = indexOf(section);
    return words.some(
      (word) => index.hasWithin(word, from, inner.start) || index.hasWithin(word, inner.end, to),
    );
  };
  return ({ section, match, value }, words, windowBytes) => {
    if (words.length === 0) return false;
    if (isNear({ section, ...match, inner: value }, words, windowBytes)) return true;
    const outer = section.container;
    return outer !== undefined && isNear({ ...outer, inner: outer }, words, windowBytes);
  };
}

/**
 * Step 8: is one of the pattern's hotwords within its window around the finding? The value itself does not count. For
 * decoded text, the surroundings of its encoded form count too.
 */
export function hasHotword(finding: Finding, near: NearWords): boolean {
  return near(finding, finding.pattern.hotwords, finding.pattern.hotwordWindowBytes);
}

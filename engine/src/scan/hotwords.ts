import type { Finding } from "./finding.ts";
import { tablesOf } from "./headings.ts";
import type { Detector } from "./ruleset.ts";
import type { Section } from "./section.ts";
import type { Tables } from "./table.ts";
import { utf8Back, utf8Forward } from "./utf8.ts";
import { indexWords } from "./word-index.ts";
import type { WordIndex } from "./word-index.ts";

/** Answers whether words stand near a finding; each section is indexed once. */
export interface NearWords {
  /** Is one of the words within a window around the finding? */
  readonly around: (finding: Finding, words: readonly string[], windowBytes: number) => boolean;
  /** Is one of the words in the heading of the column that the value stands in, or where that is asked for, its end? */
  readonly above: (finding: Finding, words: readonly string[], isEnd: boolean) => boolean;
}

interface Place {
  readonly section: Section;
  /** The stretch around which words are looked for. */
  readonly start: number;
  readonly end: number;
  /** The stretch within it whose words do not count. */
  readonly inner: { readonly start: number; readonly end: number };
}

/** What stands behind a word that more words follow, or code. */
const GOES_ON = / [A-MO-Za-mo-z0-9]|[=[{(!?]/y;

/** May a heading end with the word that ends at an offset? In prose and in code most words are told by the next two characters. */
export function mayEndHeading(text: string, at: number): boolean {
  GOES_ON.lastIndex = at;
  return !GOES_ON.test(text);
}

/** What is known of a section. */
interface Known {
  readonly words: WordIndex;
  readonly tables: Tables;
}

/** What a heading ends with behind the word that says what its cells are: "No.", "(UK)". */
const TAIL =
  /(?:[ _.-]{0,2}(?:n[°º]|nos?|nr|num|number|nummer|numero|#|\([^()]{1,20}\))\.?)?[ :]{0,2}$/i;

/** Prepares the look-up of words for one scan. */
export function nearWords(): NearWords {
  const indexes = new Map<Section, Known>();
  const knownOf = (section: Section): Known => {
    const { text } = section;
    const known = indexes.get(section) ?? { words: indexWords(text), tables: tablesOf(text) };
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
    const index = knownOf(section).words;
    return words.some(
      (word) => index.hasWithin(word, from, inner.start) || index.hasWithin(word, inner.end, to),
    );
  };
  return {
    around: ({ section, match, value }, words, windowBytes) => {
      if (words.length === 0) return false;
      if (isNear({ section, ...match, inner: value }, words, windowBytes)) return true;
      const outer = section.container;
      return outer !== undefined && isNear({ ...outer, inner: outer }, words, windowBytes);
    },
    above: ({ section, value }, words, isEnd) => {
      if (words.length === 0) return false;
      const { words: index, tables } = knownOf(section);
      const heading = tables.headingOf(value.start);
      if (heading === undefined) return false;
      const { start, end } = heading;
      if (!isEnd) return words.some((word) => index.hasWithin(word, start, end));
      const tail = TAIL.exec(section.text.slice(start, end))?.[0].length ?? 0;
      return [end, end - tail].some((last) =>
        words.some((word) => index.hasWithin(word, Math.max(start, last - word.length), last)),
      );
    },
  };
}

/** Do a pattern's matches count by the heading of their own column alone? */
export const isHeadedOnly = ({
  hotwords,
  hotwordWindowBytes,
}: Pick<Detector, "hotwords" | "hotwordWindowBytes">): boolean =>
  hotwords.length > 0 && hotwordWindowBytes === 0;

/**
 * Step 8: is one of the pattern's hotwords within its window around the finding, or in the heading of its column? A window of
 * 0 leaves the heading alone, which has to end with the word: "user password", and no "password policy". The value itself does
 * not count. For decoded text, the surroundings of its encoded form count too.
 */
export function hasHotword(finding: Finding, near: NearWords): boolean {
  const { hotwords, hotwordWindowBytes } = finding.pattern;
  if (isHeadedOnly(finding.pattern)) return near.above(finding, hotwords, true);
  return near.around(finding, hotwords, hotwordWindowBytes) || near.above(finding, hotwords, false);
}

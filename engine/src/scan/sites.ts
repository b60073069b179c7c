import { wordRows } from "../validators/word-row.ts";
import { indexCounts } from "./counts.ts";
import type { CountIndex } from "./counts.ts";
import { indexStretches } from "./stretches.ts";
import type { StretchIndex, Stretches } from "./stretches.ts";
import type { Supply } from "./supply.ts";
import type { Survey } from "./survey.ts";
import type { TextBytes } from "./text-bytes.ts";
import { indexTokens } from "./tokens.ts";
import type { TextTokens } from "./tokens.ts";
import { firstFrom, indexFrom } from "./word-index.ts";

/** What every match of a pattern holds, so that a text tells without the expression where matches can begin. */
export type SiteRule =
  | { readonly kind: "anywhere" }
  /** One of the pattern's literals, behind at most so many UTF-16 units of the match; `inLine`, all but one of its line. */
  | { readonly kind: "literal"; readonly before: number; readonly inLine: boolean }
  /** A stretch of the kind with this index, of at least `chars` units, behind at most `before`. */
  | {
      readonly kind: "stretch";
      readonly stretch: number;
      readonly chars: number;
      readonly before: number;
    };

/** Stands for any number of units: more than a text holds, and a number that JSON can tell. */
export const ANY_REACH = 2 ** 30;

/** Where matches of a pattern can begin in a text. One site at a time: most texts have none, and nothing is made for them. */
export interface Sites {
  /** Goes to the first site whose last start is at `at` or behind it; answers whether there is one. */
  readonly find: (at: number) => boolean;
  /** Of the site that was found: matches begin at `from` or behind it, and at `last` or before it. */
  readonly from: number;
  readonly last: number;
}

/** Tells the last end of a line before an offset, or -1. */
export type LineIndex = (at: number) => number;

/** Indexes the lines of a text, which has these line breaks. A question costs O(log lines). */
export const indexLines =
  (known: Pick<Survey, "breaks">): LineIndex =>
  (at) => {
    const { breaks } = known;
    return breaks[indexFrom(breaks, at) - 1] ?? -1;
  };

/** What is known of a text, for all patterns. */
export interface TextIndex extends TextTokens {
  readonly stretches: StretchIndex;
  readonly counts: CountIndex;
  readonly supply: Supply;
  readonly lineBefore: LineIndex;
  /** Where recovery phrases may stand: where each such row of words begins and ends, in turn. */
  readonly wordRows: () => readonly number[];
}

/** Indexes a text; each index but `supply` is made when it is first asked. */
export function indexText(content: TextBytes, survey: Survey): TextIndex {
  const { found, supply } = survey;
  let rows: readonly number[] | undefined;
  return {
    stretches: indexStretches(content),
    ...indexTokens(found),
    counts: indexCounts(content),
    supply,
    lineBefore: indexLines(survey),
    wordRows: () => (rows ??= wordRows(content.bytes)),
  };
}

/** A single site, everywhere. */
const ANYWHERE: Sites = { find: () => true, from: 0, last: Infinity };

/** Sites around the places of a literal. */
class LiteralSites implements Sites {
  from = 0;
  last = 0;
  private readonly starts: readonly number[];
  private readonly before: number;
  private readonly lineBefore: LineIndex | undefined;

  constructor(starts: readonly number[], before: number, lineBefore: LineIndex | undefined) {
    this.starts = starts;
    this.before = before;
    this.lineBefore = lineBefore;
  }

  find(at: number): boolean {
    const last = firstFrom(this.starts, at);
    if (last === undefined) return false;
    const from = last - this.before;
    this.from = this.lineBefore === undefined ? from : Math.max(this.lineBefore(last), from);
    this.last = last;
    return true;
  }
}

/** Sites before stretches. */
class StretchSites implements Sites {
  from = 0;
  last = 0;
  private readonly stretches: Stretches;
  private readonly chars: number;
  private readonly before: number;

  constructor(stretches: Stretches, chars: number, before: number) {
    this.stretches = stretches;
    this.chars = chars;
    this.before = before;
  }

  find(at: number): boolean {
    const { starts, ends } = this.stretches;
    for (let i = indexFrom(ends, at + this.chars); i < ends.length; i++) {
      const start = starts[i] ?? 0;
      const last = (ends[i] ?? 0) - this.chars;
      if (last < start) continue;
      this.from = start - this.before;
      this.last = last;
      return true;
    }
    return false;
  }
}

/** The sites of a pattern in a text of which `starts` are the places of its literal. */
export function sitesIn(
  rule: SiteRule,
  starts: readonly number[],
  { stretches, lineBefore }: TextIndex,
): Sites {
  switch (rule.kind) {
    case "anywhere":
      return ANYWHERE;
    case "literal":
      return new LiteralSites(starts, rule.before, rule.inLine ? lineBefore : undefined);
    case "stretch":
      return new StretchSites(stretches(rule.stretch, rule.chars), rule.chars, rule.before);
  }
}

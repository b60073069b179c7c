import { indexStretches } from "./stretches.ts";
import type { StretchIndex } from "./stretches.ts";
import { indexTokens } from "./tokens.ts";
import type { TokenIndex } from "./tokens.ts";
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

/** Matches begin at `from` or behind it, and at `last` or before it. */
export interface Site {
  readonly from: number;
  readonly last: number;
}

/** The first site of a text whose last start is at `at` or behind it; undefined where there is none. */
export type NextSite = (at: number) => Site | undefined;

/** Tells the last end of a line before an offset, or -1. */
export type LineIndex = (at: number) => number;

/** Indexes the lines of a text. The first question costs O(text), each later one O(log lines). */
export function indexLines(text: string): LineIndex {
  let ends: number[] | undefined;
  const findEnds = (): number[] => {
    const found: number[] = [];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) found.push(at);
    return found;
  };
  return (at) => {
    ends ??= findEnds();
    return ends[indexFrom(ends, at) - 1] ?? -1;
  };
}

/** What is known of a text, for all patterns. */
export interface TextIndex {
  readonly stretches: StretchIndex;
  readonly tokens: TokenIndex;
  readonly lineBefore: LineIndex;
}

/** Indexes a text; each index is made when it is first asked. */
export const indexText = (text: string): TextIndex => ({
  stretches: indexStretches(text),
  tokens: indexTokens(text),
  lineBefore: indexLines(text),
});

/** The sites of a pattern in a text of which `starts` are the places of its literal. */
export function sitesIn(
  rule: SiteRule,
  starts: readonly number[],
  { stretches, lineBefore }: TextIndex,
): NextSite {
  switch (rule.kind) {
    case "anywhere":
      return () => ({ from: 0, last: Infinity });
    case "literal": {
      const { before, inLine } = rule;
      return (at) => {
        const last = firstFrom(starts, at);
        if (last === undefined) return undefined;
        const from = last - before;
        return { from: inLine ? Math.max(lineBefore(last), from) : from, last };
      };
    }
    case "stretch": {
      const { starts: begins, ends } = stretches(rule.stretch, rule.chars);
      return (at) => {
        for (let i = indexFrom(ends, at + rule.chars); i < ends.length; i++) {
          const start = begins[i] ?? 0;
          const last = (ends[i] ?? 0) - rule.chars;
          if (last >= start) return { from: start - rule.before, last };
        }
        return undefined;
      };
    }
  }
}

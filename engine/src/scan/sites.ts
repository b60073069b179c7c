import { parseRegex } from "../regex/parse.ts";
import { charsBefore, requiredStretch } from "../regex/required.ts";
import type { Route } from "./route.ts";
import { STRETCH_KINDS } from "./stretches.ts";
import type { StretchIndex } from "./stretches.ts";
import { firstFrom, indexFrom } from "./word-index.ts";

/** What every match of a pattern holds, so that a text tells without the expression where matches can begin. */
export type SiteRule =
  | { readonly kind: "anywhere" }
  /** The pattern's literal, behind at most so many UTF-16 units of the match. */
  | { readonly kind: "literal"; readonly before: number }
  /** A stretch of the kind with this index, of at least `chars` units, behind at most `before`. */
  | {
      readonly kind: "stretch";
      readonly stretch: number;
      readonly chars: number;
      readonly before: number;
    };

/** Matches begin at `from` or behind it, and at `last` or before it. */
export interface Site {
  readonly from: number;
  readonly last: number;
}

/** The first site of a text whose last start is at `at` or behind it; undefined where there is none. */
export type NextSite = (at: number) => Site | undefined;

/** Beyond this, nothing is gained. */
const MAX_BEFORE = 512;

const ANYWHERE: SiteRule = { kind: "anywhere" };

/** The rule for the sites of an expression that is looked for by a route. O(expression). */
export function siteRuleOf(route: Route, regex: string): SiteRule {
  if (route.kind === "prefix") return ANYWHERE;
  const ast = parseRegex(regex);
  if (route.kind === "anchor") {
    const [literal = ""] = route.literals;
    const before = route.literals.length === 1 ? charsBefore(ast, literal) : undefined;
    return before === undefined ? ANYWHERE : { kind: "literal", before };
  }
  for (const [stretch, kind] of STRETCH_KINDS.entries()) {
    const { chars, before } = requiredStretch(ast, kind) ?? { chars: 0, before: 0 };
    if (chars >= kind.least && before <= MAX_BEFORE)
      return { kind: "stretch", stretch, chars, before };
  }
  return ANYWHERE;
}

/** The sites of a pattern in a text of which `starts` are the places of its literal. */
export function sitesIn(
  rule: SiteRule,
  starts: readonly number[],
  stretches: StretchIndex,
): NextSite {
  switch (rule.kind) {
    case "anywhere":
      return () => ({ from: 0, last: Infinity });
    case "literal":
      return (at) => {
        const last = firstFrom(starts, at);
        return last === undefined ? undefined : { from: last - rule.before, last };
      };
    case "stretch": {
      const { starts: begins, ends } = stretches(rule.stretch);
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

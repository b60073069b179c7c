import { charPositions, fits } from "../regex/char-positions.ts";
import type { CharPositions } from "../regex/char-positions.ts";
import { literalPlace } from "../regex/literal-places.ts";
import { parseRegex } from "../regex/parse.ts";
import { requiredStretch } from "../regex/required.ts";
import { requiredWords } from "../regex/required-words.ts";
import type { Route } from "./route.ts";
import { STRETCH_KINDS } from "./stretches.ts";
import type { StretchIndex, Stretches } from "./stretches.ts";
import { indexFrom } from "./word-index.ts";

/** What every match of a pattern holds, so that a text tells without the expression where matches can begin. */
export type SiteRule =
  /** The pattern's literal, behind at most so many UTF-16 units of the match, and what stands around it. */
  | {
      readonly kind: "literal";
      readonly before: number;
      readonly ahead: CharPositions;
      readonly behind: CharPositions;
    }
  /** A word of the set with this index, behind at most `before` units; what stands from there on, where that is the match's beginning. */
  | {
      readonly kind: "words";
      readonly set: number;
      readonly before: number;
      readonly ahead: CharPositions;
    }
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

const ANYWHERE: Site = { from: 0, last: Infinity };

const NOTHING_TOLD: CharPositions = charPositions([]);

/**
 * The rules for the sites of an expression that is looked for by a route; all of them hold. `setOf` gives sets of words
 * their index. O(expression).
 */
export function siteRulesOf(
  route: Route,
  regex: string,
  setOf: (words: readonly string[]) => number,
): readonly SiteRule[] {
  const ast = parseRegex(regex);
  if (route.kind === "prefix") {
    return [{ kind: "literal", before: 0, ahead: charPositions([ast]), behind: NOTHING_TOLD }];
  }
  if (route.kind === "anchor") {
    const [literal = ""] = route.literals;
    const place = route.literals.length === 1 ? literalPlace(ast, literal) : undefined;
    return place === undefined ? [] : [{ kind: "literal", ...place }];
  }
  const rules: SiteRule[] = [];
  const required = requiredWords(ast);
  if (required !== undefined) {
    const ahead = required.before === 0 ? charPositions([ast]) : NOTHING_TOLD;
    rules.push({ kind: "words", set: setOf(required.words), before: required.before, ahead });
  }
  for (const [stretch, kind] of STRETCH_KINDS.entries()) {
    const { chars, before } = requiredStretch(ast, kind) ?? { chars: 0, before: 0 };
    if (chars >= kind.least && before <= MAX_BEFORE) {
      rules.push({ kind: "stretch", stretch, chars, before });
      break;
    }
  }
  return rules;
}

/** Those of the rising offsets around which a text has what a rule asks for. */
function fitting(
  text: string,
  starts: readonly number[],
  ahead: CharPositions,
  behind: CharPositions,
): readonly number[] {
  if (ahead.count === 0 && behind.count === 0) return starts;
  return starts.filter((at) => fits(text, at, ahead, 1) && fits(text, at - 1, behind, -1));
}

/** The sites before each of the rising offsets, those that touch as one. */
function sitesBefore(starts: readonly number[], before: number): NextSite {
  const sites: { readonly from: number; last: number }[] = [];
  const lasts: number[] = [];
  let open: { readonly from: number; last: number } | undefined;
  for (const last of starts) {
    if (open === undefined || last - before > open.last + 1) {
      open = { from: last - before, last };
      sites.push(open);
    } else {
      open.last = last;
      lasts.pop();
    }
    lasts.push(last);
  }
  return (at) => sites[indexFrom(lasts, at)];
}

function sitesByStretch(
  { chars, before }: { readonly chars: number; readonly before: number },
  { starts, ends }: Stretches,
): NextSite {
  return (at) => {
    for (let i = indexFrom(ends, at + chars); i < ends.length; i++) {
      const start = starts[i] ?? 0;
      const last = (ends[i] ?? 0) - chars;
      if (last >= start) return { from: start - before, last };
    }
    return undefined;
  };
}

/** The sites that both have. */
function inBoth(one: NextSite, other: NextSite): NextSite {
  return (first) => {
    for (let at = first; ;) {
      const a = one(at);
      const b = a === undefined ? undefined : other(at);
      if (a === undefined || b === undefined) return undefined;
      const from = Math.max(a.from, b.from);
      const last = Math.min(a.last, b.last);
      if (from <= last) return { from, last };
      at = last + 1;
    }
  };
}

/** What a section has of what rules ask for. */
export interface SiteSources {
  readonly text: string;
  /** The places of the words that matches require, by the index of their set. */
  readonly required: ReadonlyMap<number, readonly number[]>;
  /** The places of the pattern's own literal. */
  readonly starts: readonly number[];
  readonly stretches: StretchIndex;
}

/** Can a match begin at a place of the literal, for a pattern whose matches begin with it? */
export function canBegin(rules: readonly SiteRule[], text: string, at: number): boolean {
  const [rule] = rules;
  return rule?.kind !== "literal" || fits(text, at, rule.ahead, 1);
}

/** For ASCII characters, 32 to a number: which of them can follow the literal that matches begin with. */
export function followersOf(route: Route, rules: readonly SiteRule[]): readonly number[] {
  const bits = [-1, -1, -1, -1];
  const [rule] = rules;
  const [literal = ""] = route.kind === "prefix" ? route.literals : [];
  if (route.kind !== "prefix" || route.literals.length > 1 || rule?.kind !== "literal") return bits;
  const { allowed, count } = rule.ahead;
  if (literal.length >= count) return bits;
  return bits.map((_, word) =>
    Array.from({ length: 32 }, (__, bit) => bit).reduce(
      (all, bit) => all | ((((allowed[word * 32 + bit] ?? 0) >> literal.length) & 1) << bit),
      0,
    ),
  );
}

function sitesOf(rule: SiteRule, { text, required, starts, stretches }: SiteSources): NextSite {
  switch (rule.kind) {
    case "literal":
      return sitesBefore(fitting(text, starts, rule.ahead, rule.behind), rule.before);
    case "words": {
      const places = required.get(rule.set) ?? [];
      return sitesBefore(fitting(text, places, rule.ahead, NOTHING_TOLD), rule.before);
    }
    case "stretch":
      return sitesByStretch(rule, stretches(rule.stretch));
  }
}

/** The sites of a pattern in a section; undefined where it has none. */
export function sitesIn(rules: readonly SiteRule[], sources: SiteSources): NextSite | undefined {
  let sites: NextSite | undefined;
  for (const rule of rules) {
    const more = sitesOf(rule, sources);
    sites = sites === undefined ? more : inBoth(sites, more);
    if (sites(0) === undefined) return undefined;
  }
  return sites ?? (() => ANYWHERE);
}

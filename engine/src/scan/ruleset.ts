import type { Exclusion, Pattern } from "@weir/schema";
import { Expression } from "../regex/expression.ts";
import { lazyRegex } from "../regex/lazy-regex.ts";
import type { Regex } from "../regex/regex.ts";
import { CacheBudget, DEFAULT_CACHE_LIMITS } from "../regex/transition-cache.ts";
import { findsWordRows } from "../validators/validate.ts";
import { arrivalsOf } from "./arrival.ts";
import type { Arrivals } from "./arrival.ts";
import { Surroundings } from "./surroundings.ts";
import { automatonOf } from "./aho-corasick.ts";
import type { WordAutomaton } from "./aho-corasick.ts";
import { demandOf } from "./needs.ts";
import type { Demand, Needs } from "./needs.ts";
import type { SiteRule } from "./sites.ts";
import { prepareRules } from "./prepare-rules.ts";
import type { PreparedPattern, PreparedRules } from "./prepare-rules.ts";
import type { PatternFacts, PreparedExclusion } from "./route-rules.ts";
import { wordReachOf } from "./route.ts";
import { plainMemory } from "./survey.ts";
import type { ScanMemory } from "./survey.ts";
import type { Route } from "./route.ts";

/** What a finding has to know of the pattern or the canary that made it; words are folded like the texts. */
export interface Detector extends PatternFacts {
  /** Tells it from every other detector of its ruleset. */
  readonly index: number;
  readonly exclusions: readonly CompiledExclusion[];
  /** The canary that was met, which findings are attributed to; absent for patterns. */
  readonly canary?: { readonly id: string; readonly token: string };
}

/** A pattern ready to match; its literal is folded like the texts that it is looked up in. */
export interface CompiledPattern extends Detector {
  readonly regex: Regex;
  readonly route: Route;
  /** Where matches can begin. */
  readonly sites: SiteRule;
  readonly needs: Needs;
  /** The same for a look at the text around its literal. */
  readonly demand: Demand;
  readonly surroundings: Surroundings;
  /** The words of the automaton that are its hotwords, where its candidates are found by them; else empty. */
  readonly hotwordWords: readonly number[];
}

/** A canary ready to be found. */
export interface CanaryDetector extends Detector {
  readonly canary: { readonly id: string; readonly token: string };
}

/** An exclusion ready to test a finding. */
export type CompiledExclusion =
  | { readonly kind: "exact"; readonly words: ReadonlySet<string> }
  | { readonly kind: "proximity"; readonly words: readonly string[]; readonly windowBytes: number }
  | { readonly kind: "value"; readonly regex: Regex; readonly suppress: boolean };

/** All that a scan needs to know, compiled once and never edited. */
export interface Ruleset {
  /** What it was made of, for whoever makes the same ruleset elsewhere. */
  readonly prepared: PreparedRules;
  readonly patterns: readonly CompiledPattern[];
  /** For each pattern the kinds that it demands, side by side: most patterns are told to have no match by no more than these. */
  readonly demandedKinds: Readonly<Int32Array>;
  readonly automaton: WordAutomaton;
  /** What the words may be part of that end where the automaton reports a number. */
  readonly arrivals: Arrivals;
  /** Indexes of the patterns that a word of the automaton admits as a hotword, wherever it stands. */
  readonly byHotword: (word: number) => readonly number[];
  /** Indexes of the patterns that search everything. */
  readonly fullSearch: readonly number[];
  /** Indexes of the patterns that their hotwords alone admit. */
  readonly hotwordSearch: readonly number[];
  /** Words that stand farther behind where a match begins do not admit it, unless they stand in its line; in UTF-16 units. */
  readonly wordReach: number;
  /** The word of the automaton that every canary's token begins with. */
  readonly canaryWord: number;
  /** Where its scans lay their texts, and what looks at all of one. */
  readonly memory: ScanMemory;
  /** Canaries by their token in small letters. */
  readonly canaries: Pick<ReadonlyMap<string, CanaryDetector>, "size" | "get">;
}

function assembleExclusion(
  exclusion: PreparedExclusion,
  regexOf: (source: string) => Regex,
): CompiledExclusion {
  switch (exclusion.kind) {
    case "exact":
      return { kind: "exact", words: new Set(exclusion.words) };
    case "proximity":
      return exclusion;
    case "value":
      return { ...exclusion, regex: regexOf(exclusion.regex) };
  }
}

/** How far before a pattern's literal its matches begin at most. */
const reachBefore = ({ route, sites, needs }: PreparedPattern): number => {
  if (route.kind === "prefix") return 0;
  return sites.kind === "literal" ? Math.min(sites.before, needs.reach) : needs.reach;
};

/**
 * Where a pattern's expression is looked at. Of one for recovery phrases nothing is told by the characters around its literal: its
 * gap would have texts read on, where rows of words tell more.
 */
function surroundingsOf(
  expression: Expression,
  { route, validator }: PreparedPattern,
): Surroundings {
  const ofRows = validator !== undefined && findsWordRows(validator);
  return new Surroundings(expression, route, ofRows ? undefined : route.place);
}

/** The patterns that a word admits as a hotword alone. */
function hotwordIndex({ admits, patterns }: PreparedRules): Ruleset["byHotword"] {
  const known: (readonly number[])[] = [];
  const find = (word: number): readonly number[] =>
    (admits[word]?.hotword ?? []).filter((index) => patterns[index]?.sites.kind !== "literal");
  return (word) => (known[word] ??= find(word));
}

/**
 * The ruleset of prepared rules, whose scans lay their texts into `memory`. Expressions are parsed, and their automata built, when they are first needed. Linear in
 * the number of patterns, with a small factor.
 */
export function rulesetOf(prepared: PreparedRules, memory: ScanMemory = plainMemory): Ruleset {
  const limits = { ...DEFAULT_CACHE_LIMITS, budget: new CacheBudget() };
  const regexOf = (source: string): Regex => lazyRegex(new Expression(source), limits);
  const exclusions = prepared.exclusions.map((each) => assembleExclusion(each, regexOf));
  const none: readonly CompiledExclusion[] = [];
  const assemble = (pattern: PreparedPattern, index: number): CompiledPattern => {
    const own = pattern.exclusions.flatMap((at) => exclusions[at] ?? []);
    const expression = new Expression(pattern.regex);
    return {
      ...pattern,
      index,
      regex: lazyRegex(expression, limits),
      demand: demandOf(pattern.needs, reachBefore(pattern)),
      surroundings: surroundingsOf(expression, pattern),
      exclusions: own.length === 0 ? none : own,
    };
  };
  const { tables, fullSearch, hotwordSearch, canaryWord } = prepared;
  const patterns = prepared.patterns.map(assemble);
  const automaton = automatonOf(tables);
  return {
    prepared,
    patterns,
    demandedKinds: Int32Array.from(patterns, ({ demand }) => demand.kinds),
    automaton,
    arrivals: arrivalsOf(automaton, prepared, patterns),
    byHotword: hotwordIndex(prepared),
    fullSearch,
    hotwordSearch,
    wordReach: patterns.reduce(
      (most, { route, hotwordWindowBytes }) =>
        Math.max(most, wordReachOf(route, hotwordWindowBytes)),
      0,
    ),
    canaryWord,
    memory,
    canaries: new Map(),
  };
}

/** Compiles patterns and exclusions that `checkPattern` and `checkExclusion` found without fault. */
export function compileRuleset(
  patterns: readonly Pattern[],
  exclusions: readonly Exclusion[],
  memory: ScanMemory = plainMemory,
): Ruleset {
  return rulesetOf(prepareRules(patterns, exclusions), memory);
}

import type { Category, Exclusion, Pattern, Severity, ValidatorName } from "@weir/schema";
import { lazyRegex } from "../regex/lazy-regex.ts";
import type { Regex } from "../regex/regex.ts";
import { buildAutomaton } from "./aho-corasick.ts";
import type { WordAutomaton } from "./aho-corasick.ts";
import { CANARY_PREFIX } from "./canary-token.ts";
import { foldRegex, foldWord } from "./fold-rules.ts";

/** How a pattern's candidates are found. */
export type Route =
  /** Matches begin where the literal does. */
  | { readonly kind: "prefix"; readonly literals: readonly string[] }
  /** The literal stands somewhere in the match. */
  | { readonly kind: "anchor"; readonly literals: readonly string[] }
  /** A match counts only near one of its hotwords, so only their surroundings are searched. */
  | { readonly kind: "hotwords" }
  /** The whole content is searched. */
  | { readonly kind: "full" };

/** What a finding has to know of the pattern or the canary that made it; words are folded like the texts. */
export interface Detector {
  /** Tells it from every other detector of its ruleset. */
  readonly index: number;
  readonly name: string;
  readonly category: Category | undefined;
  readonly severity: Severity;
  readonly scoreWeight: number;
  readonly hotwords: readonly string[];
  readonly hotwordWindowBytes: number;
  readonly hotwordBoost: number | undefined;
  readonly requireHotword: boolean;
  readonly entropyMin: number;
  readonly minMatches: number;
  readonly validator: ValidatorName | undefined;
  readonly exclusions: readonly CompiledExclusion[];
  /** The canary that was met, which findings are attributed to; absent for patterns. */
  readonly canary?: { readonly id: string; readonly token: string };
}

/** A pattern ready to match; its literal is folded like the texts that it is looked up in. */
export interface CompiledPattern extends Detector {
  readonly regex: Regex;
  readonly route: Route;
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
  readonly patterns: readonly CompiledPattern[];
  readonly automaton: WordAutomaton;
  /** For each word of the automaton, the indexes of the patterns that it admits. */
  readonly admits: readonly (readonly number[])[];
  /** Indexes of the patterns that search everything. */
  readonly fullSearch: readonly number[];
  /** Indexes of the patterns whose hotwords admit them. */
  readonly hotwordSearch: readonly number[];
  /** The word of the automaton that every canary's token begins with. */
  readonly canaryWord: number;
  /** Canaries by their token in small letters. */
  readonly canaries: ReadonlyMap<string, CanaryDetector>;
}

function routeOf(pattern: Pattern): Route {
  if (pattern.prefix !== undefined) return { kind: "prefix", literals: foldWord(pattern.prefix) };
  if (pattern.anchor !== undefined) return { kind: "anchor", literals: foldWord(pattern.anchor) };
  return pattern.require_hotword && pattern.hotwords.length > 0
    ? { kind: "hotwords" }
    : { kind: "full" };
}

function compileExclusion(exclusion: Exclusion): CompiledExclusion {
  if (exclusion.type === "regex") {
    const regex = lazyRegex(foldRegex(exclusion.pattern));
    return { kind: "value", regex, suppress: exclusion.suppress };
  }
  const words = exclusion.words.flatMap(foldWord);
  return exclusion.match_type === "exact"
    ? { kind: "exact", words: new Set(words) }
    : { kind: "proximity", words, windowBytes: exclusion.window };
}

/** Compiled exclusions by the pattern name that they apply to; `*` stands for every pattern. */
function groupExclusions(exclusions: readonly Exclusion[]): Map<string, CompiledExclusion[]> {
  const groups = new Map<string, CompiledExclusion[]>();
  for (const exclusion of exclusions) {
    const group = groups.get(exclusion.applies_to) ?? [];
    group.push(compileExclusion(exclusion));
    groups.set(exclusion.applies_to, group);
  }
  return groups;
}

function compilePattern(
  pattern: Pattern,
  index: number,
  exclusions: ReadonlyMap<string, CompiledExclusion[]>,
): CompiledPattern {
  return {
    index,
    name: pattern.name,
    category: pattern.category,
    severity: pattern.severity,
    regex: lazyRegex(foldRegex(pattern.regex)),
    route: routeOf(pattern),
    scoreWeight: pattern.score_weight,
    hotwords: [...new Set(pattern.hotwords.flatMap(foldWord))],
    hotwordWindowBytes: pattern.hotword_window,
    hotwordBoost: pattern.hotword_boost,
    requireHotword: pattern.require_hotword,
    entropyMin: pattern.entropy_min,
    minMatches: pattern.min_matches,
    validator: pattern.validator,
    exclusions: [...(exclusions.get("*") ?? []), ...(exclusions.get(pattern.name) ?? [])],
  };
}

/** The words that admit a pattern. */
function admittingWords({ route, hotwords }: CompiledPattern): readonly string[] {
  if (route.kind === "hotwords") return hotwords;
  return route.kind === "full" ? [] : route.literals;
}

/**
 * Compiles patterns and exclusions that `checkPattern` and `checkExclusion` found without fault. The expressions are
 * parsed, and their automata built, when they are first needed.
 */
export function compileRuleset(
  patterns: readonly Pattern[],
  exclusions: readonly Exclusion[],
): Ruleset {
  const groups = groupExclusions(exclusions);
  const compiled = patterns.map((pattern, index) => compilePattern(pattern, index, groups));
  const admits = new Map<string, number[]>();
  for (const pattern of compiled) {
    for (const word of admittingWords(pattern)) {
      const admitted = admits.get(word) ?? [];
      if (!admitted.includes(pattern.index)) admitted.push(pattern.index);
      admits.set(word, admitted);
    }
  }
  // Every automaton knows the canaries' prefix, so that a canary planted later needs no new one.
  const canaryLiteral = CANARY_PREFIX.toLowerCase();
  if (!admits.has(canaryLiteral)) admits.set(canaryLiteral, []);
  const words = [...admits.keys()];
  const indexesOf = (kind: Route["kind"]): number[] =>
    compiled.filter(({ route }) => route.kind === kind).map(({ index }) => index);
  return {
    patterns: compiled,
    automaton: buildAutomaton(words),
    admits: [...admits.values()],
    fullSearch: indexesOf("full"),
    hotwordSearch: indexesOf("hotwords"),
    canaryWord: words.indexOf(canaryLiteral),
    canaries: new Map(),
  };
}

import type { Category, Exclusion, Pattern, Severity, ValidatorName } from "@weir/schema";
import { CANARY_PREFIX } from "./canary-token.ts";
import { gateOf, OPEN_GATE } from "../regex/gate.ts";
import type { Gate } from "../regex/gate.ts";
import { parseRegex } from "../regex/parse.ts";
import { foldRegex, foldWord } from "./fold-rules.ts";
import type { Route } from "./route.ts";
import { needsOf } from "./needs.ts";
import type { Needs } from "./needs.ts";
import { routingOf } from "./routing.ts";
import type { SiteRule } from "./sites.ts";
import { buildTables } from "./word-tables.ts";
import type { WordTables } from "./word-tables.ts";

/** What findings are judged by: the same for a pattern that was prepared and for one that is in force. */
export interface PatternFacts {
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
}

/** A pattern whose words and expression are folded like the texts that they are looked up in. */
export interface PreparedPattern extends PatternFacts {
  readonly regex: string;
  readonly needs: Needs;
  readonly route: Route;
  /** Where matches can begin. */
  readonly sites: SiteRule;
  /** Which exclusions apply, by index. */
  readonly exclusions: readonly number[];
  /** Its hotwords among all words, where its candidates are found by them; else empty. */
  readonly hotwordWords: readonly number[];
}

type RoutedPattern = Omit<PreparedPattern, "hotwordWords">;

const NONE: readonly number[] = [];

/** An exclusion whose words and expression are folded. */
export type PreparedExclusion =
  | { readonly kind: "exact"; readonly words: readonly string[] }
  | { readonly kind: "proximity"; readonly words: readonly string[]; readonly windowBytes: number }
  | { readonly kind: "value"; readonly regex: string; readonly suppress: boolean };

/** Indexes of the patterns that a word admits: as what their matches hold, and as a hotword. */
export interface Admits {
  readonly literal: readonly number[];
  /** For each of `literal`, what may stand around the word, by index. */
  readonly gates: readonly number[];
  readonly hotword: readonly number[];
}

/**
 * All of the work that loading rules takes, done: plain data, which can be kept in a file or handed to another thread, and
 * of which `rulesetOf` makes a ruleset.
 */
export interface PreparedRules {
  readonly patterns: readonly PreparedPattern[];
  readonly exclusions: readonly PreparedExclusion[];
  readonly tables: WordTables;
  /** For each word of the tables, the patterns that it admits. */
  readonly admits: readonly Admits[];
  /** What may stand around words, each way once. */
  readonly gates: readonly Gate[];
  /** Indexes of the patterns that search everything. */
  readonly fullSearch: readonly number[];
  /** Indexes of the patterns that their hotwords alone admit. */
  readonly hotwordSearch: readonly number[];
  /** The word that every canary's token begins with. */
  readonly canaryWord: number;
}

function prepareExclusion(exclusion: Exclusion): PreparedExclusion {
  if (exclusion.type === "regex") {
    return { kind: "value", regex: foldRegex(exclusion.pattern), suppress: exclusion.suppress };
  }
  const words = [...new Set(exclusion.words.flatMap(foldWord))];
  return exclusion.match_type === "exact"
    ? { kind: "exact", words }
    : { kind: "proximity", words, windowBytes: exclusion.window };
}

/** The folded forms of lists of words; patterns with the same list share one. */
function wordLists(): (words: readonly string[]) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (words) => {
    const key = words.join("\n");
    const folded = known.get(key) ?? [...new Set(words.flatMap(foldWord))];
    known.set(key, folded);
    return folded;
  };
}

function preparePatterns(
  patterns: readonly Pattern[],
  exclusions: readonly Exclusion[],
): RoutedPattern[] {
  const foldWords = wordLists();
  const byName = new Map<string, number[]>();
  for (const [at, { applies_to }] of exclusions.entries())
    byName.set(applies_to, [...(byName.get(applies_to) ?? []), at]);
  const everywhere = byName.get("*") ?? [];
  const prepare = (pattern: Pattern): RoutedPattern => {
    const regex = foldRegex(pattern.regex);
    const ast = parseRegex(regex);
    const needs = needsOf(ast, pattern.validator);
    return { ...fieldsOf(pattern), regex, needs, ...routingOf(pattern, ast) };
  };
  const fieldsOf = (pattern: Pattern) => ({
    name: pattern.name,
    category: pattern.category,
    severity: pattern.severity,
    scoreWeight: pattern.score_weight,
    hotwords: foldWords(pattern.hotwords),
    hotwordWindowBytes: pattern.hotword_window,
    hotwordBoost: pattern.hotword_boost,
    requireHotword: pattern.require_hotword,
    entropyMin: pattern.entropy_min,
    minMatches: pattern.min_matches,
    validator: pattern.validator,
    exclusions: [...everywhere, ...(byName.get(pattern.name) ?? [])],
  });
  return patterns.map(prepare);
}

/** Gates, each once. */
function gateTable() {
  const all: Gate[] = [];
  const known = new Map<string, number>();
  return {
    all,
    indexOf: (gate: Gate = OPEN_GATE): number => {
      const key = gate.join();
      const index = known.get(key) ?? all.push(gate) - 1;
      known.set(key, index);
      return index;
    },
  };
}

/** Prepares patterns and exclusions that `checkPattern` and `checkExclusion` found without fault. */
export function prepareRules(
  patterns: readonly Pattern[],
  exclusions: readonly Exclusion[],
): PreparedRules {
  const prepared = preparePatterns(patterns, exclusions);
  const admits = new Map<string, { literal: number[]; gates: number[]; hotword: number[] }>();
  const admittedBy = (word: string) => {
    const known = admits.get(word) ?? { literal: [], gates: [], hotword: [] };
    admits.set(word, known);
    return known;
  };
  const gates = gateTable();
  for (const [index, { regex, route, hotwords }] of prepared.entries()) {
    const { place } = route;
    const ast = place && parseRegex(regex);
    for (const word of new Set(route.literals)) {
      const admitted = admittedBy(word);
      admitted.literal.push(index);
      admitted.gates.push(gates.indexOf(ast && gateOf(ast, place, word)));
    }
    if (route.kind === "hotwords")
      for (const word of new Set(hotwords)) admittedBy(word).hotword.push(index);
  }
  // Every automaton knows the canaries' prefix, so that a canary planted later needs no new one.
  const canaryLiteral = CANARY_PREFIX.toLowerCase();
  admittedBy(canaryLiteral);
  const words = [...admits.keys()];
  const wordIndex = new Map(words.map((word, index) => [word, index]));
  const hotwordWords = ({ route, hotwords }: RoutedPattern): readonly number[] =>
    route.kind === "hotwords" ? hotwords.flatMap((word) => wordIndex.get(word) ?? []) : NONE;
  const indexesOf = (kind: Route["kind"]): number[] =>
    [...prepared.keys()].filter((index) => {
      const pattern = prepared[index];
      return pattern?.route.kind === kind && pattern.sites.kind !== "literal";
    });
  return {
    patterns: prepared.map((each) => ({ ...each, hotwordWords: hotwordWords(each) })),
    exclusions: exclusions.map(prepareExclusion),
    tables: buildTables(words),
    admits: [...admits.values()],
    gates: gates.all,
    fullSearch: indexesOf("full"),
    hotwordSearch: indexesOf("hotwords"),
    canaryWord: words.indexOf(canaryLiteral),
  };
}

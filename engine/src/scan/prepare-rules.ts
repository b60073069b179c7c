import type { Exclusion, Pattern } from "@weir/schema";
import { finish } from "../steps.ts";
import { plainSpelling, spellOut } from "./spellings.ts";
import type { Steps } from "../steps.ts";
import { CANARY_PREFIX } from "./canary-token.ts";
import type { Route } from "./route.ts";
import { routeRules } from "./route-rules.ts";
import type { RoutedPattern, RoutedRules } from "./route-rules.ts";
import { buildTablesInSteps } from "./word-tables.ts";
import type { WordTables } from "./word-tables.ts";

/** A pattern whose hotwords are numbered. */
export interface PreparedPattern extends RoutedPattern {
  /** Its hotwords among all words, where its candidates are found by them; else empty. */
  readonly hotwordWords: readonly number[];
}

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
export interface PreparedRules extends RoutedRules {
  readonly patterns: readonly PreparedPattern[];
  readonly tables: WordTables;
  /** For each word of the tables, the patterns that it admits. */
  readonly admits: readonly Admits[];
  /** Indexes of the patterns that search everything. */
  readonly fullSearch: readonly number[];
  /** Indexes of the patterns that their hotwords alone admit. */
  readonly hotwordSearch: readonly number[];
  /** The word that every canary's token begins with. */
  readonly canaryWord: number;
}

const NONE: readonly number[] = [];

const CANARY_WORD = plainSpelling(CANARY_PREFIX.toLowerCase());

/** The words of all patterns, numbered in this order, and what each of them admits. */
function admitsOf(patterns: readonly RoutedPattern[]): Map<string, Admits> {
  const admits = new Map<string, { literal: number[]; gates: number[]; hotword: number[] }>();
  const admittedBy = (word: string) => {
    const known = admits.get(word) ?? { literal: [], gates: [], hotword: [] };
    admits.set(word, known);
    return known;
  };
  for (const [index, { route, gates, hotwords }] of patterns.entries()) {
    for (const [i, word] of route.literals.entries()) {
      const admitted = admittedBy(plainSpelling(word));
      const gate = gates[i] ?? 0;
      // Two literals of a pattern may differ in what is between their words alone.
      const isOwn = admitted.literal.at(-1) === index;
      if (isOwn && admitted.gates.includes(gate, admitted.literal.indexOf(index))) continue;
      admitted.literal.push(index);
      admitted.gates.push(gate);
    }
    if (route.kind === "hotwords")
      for (const word of new Set(hotwords)) admittedBy(word).hotword.push(index);
  }
  // Every automaton knows the canaries' prefix, so that a canary planted later needs no new one.
  admittedBy(CANARY_WORD);
  return admits;
}

/** Gathers the words of routed rules and builds their tables. Linear in the words, some 60 ms for the shipped rules. */
export function* indexRulesInSteps({
  patterns: routed,
  exclusions,
  gates,
}: RoutedRules): Steps<PreparedRules> {
  const spelled = spellOut();
  const patterns = routed.map((each) => ({ ...each, hotwords: spelled(each.hotwords) }));
  const admits = admitsOf(patterns);
  yield;
  const words = [...admits.keys()];
  const wordIndex = new Map(words.map((word, index) => [word, index]));
  const hotwordWords = ({ route, hotwords }: RoutedPattern): readonly number[] =>
    route.kind === "hotwords" ? hotwords.flatMap((word) => wordIndex.get(word) ?? []) : NONE;
  const indexesOf = (kind: Route["kind"]): number[] =>
    [...patterns.keys()].filter((index) => {
      const pattern = patterns[index];
      return pattern?.route.kind === kind && pattern.sites.kind !== "literal";
    });
  const tables = yield* buildTablesInSteps(words);
  yield;
  return {
    patterns: patterns.map((each) => ({ ...each, hotwordWords: hotwordWords(each) })),
    exclusions,
    gates,
    tables,
    admits: [...admits.values()],
    fullSearch: indexesOf("full"),
    hotwordSearch: indexesOf("hotwords"),
    canaryWord: words.indexOf(CANARY_WORD),
  };
}

/** The same at once. */
export const indexRules = (rules: RoutedRules): PreparedRules => finish(indexRulesInSteps(rules));

/** Prepares patterns and exclusions that `checkPattern` and `checkExclusion` found without fault. */
export function prepareRules(
  patterns: readonly Pattern[],
  exclusions: readonly Exclusion[],
): PreparedRules {
  return indexRules(routeRules(patterns, exclusions));
}

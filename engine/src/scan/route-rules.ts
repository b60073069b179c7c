import type { Category, Exclusion, Pattern, Severity, ValidatorName } from "@weir/schema";
import { gateOf, OPEN_GATE } from "../regex/gate.ts";
import type { Gate } from "../regex/gate.ts";
import { parseRegex } from "../regex/parse.ts";
import { foldRegex, foldWord } from "./fold-rules.ts";
import type { Route } from "./route.ts";
import { needsOf } from "./needs.ts";
import type { Needs } from "./needs.ts";
import { routingOf } from "./routing.ts";
import type { SiteRule } from "./sites.ts";
import { plainSpelling } from "./spellings.ts";

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
export interface RoutedPattern extends PatternFacts {
  readonly regex: string;
  readonly needs: Needs;
  readonly route: Route;
  /** Where matches can begin. */
  readonly sites: SiteRule;
  /** Which exclusions apply, by index. */
  readonly exclusions: readonly number[];
  /** For each literal of the route, what may stand around it, by index. */
  readonly gates: readonly number[];
}

/** An exclusion whose words and expression are folded. */
export type PreparedExclusion =
  | { readonly kind: "exact"; readonly words: readonly string[] }
  | { readonly kind: "proximity"; readonly words: readonly string[]; readonly windowBytes: number }
  | { readonly kind: "value"; readonly regex: string; readonly suppress: boolean };

/** What can be told of rules one by one: plain data, and the least of which a ruleset is made in a moment. */
export interface RoutedRules {
  readonly patterns: readonly RoutedPattern[];
  readonly exclusions: readonly PreparedExclusion[];
  /** What may stand around words, each way once. */
  readonly gates: readonly Gate[];
}

function prepareExclusion(exclusion: Exclusion): PreparedExclusion {
  if (exclusion.type === "regex") {
    return { kind: "value", regex: foldRegex(exclusion.pattern), suppress: exclusion.suppress };
  }
  const words = [...new Set(exclusion.words.flatMap(foldWord))];
  return exclusion.match_type === "exact"
    ? { kind: "exact", words }
    : { kind: "proximity", words: words.map(plainSpelling), windowBytes: exclusion.window };
}

/** The folded forms of lists of words; patterns with the same list share one. */
function wordLists(): (words: readonly string[]) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (words) => {
    const key = words.join("\n");
    const folded = known.get(key) ?? [...new Set(words.flatMap(foldWord))].toSorted();
    known.set(key, folded);
    return folded;
  };
}

function routePatterns(
  patterns: readonly Pattern[],
  exclusions: readonly Exclusion[],
  gateIndex: (gate: Gate | undefined) => number,
): RoutedPattern[] {
  const foldWords = wordLists();
  const byName = new Map<string, number[]>();
  for (const [at, { applies_to }] of exclusions.entries())
    byName.set(applies_to, [...(byName.get(applies_to) ?? []), at]);
  const everywhere = byName.get("*") ?? [];
  const prepare = (pattern: Pattern): RoutedPattern => {
    const regex = foldRegex(pattern.regex);
    const ast = parseRegex(regex);
    const { route, sites } = routingOf(pattern, ast);
    const { place, literals } = route;
    return {
      ...factsOf(pattern),
      regex,
      route,
      sites,
      needs: needsOf(ast, pattern.validator),
      gates: literals.map((word) => gateIndex(place && gateOf(ast, place, word))),
    };
  };
  const factsOf = (pattern: Pattern) => ({
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

/** Gates, each once, behind those that are `known` already. */
function gateTable(given: readonly Gate[] = []) {
  const all = [...given];
  const known = new Map(given.map((gate, index) => [gate.join(), index]));
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

/** Routes patterns and exclusions that `checkPattern` and `checkExclusion` found without fault. O(expressions). */
export function routeRules(
  patterns: readonly Pattern[],
  exclusions: readonly Exclusion[],
): RoutedRules {
  const { all, indexOf } = gateTable();
  return {
    patterns: routePatterns(patterns, exclusions, indexOf),
    exclusions: exclusions.map(prepareExclusion),
    gates: all,
  };
}

/**
 * Rules with other patterns in place of those of the same name, and new ones behind all; `exclusions` are those that the rules
 * were routed with. The same as all of them routed together, in the time that the changed ones take.
 */
export function withPatterns(
  rules: RoutedRules,
  changed: readonly Pattern[],
  exclusions: readonly Exclusion[],
): RoutedRules {
  const { all, indexOf } = gateTable(rules.gates);
  const routed = routePatterns(changed, exclusions, indexOf);
  const byName = new Map([...rules.patterns, ...routed].map((each) => [each.name, each]));
  return { patterns: [...byName.values()], exclusions: rules.exclusions, gates: all };
}

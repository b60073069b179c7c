import { serialize } from "node:v8";
import type { PreparedRules } from "@weir/engine";

/** Answers of equal values the first one. */
function firstOfEquals<T>(): (value: T) => T {
  const known = new Map<string, T>();
  return (value) => {
    const key = serialize(value).toString("latin1");
    const first = known.get(key) ?? value;
    known.set(key, first);
    return first;
  };
}

/**
 * The same rules, of whose parts equal ones are one: what is written of them is written once, and is one in memory when it is
 * read. Linear in the rules, some 0.2 s for the shipped ones.
 */
export function withEqualPartsOnce({ patterns, admits, ...rest }: PreparedRules): PreparedRules {
  const numbers = firstOfEquals<readonly number[]>();
  const words = firstOfEquals<readonly string[]>();
  const needs = firstOfEquals<PreparedRules["patterns"][number]["needs"]>();
  const sites = firstOfEquals<PreparedRules["patterns"][number]["sites"]>();
  const admitted = firstOfEquals<PreparedRules["admits"][number]>();
  return {
    ...rest,
    patterns: patterns.map((each) => ({
      ...each,
      hotwords: words(each.hotwords),
      exclusions: numbers(each.exclusions),
      needs: needs(each.needs),
      route: { ...each.route, literals: words(each.route.literals) },
      sites: sites(each.sites),
      gates: numbers(each.gates),
      hotwordWords: numbers(each.hotwordWords),
    })),
    admits: admits.map(({ literal, gates, hotword }) =>
      admitted({ literal: numbers(literal), gates: numbers(gates), hotword: numbers(hotword) }),
    ),
  };
}

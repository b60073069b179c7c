import { checkExclusion, patternFaults } from "@weir/engine";
import { Exclusion, ExclusionFile, parse, Pattern, PatternFile } from "@weir/schema";
import { withShipped } from "./overrides.ts";
import type { ShippedPatterns } from "./overrides.ts";
import { entriesOf, entryFault, entryLabel, shapeFault } from "./rule-faults.ts";
import type { FileFault } from "./rule-faults.ts";

/** What a rule file holds and everything that is wrong with it. */
export interface ParsedRules<T> {
  /** The entries without a fault of their own. */
  readonly entries: readonly T[];
  /** The places of the entries in the file, from 0. */
  readonly places: readonly number[];
  readonly faults: readonly FileFault[];
}

const wrap = (data: unknown, list: "patterns" | "exclusions"): unknown =>
  Array.isArray(data) ? { [list]: data } : data;

/** The data with its list replaced. */
const withList = (data: unknown, list: "patterns", entries: readonly unknown[]): unknown => {
  const whole = wrap(data, list);
  if (typeof whole !== "object" || whole === null || !(list in whole)) return whole;
  return Array.isArray(Reflect.get(whole, list)) ? { ...whole, [list]: entries } : whole;
};

/** An entry of the right shape and its place in the file. */
interface Placed<T> {
  readonly index: number;
  readonly entry: T;
}

function duplicateFaults(patterns: readonly Placed<Pattern>[]): FileFault[] {
  const first = new Map<string, string>();
  return patterns.flatMap(({ index, entry }) => {
    const known = first.get(entry.name);
    if (known === undefined) {
      first.set(entry.name, entryLabel("patterns", index, entry));
      return [];
    }
    const problem = `is the name of ${known} already; give it another one`;
    return [entryFault("patterns", index, entry, { field: "name", problem })];
  });
}

function withoutFaults<T>(
  placed: readonly Placed<T>[],
  faults: readonly FileFault[],
): ParsedRules<T> {
  const faulty = new Set(faults.map(({ index }) => index));
  const good = placed.filter(({ index }) => !faulty.has(index));
  const places = good.map(({ index }) => index);
  return { entries: good.map(({ entry }) => entry), places, faults };
}

/**
 * Checks a file of patterns: its shape, its names, its expressions, literals and costs. Tells every fault at once. Entries
 * of a local file are held against the `shipped` patterns, and change those whose names they have.
 */
export function parsePatterns(data: unknown, shipped?: ShippedPatterns): ParsedRules<Pattern> {
  const raw = entriesOf(data, "patterns");
  const held = raw.map((entry) =>
    shipped === undefined ? { entry, faults: [] } : withShipped(entry, shipped),
  );
  const whole = parse(
    PatternFile,
    withList(
      data,
      "patterns",
      held.map(({ entry }) => entry),
    ),
  );
  const faults = whole.ok ? [] : whole.faults.map((fault) => shapeFault("patterns", raw, fault));
  const placed = held.flatMap(({ entry }, index): Placed<Pattern>[] => {
    const parsed = parse(Pattern, entry);
    return parsed.ok ? [{ index, entry: parsed.value }] : [];
  });
  faults.push(
    ...held.flatMap((entry, index) =>
      entry.faults.map((fault) => entryFault("patterns", index, entry.entry, fault)),
    ),
    ...duplicateFaults(placed),
    ...placed.flatMap(({ index, entry }) =>
      (held[index]?.faults.length === 0 ? patternFaults(entry) : []).map((fault) =>
        entryFault("patterns", index, entry, fault),
      ),
    ),
  );
  return withoutFaults(placed, faults);
}

/** Reads a file of patterns that is as it was shipped: the build checked its expressions, which takes a while. */
export function parseShippedPatterns(data: unknown): ParsedRules<Pattern> {
  const whole = parse(PatternFile, wrap(data, "patterns"));
  if (!whole.ok) return parsePatterns(data);
  const { patterns } = whole.value;
  return { entries: patterns, places: [...patterns.keys()], faults: [] };
}

/**
 * Checks a file of exclusions; `names` are the patterns that they may apply to. Tells every fault at once. Where the file
 * `isOfOthers`, written for other patterns, an exclusion that applies to none of these is left out; else it is a fault.
 */
export function parseExclusions(
  data: unknown,
  names: ReadonlySet<string>,
  isOfOthers = false,
): ParsedRules<Exclusion> {
  const raw = entriesOf(data, "exclusions");
  const whole = parse(ExclusionFile, wrap(data, "exclusions"));
  const faults = whole.ok ? [] : whole.faults.map((fault) => shapeFault("exclusions", raw, fault));
  const placed: Placed<Exclusion>[] = [];
  for (const [index, entry] of raw.entries()) {
    const parsed = parse(Exclusion, entry);
    if (!parsed.ok) continue;
    const { applies_to: name } = parsed.value;
    if (isOfOthers && name !== "*" && !names.has(name)) continue;
    placed.push({ index, entry: parsed.value });
    const found = checkExclusion(parsed.value, names);
    faults.push(...found.map((fault) => entryFault("exclusions", index, entry, fault)));
  }
  return withoutFaults(placed, faults);
}

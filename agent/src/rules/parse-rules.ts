import { checkExclusion, checkPattern } from "@weir/engine";
import { Exclusion, ExclusionFile, parse, Pattern, PatternFile } from "@weir/schema";
import { entriesOf, entryFault, entryLabel, shapeFault } from "./rule-faults.ts";

/** The good entries of a file and everything that is wrong with it; the entries count only where no fault is left. */
export interface ParsedRules<T> {
  readonly entries: readonly T[];
  readonly faults: readonly string[];
}

const wrap = (data: unknown, list: "patterns" | "exclusions"): unknown =>
  Array.isArray(data) ? { [list]: data } : data;

/** An entry of the right shape and its place in the file. */
interface Placed<T> {
  readonly label: string;
  readonly entry: T;
}

function duplicateFaults(patterns: readonly Placed<Pattern>[]): string[] {
  const firstLabel = new Map<string, string>();
  const faults: string[] = [];
  for (const { label, entry } of patterns) {
    const first = firstLabel.get(entry.name);
    if (first === undefined) firstLabel.set(entry.name, label);
    else faults.push(`${label} name: is the name of ${first} already; give it another one`);
  }
  return faults;
}

/** The entries of the right shape, each with its place; the rest of the file may be faulty. */
function placePatterns(raw: readonly unknown[]): Placed<Pattern>[] {
  return raw.flatMap((entry, index) => {
    const parsed = parse(Pattern, entry);
    return parsed.ok ? [{ label: entryLabel("patterns", index, entry), entry: parsed.value }] : [];
  });
}

/** Checks a file of patterns: its shape, its names, its expressions and prefixes. Tells every fault at once. */
export function parsePatterns(data: unknown): ParsedRules<Pattern> {
  const raw = entriesOf(data, "patterns");
  const whole = parse(PatternFile, wrap(data, "patterns"));
  const faults = whole.ok ? [] : whole.faults.map((fault) => shapeFault("patterns", raw, fault));
  const placed = placePatterns(raw);
  faults.push(...duplicateFaults(placed));
  for (const { label, entry } of placed) {
    faults.push(...checkPattern(entry).map((fault) => entryFault(label, fault)));
  }
  return { entries: placed.map(({ entry }) => entry), faults };
}

/** Reads a file of patterns that is as it was shipped: the build checked its expressions, which takes a while. */
export function parseShippedPatterns(data: unknown): ParsedRules<Pattern> {
  const whole = parse(PatternFile, wrap(data, "patterns"));
  return whole.ok ? { entries: whole.value.patterns, faults: [] } : parsePatterns(data);
}

/** Checks a file of exclusions; `names` are the patterns that they may apply to. Tells every fault at once. */
export function parseExclusions(data: unknown, names: ReadonlySet<string>): ParsedRules<Exclusion> {
  const raw = entriesOf(data, "exclusions");
  const whole = parse(ExclusionFile, wrap(data, "exclusions"));
  const faults = whole.ok ? [] : whole.faults.map((fault) => shapeFault("exclusions", raw, fault));
  const entries: Exclusion[] = [];
  for (const [index, entry] of raw.entries()) {
    const parsed = parse(Exclusion, entry);
    if (!parsed.ok) continue;
    entries.push(parsed.value);
    const label = entryLabel("exclusions", index, entry);
    faults.push(...checkExclusion(parsed.value, names).map((fault) => entryFault(label, fault)));
  }
  return { entries, faults };
}

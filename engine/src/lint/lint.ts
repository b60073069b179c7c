import type { Pattern } from "@weir/schema";
import { fold } from "../scan/fold.ts";
import { compileAlone, exampleFindings } from "./check-examples.ts";
import type { LintSetting } from "./check-examples.ts";
import { lintFields } from "./field-remarks.ts";
import type { LintFinding } from "./finding.ts";
import { nearMissFindings } from "./near-misses.ts";
import { lintOverlaps } from "./overlaps.ts";
import { patternFaults } from "./pattern-faults.ts";

const spelling = (name: string): string => fold(name).text.toLowerCase();

/** All that decides what a pattern finds. */
const essence = (pattern: Pattern): string => {
  const { regex, prefix, anchor, validator, hotwords, require_hotword, min_matches } = pattern;
  const words = hotwords.toSorted();
  return JSON.stringify([regex, prefix, anchor, validator, words, require_hotword, min_matches]);
};

/** Patterns that are another one under a second name, or whose name is another's in another spelling. */
function lintDuplicates(patterns: readonly Pattern[], beside: readonly Pattern[]): LintFinding[] {
  const names = new Map(beside.map(({ name }) => [spelling(name), name]));
  const finds = new Map(beside.map((pattern) => [essence(pattern), pattern.name]));
  return patterns.flatMap((pattern, index) => {
    const place = { index, pattern: pattern.name, kind: "duplicate", level: "fault" } as const;
    const found: LintFinding[] = [];
    const alike = names.get(spelling(pattern.name));
    if (alike !== undefined) {
      const problem = `is the name of "${alike}" in another spelling, and people can't tell them apart; give it another one`;
      found.push({ ...place, field: "name", problem });
    }
    const same = finds.get(essence(pattern));
    if (same !== undefined) {
      const problem = `finds exactly what "${same}" finds; drop one of the two`;
      found.push({ ...place, field: "regex", problem });
    }
    names.set(spelling(pattern.name), pattern.name);
    finds.set(essence(pattern), pattern.name);
    return found;
  });
}

/** What the lint is asked about. */
export interface LintRequest extends LintSetting {
  readonly patterns: readonly Pattern[];
  /** Patterns in force beside them, which are not looked at for themselves. */
  readonly beside?: readonly Pattern[];
  /** Shipped patterns: one with the name of a pattern is overridden by it, and gave it what it leaves out. */
  readonly shipped?: readonly Pattern[];
  /** Are the examples left to `lintExamples`? */
  readonly skipsExamples?: boolean;
  /** Is only what is faulty wanted? Remarks take most of the time. */
  readonly skipsRemarks?: boolean;
}

const byPlace = (a: LintFinding, b: LintFinding): number =>
  Number(a.level === "remark") - Number(b.level === "remark") || a.index - b.index;

/**
 * Everything that can be said of patterns of the right shape before they are used, faults first. Pure and the same every
 * time: templates are filled from seeds, and cost is counted in steps. Patterns that would be refused are told and left
 * out of what needs them to work. About 10 ms for each pattern.
 */
export function lintRules(request: LintRequest): LintFinding[] {
  const { patterns, beside = [], policy, skipsExamples = false, skipsRemarks = false } = request;
  const shipped = new Map(request.shipped?.map((pattern) => [pattern.name, pattern]));
  const invalid: LintFinding[] = patterns.flatMap((pattern, index) =>
    patternFaults(pattern).map((fault) => {
      return { ...fault, index, pattern: pattern.name, level: "fault" as const };
    }),
  );
  const broken = new Set(invalid.filter(({ kind }) => kind !== "slow").map(({ index }) => index));
  const places = [...patterns.keys()].filter((index) => !broken.has(index));
  const working = places.flatMap((index) => patterns[index] ?? []);
  const found = [
    ...lintDuplicates(working, beside),
    ...lintFields(working, policy),
    ...working.flatMap((pattern, index) => {
      const ruleset = compileAlone(pattern, request);
      const own = skipsExamples
        ? []
        : exampleFindings(pattern, index, ruleset, request, shipped.get(pattern.name));
      return skipsRemarks ? own : [...own, ...nearMissFindings(pattern, index, ruleset, policy)];
    }),
    ...(skipsRemarks ? [] : lintOverlaps(working, beside, request)),
  ].map((finding) => ({ ...finding, index: places[finding.index] ?? finding.index }));
  return [...invalid, ...found]
    .filter(({ level }) => !skipsRemarks || level === "fault")
    .toSorted(byPlace);
}

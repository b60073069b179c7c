import type { Pattern } from "@weir/schema";
import { compileRuleset } from "../scan/ruleset.ts";
import { scan } from "../scan/scan.ts";
import type { JudgedFinding } from "../scan/score.ts";
import { compareFindings, isGeneric, leadOf } from "../scan/verdict.ts";
import { fillOf } from "./check-examples.ts";
import type { LintSetting } from "./check-examples.ts";
import type { LintFinding } from "./finding.ts";

/** What decides between two findings, in the order in which `compareFindings` asks. */
const REASONS: readonly ((winner: JudgedFinding, loser: JudgedFinding) => string | undefined)[] = [
  (a, b) => (a.score > b.score ? `its score is higher, ${a.score} to ${b.score}` : undefined),
  (a, b) => (a.severity === b.severity ? undefined : `it is ${a.severity}, not ${b.severity}`),
  (a, b) =>
    a.finding.origin.start < b.finding.origin.start ? "its value begins earlier" : undefined,
  (a, b) => (a.terms.scoreWeight > b.terms.scoreWeight ? "its score_weight is higher" : undefined),
  (a, b) => (!isGeneric(a) && isGeneric(b) ? "it knows whose secret it is" : undefined),
  (a, b) => (leadOf(a) > leadOf(b) ? "its match begins farther before the value" : undefined),
];

function reasonOf(winner: JudgedFinding, loser: JudgedFinding): string {
  return (
    REASONS.map((reason) => reason(winner, loser)).find((reason) => reason !== undefined) ??
    "it stands before it in the rules"
  );
}

/** What another pattern does on a pattern's examples. */
interface Rival {
  readonly name: string;
  met: number;
  won: number;
  reason: string;
}

/** The examples of one pattern, scanned with all patterns. */
interface Tally {
  examples: number;
  /** Examples that are reported under the pattern's own name. */
  own: number;
  readonly rivals: Map<string, Rival>;
}

const overlapsWith = (a: JudgedFinding, b: JudgedFinding): boolean =>
  a.finding.origin.start < b.finding.origin.end && b.finding.origin.start < a.finding.origin.end;

function addExample(tally: Tally, name: string, findings: readonly JudgedFinding[]): void {
  const blocking = findings.filter(({ blocks }) => blocks).toSorted(compareFindings);
  const own = blocking.find(({ finding }) => finding.pattern.name === name);
  if (own === undefined) return;
  tally.examples++;
  if (blocking[0] === own) tally.own++;
  const met = new Set<string>();
  for (const other of blocking) {
    const { name: rivalName } = other.finding.pattern;
    if (rivalName === name || met.has(rivalName) || !overlapsWith(own, other)) continue;
    met.add(rivalName);
    const unmet = { name: rivalName, met: 0, won: 0, reason: "" };
    const rival = tally.rivals.get(rivalName) ?? unmet;
    const won = blocking.indexOf(other) < blocking.indexOf(own);
    rival.met++;
    if (won) rival.won++;
    if (rival.reason === "" || (won && rival.won === 1)) {
      rival.reason = won ? reasonOf(other, own) : reasonOf(own, other);
    }
    tally.rivals.set(rivalName, rival);
  }
}

/** Rivals named in one remark. */
const MAX_NAMED = 3;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => `"${name}"`);
  const left = names.length - shown.length;
  return shown.join(", ") + (left > 0 ? ` and ${left} more` : "");
}

/** What is said of rivals: each that takes the name by itself, the others in one line. */
function overlapProblems(rivals: readonly Rival[], examples: number): string[] {
  const beaten = rivals.filter(({ won }) => won === 0).toSorted((a, b) => b.met - a.met);
  const problems = rivals
    .filter(({ won }) => won > 0)
    .map(
      ({ name, met, won, reason }) =>
        `"${name}" blocks ${met} of the ${examples} too, and its name is shown for ${won} (${reason}); raise the score_weight of the narrower one`,
    );
  const [first] = beaten;
  if (first !== undefined) {
    const names = listed(beaten.map(({ name }) => name));
    problems.push(`${names} blocks some too; this pattern's name is shown (${first.reason})`);
  }
  return problems;
}

function findingsOf(
  pattern: Pattern,
  index: number,
  { examples, own, rivals }: Tally,
): LintFinding[] {
  const place = { index, pattern: pattern.name, field: "examples", level: "remark" } as const;
  const all = [...rivals.values()];
  const overlaps = overlapProblems(all, examples).map((problem) => {
    return { ...place, kind: "overlap" as const, problem };
  });
  if (examples === 0 || own > 0) return overlaps;
  const winners = listed(all.filter(({ won }) => won > 0).map(({ name }) => name));
  const problem = `never shown under its own name: ${winners} takes every example; drop it, or raise its score_weight`;
  return [{ ...place, kind: "shadowed", problem }, ...overlaps];
}

/**
 * Scans the examples of the patterns with all of them and with those beside them at once, and tells which patterns block
 * the same values, whose name is shown, and why. O(examples), each a scan with every pattern.
 */
export function lintOverlaps(
  patterns: readonly Pattern[],
  beside: readonly Pattern[],
  { exclusions, policy }: LintSetting,
): LintFinding[] {
  const ruleset = compileRuleset([...beside, ...patterns], exclusions);
  return patterns.flatMap((pattern, index) => {
    const tally: Tally = { examples: 0, own: 0, rivals: new Map() };
    for (const [at, template] of (pattern.examples ?? []).entries()) {
      const text = fillOf(pattern, "examples", at, template);
      if (text !== undefined) addExample(tally, pattern.name, scan(ruleset, policy, text).findings);
    }
    return findingsOf(pattern, index, tally);
  });
}

import { findCandidates } from "./candidates.ts";
import { isEmpty } from "./classify.ts";
import { correlate, dropSettled, nextTail } from "./correlate.ts";
import { dropOrganisations } from "./organisations.ts";
import { dropPlaceholders } from "./drop-placeholders.ts";
import { checkExclusions } from "./exclusions.ts";
import type { Finding } from "./finding.ts";
import { groupByPattern } from "./group-by-pattern.ts";
import { hasHotword, isHeadedOnly, nearWords } from "./hotwords.ts";
import { countDistinct, dropOverjoined } from "./joined-findings.ts";
import { memoise } from "./memoise.ts";
import { normalise } from "./normalise.ts";
import { dropPublicExamples } from "./public-examples.ts";
import { revalidate } from "./revalidate.ts";
import type { Ruleset } from "./ruleset.ts";
import { scoreFinding } from "./score.ts";
import type { JudgedFinding, ScanPolicy } from "./score.ts";
import { contentSection } from "./section.ts";
import type { Section } from "./section.ts";
import { judge } from "./verdict.ts";
import type { Verdict } from "./verdict.ts";

/**
 * The steps of a scan by the numbers of the specification (3). They are taken in this order, but for exclusions, which come before
 * hotwords: what a rule suppresses is no finding, so the hotword beside it must not count for the others of its pattern.
 */
export const STEPS = [
  "normalise",
  "correlate",
  "classify",
  "candidates",
  "revalidate",
  "public_examples",
  "placeholders",
  "hotwords",
  "entropy",
  "exclusions",
  "threshold",
] as const;

export type Step = (typeof STEPS)[number];

/** Told after each step, as long as there is something to look at, how many things it left over: sections, candidates or findings. Never what they are. */
export type OnStep = (step: Step, count: number) => void;

/** What a scan takes beside rules, policy and content. */
export interface ScanOptions {
  /** What `tail` of the session's last scan was; empty for none. */
  readonly tail?: string;
  readonly onStep?: OnStep;
}

/** A verdict, the findings behind it, and what the session's next scan needs of this one. */
export interface ScanResult extends Verdict {
  /** Every finding that was scored, blocking or not. */
  readonly findings: readonly JudgedFinding[];
  readonly tail: string;
}

const NOTHING: Verdict = { blocked: false, patternName: "", score: 0 };

/** Each value and place once, with the most that one of the readings in which it was met made of it. */
function bestOfReadings(judged: readonly JudgedFinding[]): JudgedFinding[] {
  const best = new Map<string, JudgedFinding>();
  for (const each of judged) {
    const { origin, value } = each.finding;
    const key = `${origin.start}:${origin.end}:${value.text}`;
    const known = best.get(key);
    if (known === undefined || each.score > known.score) best.set(key, each);
  }
  return [...best.values()];
}

const sizeOf = (groups: readonly (readonly unknown[])[]): number =>
  groups.reduce((sum, { length }) => sum + length, 0);

/** A finding with what the exclusions say of it. */
interface Excluded {
  readonly finding: Finding;
  readonly exclusion: Exclude<ReturnType<typeof checkExclusions>, "suppress-entirely">;
}

/** A finding, and whether a hotword is near. */
type Marked = Excluded & { readonly hotword: boolean };

/** Step 9 for one pattern's findings. */
function scorePattern(marked: readonly Marked[], policy: ScanPolicy): JudgedFinding[] {
  const distinctValues = countDistinct(marked.map(({ finding }) => finding));
  if (distinctValues < (marked[0]?.finding.pattern.minMatches ?? 1)) return [];
  const patternHotword = marked.some(({ hotword }) => hotword);
  const judged = marked.map(({ finding, exclusion, hotword }) =>
    scoreFinding(finding, { hotword, exclusion, patternHotword, distinctValues }, policy),
  );
  return bestOfReadings(judged);
}

/** Steps 8 to 10. */
function scoreAll(
  findings: readonly Finding[],
  policy: ScanPolicy,
  onStep: OnStep,
): JudgedFinding[] {
  const near = nearWords();
  const kept = groupByPattern(findings).map((group) =>
    group.flatMap((finding): Excluded[] => {
      const exclusion = checkExclusions(finding, near);
      return exclusion === "suppress-entirely" ? [] : [{ finding, exclusion }];
    }),
  ); // 10
  onStep("exclusions", sizeOf(kept));
  const marked = kept.map((group) =>
    group
      .map((entry): Marked => ({ ...entry, hotword: hasHotword(entry.finding, near) }))
      .filter(({ finding, hotword }) => hotword || !isHeadedOnly(finding.pattern)),
  ); // 8
  onStep("hotwords", sizeOf(marked));
  const judged = marked.flatMap((group) => scorePattern(group, policy)); // 9
  onStep("entropy", judged.length);
  return judged;
}

/** Steps 4 to 10 over sections. */
function findAll(
  ruleset: Ruleset,
  policy: ScanPolicy,
  sections: readonly Section[],
  onStep: OnStep,
): JudgedFinding[] {
  const candidates = sections.map((section) => findCandidates(ruleset, section)); // 4
  onStep(
    "candidates",
    candidates.reduce(
      (sum, { starts, canaryStarts }) => sum + starts.size + Math.min(1, canaryStarts.length),
      0,
    ),
  );
  const matched = dropOverjoined(revalidate(ruleset, candidates)); // 5
  onStep("revalidate", matched.length);
  const unknown = dropPublicExamples(matched); // 6
  onStep("public_examples", unknown.length);
  const real = dropOrganisations(dropPlaceholders(unknown)); // 7
  onStep("placeholders", real.length);
  return scoreAll(real, policy, onStep);
}

const ignoreSteps: OnStep = () => undefined;

/** The steps, whose texts keep their bytes meanwhile. */
function scanAll(
  ruleset: Ruleset,
  policy: ScanPolicy,
  content: string,
  { tail = "", onStep = ignoreSteps }: ScanOptions,
): ScanResult {
  const normalised = normalise(content, ruleset.memory); // 1
  onStep("normalise", 1 + normalised.decoded.length);
  const sections = correlate(normalised, tail, ruleset.memory); // 2
  onStep("correlate", sections.length);
  const next = nextTail(normalised, tail);
  if (isEmpty(sections)) return { ...NOTHING, findings: [], tail: next }; // 3
  onStep("classify", sections.length);
  const found = findAll(ruleset, policy, sections, onStep); // 4-10
  const judgeTail = memoise((text: string) =>
    findAll(ruleset, policy, [contentSection(text)], ignoreSteps),
  );
  const findings = dropSettled(found, judgeTail);
  const verdict = judge(findings); // 11
  onStep("threshold", findings.filter(({ blocks }) => blocks).length);
  return { ...verdict, findings, tail: next };
}

/**
 * Scans a content: the eleven steps. Pure; linear in the content; no content makes it throw. The result's
 * `tail` holds content: it belongs in memory alone.
 */
export function scan(
  ruleset: Ruleset,
  policy: ScanPolicy,
  content: string,
  options: ScanOptions = {},
): ScanResult {
  try {
    return scanAll(ruleset, policy, content, options);
  } finally {
    ruleset.memory.clear();
  }
}

import { redact, scan } from "@weir/engine";
import type { RedactResult, Ruleset, ScanPolicy, ScanResult } from "@weir/engine";
import type { RedactAnswer, ScanAnswer } from "@weir/schema";
import type { Clock } from "./clock.ts";
import { timeSteps } from "./scan-timer.ts";
import type { ScanTimes } from "./scan-timer.ts";

/** A content to look at, as plain data. */
export interface Look {
  readonly kind: "scan" | "redact";
  readonly content: string;
  /** What the session's last scan left; empty for none. */
  readonly tail: string;
  readonly policy: ScanPolicy;
  /** Does somebody want to know how long its steps take? */
  readonly isTimed: boolean;
}

/** What a look says, as plain data. `answer` and `tail` hold content: they belong in memory alone. */
export interface Looked {
  /** The body of the route's answer. */
  readonly answer: ScanAnswer | RedactAnswer;
  readonly blocked: boolean;
  /** The canaries that were met, by id, each once. */
  readonly canaries: readonly string[];
  /** What the session's next scan needs of this one. */
  readonly tail: string;
  readonly times: ScanTimes | undefined;
}

/**
 * Looks at a content in another thread. Answers undefined where `gone` aborts before the answer is there; rejects where that
 * thread fails.
 */
export type LookElsewhere = (
  ruleset: Ruleset,
  look: Look,
  gone: AbortSignal,
) => Promise<Looked | undefined>;

/** The canaries among findings, by id, each once. */
export const canariesMet = (findings: ScanResult["findings"]): readonly string[] => [
  ...new Set(findings.flatMap(({ finding }) => finding.pattern.canary?.id ?? [])),
];

const scanAnswer = ({ blocked, patternName, score }: ScanResult): ScanAnswer => ({
  blocked,
  pattern_name: patternName,
  score,
});

const redactAnswer = ({ content, redactions }: RedactResult): RedactAnswer => ({
  redacted: redactions.length > 0,
  content,
  findings: redactions.map(({ patternName, ...redaction }) => ({
    pattern_name: patternName,
    ...redaction,
  })),
});

/** Looks at a content in the thread that calls. Linear in the content. */
export function lookAt(
  ruleset: Ruleset,
  { kind, content, tail, policy, isTimed }: Look,
  clock: Clock,
): Looked {
  const timer = isTimed ? timeSteps(clock) : undefined;
  const options = timer === undefined ? { tail } : { tail, onStep: timer.onStep };
  const redacted = kind === "redact" ? redact(ruleset, policy, content, options) : undefined;
  const result = redacted?.scan ?? scan(ruleset, policy, content, options);
  return {
    answer: redacted === undefined ? scanAnswer(result) : redactAnswer(redacted),
    blocked: result.blocked,
    canaries: canariesMet(result.findings),
    tail: result.tail,
    times: timer?.times(),
  };
}

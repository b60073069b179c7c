import { CANARY_TOKEN_CHARS, isCanaryToken } from "./canary-token.ts";
import type { Finding } from "./finding.ts";
import type { CanaryDetector, Ruleset } from "./ruleset.ts";
import type { Section } from "./section.ts";

/** A planted token: who it is, what it is called, and the text that must not turn up. */
export interface PlantedCanary {
  readonly id: string;
  readonly label: string;
  readonly token: string;
}

/** The largest threshold that can be set, so that a canary blocks by itself whatever the thresholds are. */
const CANARY_SCORE = 100;

const toDetector = ({ id, label, token }: PlantedCanary, index: number): CanaryDetector => ({
  index,
  name: `Canary:${label}`,
  category: "canary",
  severity: "critical",
  scoreWeight: CANARY_SCORE,
  hotwords: [],
  hotwordWindowBytes: 0,
  hotwordBoost: undefined,
  requireHotword: false,
  entropyMin: 0,
  minMatches: 1,
  validator: undefined,
  exclusions: [],
  canary: { id, token },
});

/**
 * The ruleset with these canaries in place of those that it has. Nothing is compiled: every ruleset's automaton knows the
 * tokens' common prefix, and what stands behind it is looked up by hash. O(canaries), whatever the number of patterns.
 * Throws a RangeError for a token that `isCanaryToken` refuses, since it would never be found.
 */
export function withCanaries(ruleset: Ruleset, canaries: readonly PlantedCanary[]): Ruleset {
  const byToken = new Map<string, CanaryDetector>();
  for (const [position, canary] of canaries.entries()) {
    if (!isCanaryToken(canary.token)) throw new RangeError("a canary's token has no token's shape");
    const index = ruleset.patterns.length + position;
    byToken.set(canary.token.toLowerCase(), toDetector(canary, index));
  }
  return { ...ruleset, canaries: byToken };
}

/**
 * The ruleset of someone to whom the tokens are not told: whatever has a token's shape is found, and never blocks. Replaces the
 * canaries that the ruleset has.
 */
export function withTokenShapes(ruleset: Ruleset): Ruleset {
  const none = { id: "", label: "", token: "" };
  // A hotword that it does not have keeps it from blocking.
  const shape = {
    ...toDetector(none, ruleset.patterns.length),
    scoreWeight: 0,
    requireHotword: true,
  };
  const get = (token: string) => (isCanaryToken(token.toUpperCase()) ? shape : undefined);
  return { ...ruleset, canaries: { size: 1, get } };
}

/**
 * The canaries whose tokens stand at the given offsets, in any letter case: base32 means the same in capitals and small
 * letters, the look-alikes of step 1 fold to either, and a token that left in a host name left in small letters. What
 * stands around a token does not matter.
 */
export function findCanaries(
  { canaries }: Ruleset,
  section: Section,
  starts: readonly number[],
): Finding[] {
  const findings: Finding[] = [];
  for (const start of starts) {
    const end = start + CANARY_TOKEN_CHARS;
    const pattern = canaries.get(section.text.slice(start, end).toLowerCase());
    if (pattern === undefined) continue;
    // The token as it was planted: one canary is one value, in whatever case it is met, so that no weight of several
    // distinct values can touch its score.
    const value = { start, end, text: pattern.canary.token };
    const origin = section.origin.toOrigin(start, end);
    findings.push({ pattern, section, match: { start, end }, value, origin, confirmed: true });
  }
  return findings;
}

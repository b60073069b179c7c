import { lintRules } from "@weir/engine";
import type { LintFinding, ScanPolicy } from "@weir/engine";
import type { Pattern } from "@weir/schema";

const policy: ScanPolicy = {
  thresholds: { critical: 1, high: 2, medium: 3, low: 4 },
  weights: {
    hotword_boost: 2,
    entropy_boost: 1,
    entropy_penalty: -2,
    exclusion_penalty: -3,
    multi_match_boost: 1,
  },
};
export const setting = { exclusions: [], policy };

/** A pattern that the lint has nothing to say of. */
export const base: Pattern = {
  name: "Acme Key",
  category: "cloud",
  severity: "critical",
  regex: "\\bacme_[0-9A-Za-z]{24}\\b",
  prefix: "acme_",
  score_weight: 2,
  hotwords: [],
  hotword_window: 200,
  require_hotword: false,
  entropy_min: 0,
  min_matches: 1,
  examples: ["acme_{base62:24}", "KEY=acme_{base62:24}", "key: acme_{base62:24}"],
  counter_examples: ["acme_{base62:9}", "xacme_{base62:24}", "acme_"],
};

/** What the lint says of patterns, beside others that are in force. */
export const lint = (
  patterns: readonly Pattern[],
  beside: readonly Pattern[] = [],
): LintFinding[] => lintRules({ patterns, beside, ...setting });

export const kinds = (findings: readonly LintFinding[]): string[] =>
  findings.map(({ kind, level, field }) => `${level} ${kind} ${field}`);

/** The same with other fields, and none of its own literals. */
export const change = (fields: Partial<Pattern>): Pattern => ({
  ...base,
  prefix: undefined,
  ...fields,
});

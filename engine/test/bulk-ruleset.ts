import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { compileRuleset } from "../src/index.ts";

export const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

const parsed = parse(PatternFile, {
  patterns: [
    {
      name: "Numbers in Bulk",
      category: "pii",
      severity: "critical",
      score_weight: 1,
      regex: "(\\+\\d{8,12})\\b",
      prefix: "+",
      min_matches: 3,
    },
    {
      name: "Number Alone",
      category: "pii",
      severity: "critical",
      score_weight: 2,
      regex: "(no-\\d{8})\\b",
      prefix: "no-",
    },
  ],
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
/** A number of persons that counts in bulk alone, and one that blocks by itself. */
export const ruleset = compileRuleset(parsed.value.patterns, []);

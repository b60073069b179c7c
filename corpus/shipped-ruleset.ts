import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assemblyMemory, compileRuleset } from "@weir/engine";
import type { Ruleset, ScanPolicy } from "@weir/engine";
import {
  DEFAULT_THRESHOLDS,
  DEFAULT_WEIGHTS,
  ExclusionFile,
  parse,
  PatternFile,
} from "@weir/schema";
import type { Parsed } from "@weir/schema";

const rules = join(import.meta.dirname, "../rules");

function valueOf<T>(parsed: Parsed<T>): T {
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.faults.map(({ path, problem }) => `${path} ${problem}`).join("\n"));
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(rules, name), "utf8"));

/** The patterns of `rules/dlp_patterns.json`. */
export const shippedPatterns = () =>
  valueOf(parse(PatternFile, read("dlp_patterns.json"))).patterns;

/** The exclusions of `rules/dlp_exclusions.json`. */
export const shippedExclusions = () =>
  valueOf(parse(ExclusionFile, read("dlp_exclusions.json"))).exclusions;

/** The rules that ship, compiled as the companion has them. */
export const shippedRuleset = (): Ruleset => compileRuleset(shippedPatterns(), shippedExclusions());

/** The same as the agent has them: WebAssembly surveys the texts. */
export const agentRuleset = (): Ruleset =>
  compileRuleset(shippedPatterns(), shippedExclusions(), assemblyMemory());

/** Thresholds and weights as they are without a configuration. */
export const defaultPolicy: ScanPolicy = {
  thresholds: DEFAULT_THRESHOLDS,
  weights: DEFAULT_WEIGHTS,
};

import type { Config } from "@weir/schema";
import { AgentError } from "../errors.ts";
import { printable } from "../printable.ts";
import { loadRuleset } from "./image.ts";
import { checkFolder, pathIn } from "./integrity.ts";
import { RULE_FILES, shippedRulesDir } from "./locate.ts";
import { readJsonFile } from "./read-file.ts";

/** The keys that name rules. */
type RuleKeys = Pick<Config, "rules_dir" | "dlp_patterns" | "dlp_exclusions">;

/** What an action throws as an AgentError, in words; empty where it does not. */
function detailsOf(action: () => unknown): readonly string[] {
  try {
    action();
    return [];
  } catch (error) {
    if (error instanceof AgentError) return error.details;
    throw error;
  }
}

/**
 * What keeps the rules that a configuration names from being in force: each file that can't be read, with its key and path,
 * or else every fault of the files. Of this machine's own rules nothing is told: they keep no agent from its start. Reads
 * the files whole.
 */
export function ruleFileFaults({
  rules_dir,
  dlp_patterns: patterns,
  dlp_exclusions: exclusions,
}: RuleKeys): readonly string[] {
  // Nothing is named: the shipped rules are not the configuration's.
  if (rules_dir === undefined && patterns === undefined && exclusions === undefined) return [];
  const folder = rules_dir ?? shippedRulesDir();
  const checked = checkFolder(folder);
  const files = [
    ["dlp_patterns", patterns, RULE_FILES.patterns],
    ["dlp_exclusions", exclusions, RULE_FILES.exclusions],
  ] as const;
  const missing = files.flatMap(([key, named, name]) => {
    const path = named ?? pathIn(checked, name);
    const place = `${named === undefined ? "rules_dir" : key}: ${printable(path)}`;
    return detailsOf(() => readJsonFile(path)).map((reason) => `${place}: ${reason}`);
  });
  if (missing.length > 0) return missing;
  return detailsOf(() => loadRuleset(folder, { patterns, exclusions }));
}

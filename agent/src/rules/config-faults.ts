import { join } from "node:path";
import type { Config } from "@weir/schema";
import { AgentError } from "../errors.ts";
import { printable } from "../printable.ts";
import { loadRuleset } from "./image.ts";
import { checkFolder, pathIn } from "./integrity.ts";
import { hasLocalFile } from "./local-rules.ts";
import { RULE_FILES, shippedRulesDir } from "./locate.ts";
import { readJsonFile } from "./read-file.ts";

/** The keys that name rules. */
type RuleKeys = Pick<Config, "rules_dir" | "dlp_patterns" | "dlp_exclusions">;

/** The faults of what a reading finds, or throws as an AgentError. */
function faultsOf(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof AgentError) return error.details;
    throw error;
  }
}

/**
 * What keeps the rules that a configuration names from being in force: each file that can't be read, with its key and path,
 * or else every fault of the files; and, apart, the faults of this machine's own rules, which keep no agent from its start. Reads
 * the files whole.
 */
export function ruleFileFaults({
  rules_dir,
  dlp_patterns: patterns,
  dlp_exclusions: exclusions,
}: RuleKeys): { readonly refused: readonly string[]; readonly own: readonly string[] } {
  const folder = rules_dir ?? shippedRulesDir();
  const isNamed = rules_dir !== undefined || patterns !== undefined || exclusions !== undefined;
  // The shipped rules are not the configuration's, and take a while to read.
  if (!isNamed && !hasLocalFile(folder)) return { refused: [], own: [] };
  const checked = checkFolder(folder);
  const files = [
    ["dlp_patterns", patterns, RULE_FILES.patterns],
    ["dlp_exclusions", exclusions, RULE_FILES.exclusions],
  ] as const;
  const missing = files.flatMap(([key, named, name]) => {
    const path = named ?? pathIn(checked, name);
    const place = `${named === undefined ? "rules_dir" : key}: ${printable(path)}`;
    const unread = faultsOf(() => {
      readJsonFile(path);
      return [];
    });
    return unread.map((reason) => `${place}: ${reason}`);
  });
  if (missing.length > 0) return { refused: missing, own: [] };
  const local = printable(join(folder, RULE_FILES.localPatterns));
  let own: readonly string[] = [];
  const refused = faultsOf(() => {
    own = loadRuleset(folder, { patterns, exclusions }).local.faults;
    return [];
  });
  return { refused, own: own.map((fault) => `${local}: ${fault}`) };
}

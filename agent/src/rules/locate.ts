import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The files of rules, relative to the folder of rules. */
export const RULE_FILES = {
  patterns: "dlp_patterns.json",
  exclusions: "dlp_exclusions.json",
  localPatterns: join("local", "dlp_patterns_local.json"),
} as const;

/**
 * The folder of the shipped rules, found from the program's own file wherever it is started from: beside the folder
 * of the bundle, or at the root of the sources.
 */
export function shippedRulesDir(programUrl: string = import.meta.url): string {
  const isSource = programUrl.endsWith(".ts");
  return fileURLToPath(new URL(isSource ? "../../../rules/" : "../rules/", programUrl));
}

/** The command that makes a folder with a copy of the shipped rules, which its owner may change; for a shell. */
export function copyRulesCommand(to: string): string {
  const from = join(shippedRulesDir(), ".").replaceAll("'", "'\\''");
  return `mkdir -p ${to} && cp -R '${from}/.' ${to}`;
}

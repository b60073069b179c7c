import { basename, join } from "node:path";
import { lintRules } from "@weir/engine";
import type { LintFinding, ScanPolicy } from "@weir/engine";
import type { Pattern } from "@weir/schema";
import { loadRules, readPatternText } from "./load.ts";
import type { PatternFileText } from "./load.ts";
import { hasLocalFile } from "./local-rules.ts";
import { RULE_FILES } from "./locate.ts";
import { entryLabel, lineFinder } from "./rule-faults.ts";

/** What the lint found, with its place in a file. */
export interface FileFinding {
  readonly file: string;
  readonly line: number | undefined;
  readonly pattern: string;
  readonly field: string;
  readonly kind: LintFinding["kind"];
  readonly level: LintFinding["level"];
  readonly text: string;
}

/** How many patterns there are, and what the lint found of them, faults first. */
export interface FileFindings {
  readonly patterns: number;
  readonly findings: readonly FileFinding[];
}

/** Findings with their places in the text of a file. */
export function findingsInFile(
  file: string,
  { patterns, text }: PatternFileText,
  found: readonly LintFinding[],
): FileFinding[] {
  const lineOf = lineFinder(text, "patterns");
  return found.map(({ index, field, problem, ...finding }) => {
    const place = `patterns[${index}]`;
    const label = entryLabel("patterns", index, patterns[index]);
    return {
      file,
      line: lineOf(`${place}.${field}`),
      field,
      ...finding,
      text: `${label} ${field}: ${problem}`,
    };
  });
}

const withoutNames = (patterns: readonly Pattern[], others: readonly Pattern[]): Pattern[] => {
  const names = new Set(others.map(({ name }) => name));
  return patterns.filter(({ name }) => !names.has(name));
};

function checkLocal(folder: string, path: string, policy: ScanPolicy): FileFindings {
  const shipped = readPatternText(join(folder, RULE_FILES.patterns)).patterns;
  const file = readPatternText(path, shipped);
  const { patterns } = file;
  const beside = withoutNames(shipped, patterns);
  const { exclusions } = loadRules(folder);
  const found = lintRules({ patterns, beside, shipped, exclusions, policy });
  return { patterns: patterns.length, findings: findingsInFile(basename(path), file, found) };
}

/**
 * Lints a file of patterns, or all of a folder's. A file with the name of the local one is held against the folder's
 * patterns; any other stands for itself. Throws an AgentError for files that can't be taken up.
 */
export function checkRuleFiles(
  folder: string,
  path: string | undefined,
  policy: ScanPolicy,
): FileFindings {
  const localPath = join(folder, RULE_FILES.localPatterns);
  if (path !== undefined && basename(path) === basename(localPath)) {
    return checkLocal(folder, path, policy);
  }
  const own = path ?? join(folder, RULE_FILES.patterns);
  const file = readPatternText(own);
  const exclusions = path === undefined ? loadRules(folder).exclusions : [];
  const found = lintRules({ patterns: file.patterns, exclusions, policy });
  const local =
    path === undefined && hasLocalFile(folder)
      ? checkLocal(folder, localPath, policy)
      : { patterns: 0, findings: [] };
  return {
    patterns: file.patterns.length + local.patterns,
    findings: [...findingsInFile(basename(own), file, found), ...local.findings],
  };
}

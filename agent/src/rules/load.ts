import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Ruleset } from "@weir/engine";
import { compileRuleset } from "@weir/engine";
import type { Exclusion, Pattern } from "@weir/schema";
import { AgentError } from "../errors.ts";
import { RULE_FILES } from "./locate.ts";
import { readManifest } from "./manifest.ts";
import { parseExclusions, parsePatterns, parseShippedPatterns } from "./parse-rules.ts";
import type { ParsedRules } from "./parse-rules.ts";
import { readJsonFile } from "./read-file.ts";
import type { JsonFile } from "./read-file.ts";
import { entriesOf, namedFaults } from "./rule-faults.ts";

/** Rules that were read, checked and compiled. */
export interface LoadedRules {
  readonly ruleset: Ruleset;
  /** What is compiled, in order, without examples. */
  readonly patterns: readonly Pattern[];
  readonly exclusions: readonly Exclusion[];
  /** What is wrong with the local file, which is then ignored as a whole; empty where nothing is. */
  readonly localFaults: readonly string[];
}

/** Files that take the place of those of the folder. */
export interface NamedRuleFiles {
  readonly patterns?: string | undefined;
  readonly exclusions?: string | undefined;
}

function checkFile<T>(
  name: string,
  file: JsonFile,
  check: (data: unknown) => ParsedRules<T>,
): ParsedRules<T> {
  const parsed = file.ok ? check(file.data) : { entries: [], faults: [file.fault] };
  return { entries: parsed.entries, faults: namedFaults(basename(name), parsed.faults) };
}

const readRules = <T>(path: string, check: (data: unknown) => ParsedRules<T>): ParsedRules<T> =>
  checkFile(path, readJsonFile(path), check);

/**
 * Reads a file of patterns with their examples, for those who fill them. Throws an AgentError: `rules_missing`, or
 * `rules_invalid` with every fault.
 */
export function readPatternFile(path: string): readonly Pattern[] {
  const { entries, faults } = readRules(path, parsePatterns);
  if (faults.length > 0) throw new AgentError("rules_invalid", { details: faults });
  return entries;
}

/** The names that exclusions may apply to, those of faulty patterns included, so that one fault is told once. */
function knownNames(shipped: JsonFile, local: readonly Pattern[]): Set<string> {
  const names = new Set(local.map(({ name }) => name));
  for (const entry of shipped.ok ? entriesOf(shipped.data, "patterns") : []) {
    if (typeof entry !== "object" || entry === null || !("name" in entry)) continue;
    names.add(String(entry.name));
  }
  return names;
}

/** The local patterns, which replace shipped ones of the same name and follow them otherwise. */
function readLocal(folder: string): ParsedRules<Pattern> {
  const path = join(folder, RULE_FILES.localPatterns);
  if (!existsSync(path)) return { entries: [], faults: [] };
  try {
    return readRules(path, parsePatterns);
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    return { entries: [], faults: [`${RULE_FILES.localPatterns}: can't be read`] };
  }
}

function mergeLocal(shipped: readonly Pattern[], local: readonly Pattern[]): Pattern[] {
  const byName = new Map([...shipped, ...local].map((pattern) => [pattern.name, pattern]));
  return [...byName.values()];
}

function withoutExamples(pattern: Pattern): Pattern {
  const { examples: _, counter_examples: __, ...rest } = pattern;
  return rest;
}

/**
 * Reads, checks and compiles the rules of a folder. Throws an AgentError: `rules_missing`, or `rules_invalid` with
 * every fault of both files. A faulty local file is told in the answer and ignored; the rest stays in force.
 */
export function loadRules(folder: string, named: NamedRuleFiles = {}): LoadedRules {
  const file = readJsonFile(named.patterns ?? join(folder, RULE_FILES.patterns));
  const isAsShipped = file.ok && readManifest(folder).get(RULE_FILES.patterns) === file.sha256;
  const check = isAsShipped ? parseShippedPatterns : parsePatterns;
  const shipped = checkFile(named.patterns ?? RULE_FILES.patterns, file, check);
  const localFile = readLocal(folder);
  const local = localFile.faults.length > 0 ? [] : localFile.entries;
  const names = knownNames(file, local);
  const exclusionsPath = named.exclusions ?? join(folder, RULE_FILES.exclusions);
  const exclusions = readRules(exclusionsPath, (data) => parseExclusions(data, names));
  const faults = [...shipped.faults, ...exclusions.faults];
  if (faults.length > 0) throw new AgentError("rules_invalid", { details: faults });
  const patterns = mergeLocal(shipped.entries, local).map(withoutExamples);
  return {
    ruleset: compileRuleset(patterns, exclusions.entries),
    patterns,
    exclusions: exclusions.entries,
    localFaults: localFile.faults,
  };
}

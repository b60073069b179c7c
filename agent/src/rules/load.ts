import { basename, dirname, join } from "node:path";
import type { PreparedRules, Ruleset } from "@weir/engine";
import { assemblyMemory, indexRules, prepareRules, rulesetOf, withPatterns } from "@weir/engine";
import type { Exclusion, Pattern } from "@weir/schema";
import { AgentError } from "../errors.ts";
import { NO_LOCAL_RULES, readLocalRules } from "./local-rules.ts";
import type { LocalRules } from "./local-rules.ts";
import { RULE_FILES } from "./locate.ts";
import { readManifest } from "./manifest.ts";
import { bySpelling } from "./overrides.ts";
import { parseExclusions, parsePatterns, parseShippedPatterns } from "./parse-rules.ts";
import type { ParsedRules } from "./parse-rules.ts";
import { readJsonFile } from "./read-file.ts";
import type { JsonFile } from "./read-file.ts";
import { entriesOf, lineFinder, namedFaults } from "./rule-faults.ts";
import type { FileFault } from "./rule-faults.ts";

/** Rules that were read, checked and compiled. */
export interface LoadedRules {
  readonly ruleset: Ruleset;
  /** What is compiled, in order, without examples. */
  readonly patterns: readonly Pattern[];
  readonly exclusions: readonly Exclusion[];
  readonly local: LocalRules;
}

/** Files that take the place of those of the folder. */
export interface NamedRuleFiles {
  readonly patterns?: string | undefined;
  readonly exclusions?: string | undefined;
  /** Were the exclusions written for other patterns? Then those that apply to none of these are left out. */
  readonly areExclusionsOfOthers?: boolean;
}

/** The entries of a file and its faults in words. */
interface CheckedFile<T> {
  readonly entries: readonly T[];
  readonly faults: readonly string[];
}

function checkFile<T>(
  name: string,
  list: "patterns" | "exclusions",
  file: JsonFile,
  check: (data: unknown) => ParsedRules<T>,
): CheckedFile<T> {
  if (!file.ok) {
    return { entries: [], faults: namedFaults(basename(name), [{ path: "", text: file.fault }]) };
  }
  const { entries, faults } = check(file.data);
  return { entries, faults: namedFaults(basename(name), faults, lineFinder(file.text, list)) };
}

const NO_PATTERN: FileFault = {
  path: "",
  text: "patterns: holds no pattern; put patterns in, or the file as it was",
};

/**
 * What checks a file of patterns: nothing but its shape where it is the manifest's own. One without a pattern would find
 * nothing, as if all were well.
 */
function checkOf(folder: string, file: JsonFile): (data: unknown) => ParsedRules<Pattern> {
  const isAsShipped =
    file.ok && readManifest(folder).sha256.get(RULE_FILES.patterns) === file.sha256;
  return (data) => {
    const parsed = isAsShipped ? parseShippedPatterns(data) : parsePatterns(data);
    const isEmpty = parsed.entries.length + parsed.faults.length === 0;
    return isEmpty ? { ...parsed, faults: [NO_PATTERN] } : parsed;
  };
}

/** A file of patterns with their examples, and its text. */
export interface PatternFileText {
  readonly patterns: readonly Pattern[];
  readonly text: string;
}

/**
 * Reads a file of patterns with their examples, for those who fill them. A local file is held against the `shipped`
 * patterns. Throws an AgentError: `rules_missing`, or `rules_invalid` with every fault.
 */
export function readPatternText(path: string, shipped?: readonly Pattern[]): PatternFileText {
  const file = readJsonFile(path);
  const known = shipped === undefined ? undefined : bySpelling(shipped);
  const check =
    known === undefined
      ? checkOf(dirname(path), file)
      : (data: unknown) => parsePatterns(data, known);
  const { entries, faults } = checkFile(path, "patterns", file, check);
  if (faults.length > 0) throw new AgentError("rules_invalid", { details: faults });
  return { patterns: entries, text: file.ok ? file.text : "" };
}

/** The patterns of a file, as `readPatternText` reads them. */
export function readPatternFile(path: string): readonly Pattern[] {
  return readPatternText(path).patterns;
}

/** The patterns of a folder with their examples, those of this machine's own among them. Throws as `readPatternText` does. */
export function readPatterns(
  folder: string,
  { patterns = join(folder, RULE_FILES.patterns) }: NamedRuleFiles = {},
): Pick<LoadedRules, "patterns" | "local"> {
  const shipped = readPatternFile(patterns);
  const local = readLocalRules(folder, shipped);
  return { patterns: laidOver(shipped, local.patterns), local };
}

/** The names that a file's entries have, those of faulty ones included, so that one fault is told once. */
function namesOf(shipped: JsonFile): Set<string> {
  const names = new Set<string>();
  for (const entry of shipped.ok ? entriesOf(shipped.data, "patterns") : []) {
    if (typeof entry !== "object" || entry === null || !("name" in entry)) continue;
    names.add(String(entry.name));
  }
  return names;
}

function withoutExamples(pattern: Pattern): Pattern {
  const { examples: _, counter_examples: __, ...rest } = pattern;
  return rest;
}

/** What is in force of shipped and local patterns, in order. */
function laidOver(shipped: readonly Pattern[], local: readonly Pattern[]): Pattern[] {
  const byName = new Map([...shipped, ...local].map((pattern) => [pattern.name, pattern]));
  return [...byName.values()];
}

/** The same, without examples. */
const mergeLocal = (shipped: readonly Pattern[], local: readonly Pattern[]): Pattern[] =>
  laidOver(shipped, local).map(withoutExamples);

/** Rules as they stand in their files. */
export type RuleTexts = Pick<LoadedRules, "patterns" | "exclusions">;

/**
 * Reads rules that are in force once more, the `local` ones as they were taken up. Undefined where `isInForce` denies the
 * hashes of what the two files hold by now.
 */
export function readRuleTexts(
  files: readonly [patterns: string, exclusions: string],
  local: readonly Pattern[],
  isInForce: (sha256: ReadonlyMap<string, string>) => boolean,
): RuleTexts | undefined {
  try {
    const [shipped, excluded] = files.map(readJsonFile);
    if (shipped?.ok !== true || excluded?.ok !== true) return undefined;
    const [patternsPath, exclusionsPath] = files;
    const read = new Map([
      [patternsPath, shipped.sha256],
      [exclusionsPath, excluded.sha256],
    ]);
    if (!isInForce(read)) return undefined;
    // They were checked when they were taken up.
    const patterns = mergeLocal(parseShippedPatterns(shipped.data).entries, local);
    const names = new Set(patterns.map(({ name }) => name));
    return { patterns, exclusions: parseExclusions(excluded.data, names).entries };
  } catch (error) {
    if (error instanceof AgentError) return undefined;
    throw error;
  }
}

type ReadRules = Omit<LoadedRules, "ruleset">;

/** Reads and checks the files of rules, with the local ones that `localOf` has beside the shipped ones. */
function readRules(
  folder: string,
  named: NamedRuleFiles,
  localOf: (shipped: readonly Pattern[]) => LocalRules,
): ReadRules {
  const patternsPath = named.patterns ?? join(folder, RULE_FILES.patterns);
  const file = readJsonFile(patternsPath);
  const shipped = checkFile(patternsPath, "patterns", file, checkOf(folder, file));
  const local = localOf(shipped.entries);
  const own = namesOf(file);
  const names = new Set([...own, ...local.patterns.map(({ name }) => name)]);
  // Of patterns that can't be read, the one fault is told, and not one for each exclusion beside it.
  const isOfOthers = named.areExclusionsOfOthers === true || own.size === 0;
  const exclusionsPath = named.exclusions ?? join(folder, RULE_FILES.exclusions);
  const exclusions = checkFile(exclusionsPath, "exclusions", readJsonFile(exclusionsPath), (data) =>
    parseExclusions(data, names, isOfOthers),
  );
  const faults = [...shipped.faults, ...exclusions.faults];
  if (faults.length > 0) throw new AgentError("rules_invalid", { details: faults });
  const patterns = mergeLocal(shipped.entries, local.patterns);
  return { patterns, exclusions: exclusions.entries, local };
}

/**
 * The rules of a folder without this machine's own, for what is built of them. Throws an AgentError: `rules_missing`, or
 * `rules_invalid` with every fault.
 */
export const loadShippedRules = (folder: string): RuleTexts =>
  readRules(folder, {}, () => NO_LOCAL_RULES);

/**
 * Reads, checks and prepares the rules of a folder. Throws an AgentError: `rules_missing`, or `rules_invalid` with every
 * fault of both files. The faults of a local file are told in the answer: `kept` stays in force instead of it, or its good
 * patterns where nothing was in force before. `prepared` are the shipped rules where they are prepared already: of the others,
 * the local ones alone are then.
 */
export function prepareRuleFiles(
  folder: string,
  named: NamedRuleFiles = {},
  kept?: readonly unknown[],
  prepared?: PreparedRules,
): ReadRules & { readonly prepared: PreparedRules } {
  const read = readRules(folder, named, (shipped) => readLocalRules(folder, shipped, kept));
  const { patterns, exclusions, local } = read;
  return {
    ...read,
    prepared:
      prepared === undefined
        ? prepareRules(patterns, exclusions)
        : indexRules(withPatterns(prepared, local.patterns, exclusions)),
  };
}

/** The rules of a folder as `prepareRuleFiles` reads them, ready to scan. */
export function loadRules(folder: string): LoadedRules {
  const { prepared, ...read } = prepareRuleFiles(folder);
  return { ...read, ruleset: rulesetOf(prepared, assemblyMemory()) };
}

import { lstatSync } from "node:fs";
import { basename, join } from "node:path";
import type { Pattern } from "@weir/schema";
import { AgentError, systemCode } from "../errors.ts";
import { RULE_FILES } from "./locate.ts";
import { bySpelling } from "./overrides.ts";
import type { ShippedPatterns } from "./overrides.ts";
import { parsePatterns } from "./parse-rules.ts";
import { readJsonFile } from "./read-file.ts";
import type { JsonFile } from "./read-file.ts";
import { entriesOf, lineFinder, namedFaults } from "./rule-faults.ts";

/** The local patterns that are in force, and what is wrong with their file. */
export interface LocalRules {
  readonly patterns: readonly Pattern[];
  /** The entries of the file that they are from, to be kept where a later file is faulty. */
  readonly entries: readonly unknown[];
  /** Every fault of the file with place, reason and cure; empty where it has none. */
  readonly faults: readonly string[];
  /** What was done about the faults, in words; empty where there is none. */
  readonly note: string;
  /** Is what is in force of an earlier file, because this one has faults? */
  readonly isKept: boolean;
}

/** Where there is no local file. */
export const NO_LOCAL_RULES: LocalRules = {
  patterns: [],
  entries: [],
  faults: [],
  note: "",
  isKept: false,
};

const NOTES = {
  ignored: "the file of local rules has faults and is ignored",
  kept: "the file of local rules has faults and changes nothing; the local rules in force stay",
  partly: "the file of local rules has faults; its other patterns are in force",
} as const;

/** Is something there under the name of the local file? What can't be told apart from a file counts as one. */
export function hasLocalFile(folder: string): boolean {
  try {
    lstatSync(join(folder, RULE_FILES.localPatterns));
    return true;
  } catch (error) {
    return !["ENOENT", "ENOTDIR"].includes(systemCode(error));
  }
}

/** A local file as it was read: its good patterns, the entries that they are from, and every fault in words. */
type LocalFile = Omit<LocalRules, "note" | "isKept">;

function readLocalFile(path: string, shipped: ShippedPatterns): LocalFile {
  const name = basename(path);
  let file: JsonFile;
  try {
    file = readJsonFile(path);
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    file = { ok: false, fault: error.details.join("; ") };
  }
  if (!file.ok) {
    const faults = namedFaults(name, [{ path: "", text: file.fault }]);
    return { patterns: [], entries: [], faults };
  }
  const { entries: patterns, places, faults } = parsePatterns(file.data, shipped);
  const raw = entriesOf(file.data, "patterns");
  const lineOf = lineFinder(file.text, "patterns");
  const entries = places.map((place) => raw[place]);
  return { patterns, entries, faults: namedFaults(name, faults, lineOf) };
}

/**
 * Reads the local patterns of a folder. Of a faulty file, `kept` stays in force, the entries that were before; where nothing
 * was, as at a start, its good patterns are.
 */
export function readLocalRules(
  folder: string,
  shipped: readonly Pattern[],
  kept?: readonly unknown[],
): LocalRules {
  if (!hasLocalFile(folder)) return NO_LOCAL_RULES;
  const known = bySpelling(shipped);
  const file = readLocalFile(join(folder, RULE_FILES.localPatterns), known);
  if (file.faults.length === 0) return { ...file, note: "", isKept: false };
  if (kept !== undefined) {
    const patterns = parsePatterns(kept, known).entries;
    return { patterns, entries: kept, faults: file.faults, note: NOTES.kept, isKept: true };
  }
  const note = file.entries.length === 0 ? NOTES.ignored : NOTES.partly;
  return { ...file, note, isKept: false };
}

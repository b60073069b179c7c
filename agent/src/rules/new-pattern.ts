import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { inferPattern, lintRules } from "@weir/engine";
import type { PatternIdea, ScanPolicy } from "@weir/engine";
import { patternEntry } from "@weir/schema";
import { AgentError } from "../errors.ts";
import { printable } from "../printable.ts";
import { writeFault } from "../unreadable.ts";
import { replaceFile } from "../whole-file.ts";
import { findingsInFile } from "./check-files.ts";
import type { FileFindings } from "./check-files.ts";
import { jsonPlaces } from "./json-places.ts";
import { loadRules, readPatternText } from "./load.ts";
import type { PatternFileText } from "./load.ts";
import { RULE_FILES } from "./locate.ts";
import { bySpelling } from "./overrides.ts";
import { parsePatterns } from "./parse-rules.ts";

/** A pattern that was made, as it stands in a file, and what is to be said of it. */
export interface NewPattern extends FileFindings {
  readonly entry: object;
  readonly notes: readonly string[];
}

/** Where a new pattern goes, and what it is held against. */
export interface NewPatternPlace {
  /** The file that it is added to; undefined for none. */
  readonly file: string | undefined;
  readonly folder: string;
}

const EMPTY = '{\n  "patterns": []\n}\n';

/** The text of a file of patterns with an entry behind its last one; the rest of the text stays as it is. */
export function withEntry(text: string, entry: object): string {
  const isBare = text.trimStart().startsWith("[");
  const end = jsonPlaces(text).endOf(isBare ? "" : "patterns") ?? 0;
  const before = text.slice(0, end).trimEnd();
  const indent = isBare ? "  " : "    ";
  const shown = JSON.stringify(entry, undefined, 2).replaceAll("\n", `\n${indent}`);
  const comma = before.endsWith("[") ? "" : ",";
  const added = `${comma}\n${indent}${shown}\n${indent.slice(2)}`;
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n";
  return before + added.replaceAll("\n", newline) + text.slice(end);
}

const BYTE_ORDER_MARK = "\ufeff";

/** The byte-order mark that a file begins with, which its text as rules are read from it lacks; empty where there is none. */
const markOf = (path: string): string =>
  readFileSync(path, "utf8").startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";

/** Replaces a file as a whole or not at all; its permissions stay. */
function writePatterns(path: string, text: string): void {
  const made = join(dirname(path), `.${basename(path)}.${process.pid}.new`);
  try {
    // One folder and no more: a recursive mkdir never ends below some folders of the kernel.
    if (!existsSync(dirname(path))) mkdirSync(dirname(path), { mode: 0o700 });
    replaceFile(made, path, text, existsSync(path) ? statSync(path).mode & 0o777 : 0o600);
  } catch (error) {
    throw new AgentError("rules_unwritable", {
      subject: printable(path),
      details: [writeFault(error)],
    });
  }
}

function refuse(subject: string, details: readonly string[]): never {
  throw new AgentError("pattern_refused", { subject: printable(subject), details });
}

/**
 * Makes a pattern of what its author knows of it, lints it beside the folder's patterns and those of the file, and adds it
 * to the file, which is made where there is none. Throws an AgentError: `rules_invalid` where the file has faults,
 * `pattern_refused` where the pattern would be refused; the file is then as it was.
 */
export function newPattern(
  idea: PatternIdea,
  { file, folder }: NewPatternPlace,
  policy: ScanPolicy,
): NewPattern {
  const shipped = readPatternText(join(folder, RULE_FILES.patterns)).patterns;
  const { exclusions } = loadRules(folder);
  const setting = { exclusions, policy };
  const inferred = inferPattern(idea, setting);
  if (!inferred.ok) return refuse(idea.name, [inferred.problem]);
  const own = patternEntry(inferred.pattern);
  const { faults } = parsePatterns([own]);
  if (faults.length > 0)
    return refuse(
      idea.name,
      faults.map(({ text }) => text),
    );
  const known = bySpelling(shipped);
  const taken = [...known.values()].find(
    ({ name }) => name.toLowerCase() === idea.name.toLowerCase(),
  );
  if (taken !== undefined)
    return refuse(idea.name, [`"${taken.name}" is shipped; choose another name`]);
  const isThere = file !== undefined && existsSync(file);
  const before: PatternFileText = isThere
    ? readPatternText(file, shipped)
    : { patterns: [], text: EMPTY };
  const text = withEntry(before.text, own);
  const after = parsePatterns(JSON.parse(text), known);
  if (after.faults.length > 0)
    return refuse(
      file ?? idea.name,
      after.faults.map((fault) => fault.text),
    );
  if (file !== undefined) writePatterns(file, (isThere ? markOf(file) : "") + text);
  const names = new Set(before.patterns.map(({ name }) => name));
  const beside = [...shipped.filter(({ name }) => !names.has(name)), ...before.patterns];
  const index = before.patterns.length;
  const found = lintRules({ patterns: [inferred.pattern], beside, ...setting }).map((finding) => {
    return { ...finding, index };
  });
  const whole = { patterns: after.entries, text };
  return {
    entry: own,
    notes: inferred.notes,
    patterns: 1,
    findings: findingsInFile(file === undefined ? "new" : basename(file), whole, found).map(
      (finding) => (file === undefined ? { ...finding, line: undefined } : finding),
    ),
  };
}

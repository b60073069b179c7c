import type { Category, Severity } from "@weir/schema";
import { counted } from "../counted.ts";
import { AgentError, EXIT } from "../errors.ts";
import { printable } from "../printable.ts";
import { jsonDocument } from "../terminal.ts";
import type { Terminal } from "../terminal.ts";
import type { RulesFlags } from "./rules.ts";

/** What was found of one pattern: where its file has it, and what is the matter. */
export interface RuleFinding {
  readonly file: string;
  readonly line?: number | undefined;
  readonly pattern: string;
  readonly field: string;
  readonly kind: string;
  readonly level: "fault" | "remark";
  /** `patterns[3] "Acme Key" regex: ...`: place, reason and cure. */
  readonly text: string;
}

/** What a check of rules found. */
export interface CheckedRules {
  readonly patterns: number;
  readonly findings: readonly RuleFinding[];
}

/** What an author knows of a new pattern. */
export interface NewRuleIdea {
  readonly name: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly examples: readonly string[];
  readonly regex?: string | undefined;
}

/** A pattern that was made, and what is to be said of it. */
export interface NewRule extends CheckedRules {
  /** The entry as it stands in a file. */
  readonly entry: object;
  readonly notes: readonly string[];
}

/** What the commands of a rule's author need of the rest of the program. */
export interface AuthorCommandDeps {
  readonly terminal: Terminal;
  /** Checks a pattern file, or all of the folder's. Throws an AgentError for files that can't be taken up. */
  readonly checkRules: (file: string | undefined, folder: string | undefined) => CheckedRules;
  /** Makes a pattern, and adds it to `file` where one is named. Throws an AgentError where it can't be. */
  readonly newRule: (
    idea: NewRuleIdea,
    place: { readonly file: string | undefined; readonly folder: string | undefined },
  ) => NewRule;
}

/** The options of `weir rules check`. */
export type CheckFlags = RulesFlags & { readonly json?: boolean; readonly verbose?: boolean };

/** The options of `weir rules new`. */
export interface NewRuleFlags extends RulesFlags {
  readonly category: Category;
  readonly severity: Severity;
  readonly regex?: string;
  readonly example?: readonly string[];
  readonly file?: string;
}

function ruleFindingLine({ file, line, text, level }: RuleFinding): string {
  const place = `${file}${line === undefined ? "" : `:${line}`}`;
  return `${printable(place)}: ${level === "remark" ? "remark: " : ""}${printable(text)}\n`;
}

const ofLevel = (findings: readonly RuleFinding[], level: RuleFinding["level"]) =>
  findings.filter((finding) => finding.level === level);

/** A refused file as findings, for those who read JSON. */
function refusal(error: unknown): CheckedRules & { readonly refused: boolean } {
  if (!(error instanceof AgentError) || error.details.length === 0) throw error;
  const findings = error.details.map((text) => {
    return { file: "", pattern: "", field: "", kind: "invalid", level: "fault", text } as const;
  });
  return { patterns: 0, findings, refused: true };
}

/**
 * `weir rules check [FILE]`: exit 2 where a file can't be taken up, 1 where a pattern has a fault beyond that. Remarks are
 * for people who ask for them.
 */
export function checkRulesCommand(
  { terminal, checkRules }: AuthorCommandDeps,
  file: string | undefined,
  { rules, json = false, verbose = false }: CheckFlags,
): void {
  if (json) {
    let result: CheckedRules & { readonly refused?: boolean };
    try {
      result = checkRules(file, rules);
    } catch (error) {
      result = refusal(error);
    }
    const { patterns, findings } = result;
    terminal.out(jsonDocument({ patterns, findings }));
    if (ofLevel(findings, "fault").length > 0)
      terminal.raiseExit(result.refused === true ? EXIT.badInput : EXIT.found);
    return;
  }
  const { patterns, findings } = checkRules(file, rules);
  const faults = ofLevel(findings, "fault");
  const remarks = ofLevel(findings, "remark");
  for (const finding of verbose ? findings : faults) terminal.out(ruleFindingLine(finding));
  const sum = faults.length === 0 ? "no faults" : counted(faults.length, "fault");
  terminal.out(
    `${counted(patterns, "pattern")}, ${sum}${verbose ? `, ${counted(remarks.length, "remark")}` : ""}\n`,
  );
  if (!verbose && terminal.errIsTty && remarks.length > 0)
    terminal.err(`${counted(remarks.length, "remark")}; --verbose shows them\n`);
  if (faults.length > 0) terminal.raiseExit(EXIT.found);
}

/** `weir rules new NAME`: prints the entry, or adds it to a file; what the lint thinks of it goes to standard error. */
export function newRuleCommand(
  { terminal, newRule }: AuthorCommandDeps,
  name: string,
  { rules, file, example = [], ...flags }: NewRuleFlags,
): void {
  const idea = { ...flags, name, examples: example };
  const { entry, notes, findings } = newRule(idea, { file, folder: rules });
  if (file === undefined) terminal.out(jsonDocument(entry));
  else terminal.err(`added to ${printable(file)}\n`);
  for (const note of notes) terminal.err(`note: ${note}\n`);
  for (const finding of findings) terminal.err(ruleFindingLine(finding));
  const faults = ofLevel(findings, "fault").length;
  terminal.err(
    `${faults === 0 ? "no faults" : counted(faults, "fault")}, ${counted(ofLevel(findings, "remark").length, "remark")}\n`,
  );
  if (faults > 0) terminal.raiseExit(EXIT.found);
}

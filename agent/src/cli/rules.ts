import { randomBytes } from "node:crypto";
import { fillTemplate, seededRandom } from "@weir/engine";
import type { Pattern } from "@weir/schema";
import { AgentError } from "../errors.ts";
import { nearestNames } from "../nearest.ts";
import { jsonDocument } from "../terminal.ts";
import type { Terminal } from "../terminal.ts";

/** What the `weir rules` commands need of the rest of the program. */
export interface RulesCommandDeps {
  readonly terminal: Terminal;
  /** The patterns of a folder, or else of the configuration, with their examples. Throws an AgentError. */
  readonly readPatterns: (flags: PatternFlags) => readonly Pattern[];
}

/** The option that every command over rules takes. */
export interface RulesFlags {
  readonly rules?: string;
}

/** The options of the commands over the patterns in force. */
export interface PatternFlags extends RulesFlags {
  readonly config?: string;
}

function findPattern(patterns: readonly Pattern[], asked: string): Pattern {
  const wanted = asked.toLowerCase();
  const found = patterns.find(({ name }) => name.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const names = patterns.map(({ name }) => name);
  const details = nearestNames(asked, names).map((name) => `did you mean "${name}"?`);
  throw new AgentError("pattern_unknown", { details });
}

/** `weir rules list`: name, category and severity of every pattern in force, or of one category. */
export function listRules(
  { terminal, readPatterns }: RulesCommandDeps,
  flags: PatternFlags & { readonly category?: string; readonly json?: boolean },
): void {
  const { category } = flags;
  const patterns = readPatterns(flags).filter(
    (pattern) => category === undefined || pattern.category === category,
  );
  if (flags.json === true) {
    const records = patterns.map(({ name, severity, ...rest }) => {
      return { name, category: rest.category ?? null, severity };
    });
    terminal.out(jsonDocument(records));
    return;
  }
  const width = Math.max(0, ...patterns.map(({ name }) => name.length));
  for (const { name, severity, category: own = "-" } of patterns) {
    terminal.out(`${name.padEnd(width)}  ${severity.padEnd(8)}  ${own}\n`);
  }
}

/** `weir rules show NAME`: every field of a pattern; its examples as templates. */
export function showRule(
  { terminal, readPatterns }: RulesCommandDeps,
  asked: string,
  flags: PatternFlags & { readonly json?: boolean },
): void {
  const found = findPattern(readPatterns(flags), asked);
  const { name, examples, counter_examples, ...rest } = found;
  const pattern = { name, ...rest, examples, counter_examples };
  if (flags.json === true) {
    terminal.out(jsonDocument(pattern));
    return;
  }
  for (const [field, value] of Object.entries(pattern)) {
    if (value === undefined) continue;
    const shown = Array.isArray(value)
      ? value.join("\n").replaceAll("\n", `\n${" ".repeat(18)}`)
      : String(value);
    terminal.out(`${field.padEnd(18)}${shown}\n`);
  }
}

/** A made-up text that a pattern blocks, from its first example. Throws an AgentError where it has none. */
export function sampleOf(pattern: Pattern, seed: string): string {
  const [template] = pattern.examples ?? [];
  if (template === undefined) {
    throw new AgentError("pattern_without_examples", { subject: pattern.name });
  }
  return fillTemplate(template, seededRandom(seed));
}

/** `weir rules sample NAME`: a made-up text to try the agent with. */
export function sampleRule(
  { terminal, readPatterns }: RulesCommandDeps,
  asked: string,
  flags: PatternFlags & { readonly seed?: string },
): void {
  const pattern = findPattern(readPatterns(flags), asked);
  terminal.out(`${sampleOf(pattern, flags.seed ?? randomBytes(16).toString("hex"))}\n`);
}

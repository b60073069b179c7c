import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillTemplate, seededRandom } from "@weir/engine";

/** A few patterns that tests can rely on, whatever ships. */
export const FIXTURE_PATTERNS = [
  {
    name: "Acme Key",
    category: "cloud",
    severity: "critical",
    regex: "acme_[A-Za-z0-9]{24}",
    prefix: "acme_",
    score_weight: 2,
    entropy_min: 2,
    hotwords: ["acme"],
    examples: ["acme_{base62:24}"],
    counter_examples: ["acme_{base62:5}"],
  },
  {
    name: "GitHub Personal Access Token",
    category: "ci_cd",
    severity: "critical",
    regex: "ghp_[A-Za-z0-9]{36}",
    prefix: "ghp_",
    score_weight: 2,
    examples: ["token {checksummed:ghp_}"],
  },
  {
    name: "Weak Note",
    severity: "low",
    regex: "note-[0-9]{9}",
    prefix: "note-",
    score_weight: 1,
    hotwords: ["urgent"],
  },
  {
    name: "Long Block",
    severity: "critical",
    regex: "<<BEGIN[a-z \\n]+END>>",
    prefix: "<<begin",
    score_weight: 2,
  },
] as const;

/** Texts that block, made up anew from a seed: never literal in a source. */
export const acmeKey = (seed: string): string =>
  fillTemplate("acme_{base62:24}", seededRandom(seed));

/** A text that is found and does not block. */
export const weakNote = (seed: string): string =>
  fillTemplate("note-{digits:9}", seededRandom(seed));

/** A multi-line secret of about 3,000 characters. */
export const longBlock = (seed: string): string =>
  `<<BEGIN\n${fillTemplate("{lower:60}\n", seededRandom(seed)).repeat(50)}END>>`;

/** A temporary folder that is removed by `remove`. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "weir-test-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes a folder of rules; what is given replaces the fixture's files, as text or as data. */
export function writeRules(
  folder: string,
  {
    patterns = { patterns: FIXTURE_PATTERNS },
    exclusions = { exclusions: [] },
    local,
  }: {
    readonly patterns?: unknown;
    readonly exclusions?: unknown;
    readonly local?: unknown;
  } = {},
): string {
  const write = (name: string, data: unknown): void =>
    writeFileSync(join(folder, name), typeof data === "string" ? data : JSON.stringify(data));
  mkdirSync(join(folder, "local"), { recursive: true });
  write("dlp_patterns.json", patterns);
  write("dlp_exclusions.json", exclusions);
  if (local !== undefined) write("local/dlp_patterns_local.json", local);
  return folder;
}

/** A local pattern of this name. */
export const own = (name: string) => ({
  name,
  severity: "critical",
  regex: `${name}_[a-z]{24}`,
  prefix: `${name}_`,
  score_weight: 2,
});

/** A key that it finds. */
export const keyFor = (name: string): string =>
  fillTemplate(`${name}_{lower:24}`, seededRandom(`key of ${name}`));

// Writes every file that is made from a declaration; with --check it writes nothing and fails where one is out of date.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import {
  configReference,
  configSchemas,
  ExclusionFile,
  openApiDocument,
  parse,
  ruleFileSchemas,
} from "@weir/schema";
import type { Exclusion } from "@weir/schema";
import { apiReference } from "./api-reference.ts";
import { ruleFaults } from "./known-rule-faults.ts";
import { patternReference } from "./pattern-reference.ts";
import { publicExampleModule, publicExamples } from "./public-examples.ts";
import { readPatternSource, shippedPatternFile } from "./rule-source.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The shipped lists of hosts, which the manifest covers. */
const hostLists = ["ai_allowed", "ai_chat_dlp", "ai_chat_blocked", "ai_other", "doh_hosts"].map(
  (name) => `${name}.txt`,
);
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

function versionOf(packageJson: string): string {
  const data: unknown = JSON.parse(packageJson);
  if (typeof data === "object" && data !== null && "version" in data) return String(data.version);
  throw new Error("package.json has no version");
}

/** The manifest of rule files, given by name and text. */
function manifest(version: string, files: ReadonlyMap<string, string>): string {
  const entries = Array.from(files, ([name, text]) => ({
    name,
    sha256: createHash("sha256").update(text).digest("hex"),
  }));
  return json({ manifest_version: version, files: entries });
}

/** Every generated file: its path and what it must hold. */
function generatedFiles(): ReadonlyMap<string, string> {
  const version = versionOf(read("package.json"));
  const openApi = openApiDocument(version);
  const patterns = readPatternSource(join(root, "rules/source"));
  const rules = new Map([
    ["dlp_patterns.json", json(shippedPatternFile(patterns))],
    ["dlp_exclusions.json", read("rules/dlp_exclusions.json")],
    ...hostLists.map((name): [string, string] => [name, read(`rules/${name}`)]),
  ]);
  const files = new Map<string, string>([
    ["rules/dlp_patterns.json", rules.get("dlp_patterns.json") ?? ""],
    ["rules/manifest.json", manifest(version, rules)],
    ["docs/reference/openapi.json", json(openApi)],
    ["docs/reference/api.md", apiReference()],
    ["docs/reference/config.md", configReference()],
    ["docs/reference/patterns.md", patternReference(patterns)],
    [
      "engine/src/scan/public-example-hashes.ts",
      publicExampleModule(publicExamples(JSON.parse(read("rules/public_examples.json")))),
    ],
  ]);
  for (const [name, schema] of Object.entries({ ...ruleFileSchemas(), ...configSchemas() })) {
    files.set(`docs/reference/${name}`, json(schema));
  }
  return files;
}

function exclusions(): readonly Exclusion[] {
  const parsed = parse(ExclusionFile, JSON.parse(read("rules/dlp_exclusions.json")));
  if (!parsed.ok) throw new Error("rules/dlp_exclusions.json has faults; weir rules check tells");
  return parsed.value.exclusions;
}

const isCheck = process.argv.includes("--check");
const stale: string[] = [];
for (const [path, text] of generatedFiles()) {
  const target = join(root, path);
  let current = "";
  try {
    current = readFileSync(target, "utf8");
  } catch {
    // A file that is not there yet is out of date.
  }
  if (current === text) continue;
  stale.push(path);
  if (isCheck) continue;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}
// The tests lint the shipped rules too; here it is whoever has changed them who is told.
if (!isCheck && stale.includes("rules/dlp_patterns.json")) {
  const faults = ruleFaults(readPatternSource(join(root, "rules/source")), exclusions());
  for (const fault of faults) process.stdout.write(`fault: ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
for (const path of stale) {
  process.stdout.write(
    isCheck ? `out of date: ${path}; run npm run generate\n` : `wrote ${path}\n`,
  );
}
if (isCheck && stale.length > 0) process.exitCode = 1;

// Rules that are changed in a clone: what a build takes of them, and what the command does that is started there.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fillTemplate, seededRandom } from "@weir/engine";
import { acmeKey, FIXTURE_PATTERNS, temporaryFolder, writeRules } from "./fixture-rules.ts";
import { weir } from "./run-cli.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = ["agent/bin", "agent/src", "agent/package.json", "scripts", "package.json"];
const PATTERNS = "dlp_patterns.json";
const secret = fillTemplate("{checksummed:ghp_}", seededRandom("clone"));
const withoutGitHub = JSON.stringify({ patterns: FIXTURE_PATTERNS }).replaceAll("ghp_", "gxp_");

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

let folder: ReturnType<typeof temporaryFolder>;
let clone: string;
beforeEach(() => {
  folder = temporaryFolder();
  clone = folder.path;
  for (const source of SOURCES)
    cpSync(join(root, source), join(clone, source), { recursive: true });
  mkdirSync(join(clone, "rules"));
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"), "junction");
  generate({ patterns: FIXTURE_PATTERNS });
});
afterEach(() => folder.remove());

const rule = (name: string): string => join(clone, "rules", name);
const read = (...path: string[]): string => readFileSync(join(clone, ...path), "utf8");

/** Writes rules and their manifest, as `npm run generate` does. */
function generate(patterns: unknown): void {
  writeRules(join(clone, "rules"), { patterns });
  const files = [PATTERNS, "dlp_exclusions.json"].map((name) => ({
    name,
    sha256: hashOf(read("rules", name)),
  }));
  writeFileSync(rule("manifest.json"), JSON.stringify({ manifest_version: "1", files }));
}

/** Has a source be changed after everything that was built of it. */
function touchSource(): void {
  const later = new Date(Date.now() + 5000);
  utimesSync(join(clone, "agent/src/main.ts"), later, later);
}

const scan = async (content: string) =>
  weir(["scan", "-q", "-"], { input: content, script: join(clone, "agent/bin/weir.mjs") });
const build = (): string =>
  execFileSync(process.execPath, [join(clone, "scripts/build.mjs")], { encoding: "utf8" });

test("a pattern that is changed is refused, the copy of it blocks, and the command says so", async () => {
  build();
  const good = read("rules", PATTERNS);
  writeFileSync(rule(PATTERNS), withoutGitHub);
  const changed = await scan(secret);
  expect(changed.code).toBe(1);
  expect(changed.err).toContain(`${PATTERNS}: differs from the manifest of the rules`);
  expect(changed.err).toContain("the kept copy is used");
  touchSource();
  const built = await scan(secret);
  expect(built.code).toBe(1);
  expect(built.err).toContain(`rules/${PATTERNS} is not the file of rules/manifest.json`);
  expect(read("dist/shipped", PATTERNS)).toBe(good);
  writeFileSync(rule(PATTERNS), good);
  expect(await scan(secret)).toMatchObject({ code: 1, err: "" });
});

test("where no good copy is there, nothing is built of a changed file, and the cure is told", async () => {
  writeFileSync(rule(PATTERNS), withoutGitHub);
  const first = await scan(secret);
  expect(first).toMatchObject({ code: 2, out: "" });
  expect(first.err).toContain(`error: rules/${PATTERNS} is not the file of rules/manifest.json`);
  expect(first.err).toContain("hint: put it back (git checkout -- rules)");
  expect(first.err).not.toContain("could not be bundled");
  expect(existsSync(join(clone, "dist"))).toBe(false);
  rmSync(rule("manifest.json"));
  expect((await scan(secret)).err).toContain("error: rules/manifest.json");
});

test("a copy that was changed as well is none", async () => {
  build();
  for (const path of [rule(PATTERNS), join(clone, "dist/shipped", PATTERNS)])
    writeFileSync(path, withoutGitHub);
  touchSource();
  expect(await scan(secret)).toMatchObject({ code: 2, out: "" });
});

test("rules that are generated anew are built, as soon as each of them is the manifest's", async () => {
  build();
  const own = acmeKey("clone").replace("acme_", "ecma_");
  expect(await scan(own)).toMatchObject({ code: 0, err: "" });
  generate(JSON.stringify({ patterns: FIXTURE_PATTERNS }).replaceAll("acme_", "ecma_"));
  const generated = read("rules", PATTERNS);
  writeFileSync(rule(PATTERNS), withoutGitHub);
  expect((await scan(secret)).code).toBe(1);
  expect((await scan(own)).code).toBe(0);
  writeFileSync(rule(PATTERNS), generated);
  expect(await scan(own)).toMatchObject({ code: 1, err: "" });
  expect(read("dist/shipped", PATTERNS)).toBe(generated);
});

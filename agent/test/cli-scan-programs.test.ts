// What weir scan tells programs, such as hooks and pipelines, that act on it unseen.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { containing, matching } from "./matchers.ts";
import { acmeKey, temporaryFolder, writeRules } from "./fixture-rules.ts";
import { PROGRAM, temporaryHome, weir } from "./run-cli.ts";
import type { CliOptions } from "./run-cli.ts";

const folder = temporaryFolder();
const rules = join(folder.path, "rules");
const key = acmeKey("programs");

beforeAll(() => {
  mkdirSync(rules);
  writeRules(rules);
});
afterAll(() => folder.remove());

const scan = async (args: readonly string[], options: CliOptions = {}) =>
  weir(["scan", ...args], { cwd: folder.path, ...options });

test.skipIf(process.platform === "win32").each(["q\tz", "a\nb", "\u001b[2J", "x".repeat(200)])(
  "--json names the file %j as it is called, so that it can be found again",
  async (name) => {
    writeFileSync(join(folder.path, name), key);
    const { code, out } = await scan(["--rules", rules, "--json", name]);
    const { findings } = JSON.parse(out) as { findings: { file: string }[] };
    expect([code, findings.map(({ file }) => file)]).toEqual([1, [name]]);
    expect(existsSync(join(folder.path, findings[0]?.file ?? ""))).toBe(true);
  },
);

/** A folder of rules whose local file has these contents. */
function rulesWith(name: string, local: string): string {
  const path = join(folder.path, name);
  mkdirSync(path, { recursive: true });
  writeRules(path, { local });
  return path;
}

const IGNORED = "the file of local rules has faults and is ignored";
const NOT_CLEAN = {
  code: "rules_not_in_force",
  message: containing("not by all rules that were asked for"),
  hint: containing("warnings"),
};

test("where own rules are not in force, what is found counts, and nothing is clean", async () => {
  const faulty = rulesWith("faulty", "{");
  const json = async (input: string) => {
    const { code, out, err } = await scan(["--rules", faulty, "--json", "-"], { input });
    expect(err).toContain(`warning: ${IGNORED}\n  dlp_patterns_local.json: line 1`);
    return [code, JSON.parse(out) as unknown] as const;
  };
  const warnings = [IGNORED, matching(/^dlp_patterns_local\.json: line 1/)];
  expect(await json("hello")).toEqual([
    2,
    { blocked: false, findings: [], errors: [NOT_CLEAN], warnings },
  ]);
  const [code, found] = await json(key);
  expect(code).toBe(1);
  expect(found).toMatchObject({ blocked: true, errors: [], warnings });
});

test.each([
  ["a scan", []],
  ["a quiet one", ["-q"]],
  ["a redaction", ["--redact"]],
])("%s that finds nothing says why that is not clean", async (_, flags) => {
  const faulty = rulesWith(`faulty${flags.join("")}`, "{");
  const { code, out, err } = await scan(["--rules", faulty, ...flags, "-"], { input: "hello" });
  expect([code, out]).toEqual([2, flags.includes("--redact") ? "hello" : ""]);
  expect(err).toMatch(/^warning: [^]*\nerror: nothing was found, but [^]*\nhint: mend what the/);
  expect((await scan(["--rules", faulty, ...flags, "-"], { input: key })).code).toBe(1);
});

test("shipped files that were changed stand in the document; by others than were asked for nothing is clean", async () => {
  const named = ["dlp_patterns.json", "ai_allowed.txt"];
  const changed = rulesWith("changed", "[]");
  writeFileSync(join(changed, "ai_allowed.txt"), "");
  const json = async (names: readonly string[]): Promise<readonly unknown[]> => {
    const files = names.map((name) => ({ name, sha256: "0".repeat(64) }));
    const text = JSON.stringify({ manifest_version: "1.0.0", files });
    writeFileSync(join(changed, "manifest.json"), text);
    const { code, out } = await scan(["--rules", changed, "--json", "-"], { input: "hello" });
    return [code, JSON.parse(out) as unknown];
  };
  const warnings = named.map((name): unknown => containing(`${name}: differs from the manifest`));
  const answer = { blocked: false, findings: [] };
  expect(await json(named)).toEqual([2, { ...answer, errors: [NOT_CLEAN], warnings }]);
  // Lists of hosts are nothing to a scan.
  expect(await json(named.slice(1))).toEqual([
    0,
    { ...answer, errors: [], warnings: warnings.slice(1) },
  ]);
});

test.skipIf(process.platform === "win32").each([
  ["closed", "<&-"],
  ["the null device", "</dev/null"],
])("standard input that is %s is nothing to scan, and not clean", (_, redirection) => {
  using home = temporaryHome();
  const run = (words: string) => {
    const { status, stdout, stderr } = spawnSync(
      "/bin/sh",
      ["-c", `"$NODE" "$WEIR" scan --rules "$RULES" ${words} ${redirection}`],
      {
        cwd: folder.path,
        env: { ...process.env, ...home.env, NODE: process.execPath, WEIR: PROGRAM, RULES: rules },
        encoding: "utf8",
      },
    );
    return { status, stdout, stderr };
  };
  const told = containing("error: standard input is closed or /dev/null: there is nothing to scan");
  for (const words of ["", "-", "--redact -"]) {
    expect(run(words)).toEqual({ status: 2, stdout: "", stderr: told });
  }
  expect(run("--json -").stdout).toContain('"stdin_is_nothing"');
  writeFileSync(join(folder.path, "hit.txt"), key);
  expect(run("- hit.txt")).toMatchObject({ status: 2, stdout: containing("hit.txt:1:1: ") });
});

test.skipIf(process.platform === "win32")(
  "what is told to do about a folder does it, and ends with 1 where something is found or can't be read",
  async () => {
    const named = await scan(["--rules", rules, folder.path]);
    const [told = ""] = /find DIR .* \+/.exec(named.err) ?? [];
    using home = temporaryHome();
    const run = (dir: string): number | null => {
      const words = told.replace("DIR", '"$0"').replace("weir scan", '"$1" "$2" scan --rules "$3"');
      const args = ["-c", words, dir, process.execPath, PROGRAM, rules];
      return spawnSync("/bin/sh", args, { env: { ...process.env, ...home.env } }).status;
    };
    const at = (name: string): string => join(folder.path, "tree", name);
    mkdirSync(at("deep"), { recursive: true });
    writeFileSync(at("clean file.txt"), "hello");
    expect([told, run(at(""))]).toEqual([matching(/^find DIR/), 0]);
    writeFileSync(at("deep/hit\n.txt"), key);
    expect(run(at(""))).toBe(1);
  },
);

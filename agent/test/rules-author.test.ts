import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillTemplate, seededRandom } from "@weir/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadRules } from "../src/rules/load.ts";
import { acmeKey, FIXTURE_PATTERNS, temporaryFolder, writeRules } from "./fixture-rules.ts";
import { containing, including, matching } from "./matchers.ts";
import { weir } from "./run-cli.ts";

const [acme] = FIXTURE_PATTERNS;
const folder = temporaryFolder();
const rules = join(folder.path, "rules");
const localPath = join(rules, "local", "dlp_patterns_local.json");

beforeAll(() => {
  mkdirSync(rules);
  writeRules(rules);
});
afterAll(() => folder.remove());

const make = async (name: string, ...args: string[]) =>
  weir(["rules", "new", name, "--category", "cloud", "--rules", rules, ...args]);

test("rules new prints an entry made of an example, and says nothing against it", async () => {
  const { code, out, err } = await make("Zeta API Key", "--example", "zeta_{hex:40}");
  expect([code, err]).toEqual([0, "no faults, 0 remarks\n"]);
  expect(JSON.parse(out)).toMatchObject({
    name: "Zeta API Key",
    category: "cloud",
    severity: "high",
    regex: "\\bzeta_[0-9a-f]{40}\\b",
    prefix: "zeta_",
    score_weight: 2,
  });
});

test.each([
  ["Emp No", ["emp"]],
  ["What Is New in It of Acme", ["acme"]],
  ["Staff Number to Use", ["staff"]],
])("rules new takes no little word of %j as a hotword", async (name, hotwords) => {
  const { code, out } = await make(name, "--example", "4711-0815");
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ hotwords })]);
});

test("rules new --file makes the local file and adds to it; the patterns are in force and checked", async () => {
  expect((await make("Zeta Key", "--example", "zeta_{hex:40}", "--file", localPath)).code).toBe(0);
  expect(statSync(localPath).mode & 0o777).toBe(0o600);
  const value = fillTemplate("eta-{base62:32}", seededRandom("plain"));
  const plain = await make("Eta Key", "--example", `ETA="${value}"`, "--file", localPath);
  expect(plain).toMatchObject({ code: 0, out: "", err: containing("added to") });
  const text = readFileSync(localPath, "utf8");
  expect(text).not.toContain(value.slice(4));
  expect(text).toContain("eta-{base62:32}");
  expect(
    loadRules(rules)
      .patterns.map(({ name }) => name)
      .slice(-2),
  ).toEqual(["Zeta Key", "Eta Key"]);
  expect((await weir(["scan", "--rules", rules, "-q"], { input: value })).out).toContain("Eta Key");
  const checked = await weir(["rules", "check", "--rules", rules, localPath]);
  expect(checked).toEqual({ code: 0, out: "2 patterns, no faults\n", err: "" });
  const all = await weir(["rules", "check", "--rules", rules]);
  expect(all).toMatchObject({ code: 0, out: "6 patterns, no faults\n" });
});

test("rules new keeps what stands in a file as it stands, and leaves a faulty one alone", async () => {
  const path = join(folder.path, "hand.json");
  const hand = `[ ${JSON.stringify({ ...acme, name: "By Hand" })}\n\n]\n`;
  writeFileSync(path, hand);
  await make("Zeta Key", "--example", "zeta_{hex:40}", "--file", path);
  const text = readFileSync(path, "utf8");
  expect(text.startsWith(hand.trimEnd().slice(0, -1).trimEnd())).toBe(true);
  expect(JSON.parse(text)).toHaveLength(2);
  const windows = `\ufeff${hand.replaceAll("\n", "\r\n")}`;
  writeFileSync(path, windows);
  expect((await make("Zeta Key", "--example", "zeta_{hex:40}", "--file", path)).code).toBe(0);
  const added = readFileSync(path, "utf8");
  expect(added.startsWith(windows.trimEnd().slice(0, -1).trimEnd())).toBe(true);
  expect(added).not.toMatch(/[^\r]\n/);
  for (const faulty of ["", "[{", '[{"name": "A"}]', "{}"]) {
    writeFileSync(path, faulty);
    const { code, err } = await make("Theta Key", "--example", "theta_{hex:40}", "--file", path);
    expect(code).toBe(2);
    expect(err).toMatch(/hand\.json:(?:1:)? /);
    expect(readFileSync(path, "utf8")).toBe(faulty);
  }
});

test.each<[string, string[], RegExp]>([
  ["Acme Key", ["--example", "acme_{base62:24}"], /"Acme Key" is shipped; choose another name/],
  ["Bad", ["--regex", "(?=x)"], /regex: is not RE2/],
  ["Bad", ["--regex", "x.{900}y"], /regex: is slow/],
  ["Bad", ["--regex", "x*"], /matches the empty text/],
  ["Bad", [], /needs a regex, or an example/],
  ["Bad", ["--example", "hello"], /write it as a template/],
  ["Bad:", ["--example", "acme_{base62:24}"], /name: has a character that is not allowed there/],
  ["Zeta", ["--example", "zeta_{hex:40}", "--file", "/dev/null/none/x.json"], /can't be written/],
])("rules new %j %j is refused with exit code 2", async (name, args, told) => {
  const { code, out, err } = await make(name, ...args);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(told);
  expect(err).toContain("\nhint: ");
  // No file has these faults.
  expect(err).not.toContain("the rules have faults");
});

test("rules new tells of overlaps with the patterns in force, and of examples that do not block", async () => {
  const like = await make("Like Acme", "--example", "acme_{base62:24}");
  expect(like).toMatchObject({ code: 0, err: containing('"Acme Key" blocks') });
  const wrong = await make("Wrong", "--regex", "wrong_[0-9]{30}", "--example", "wrong_{lower:30}");
  expect(wrong).toMatchObject({ code: 1, err: matching(/examples\[0\]: does not block/) });
});

test("rules check --verbose shows remarks with their lines, --json everything", async () => {
  const path = join(folder.path, "checked.json");
  const loose = { ...acme, name: "Loose", regex: "loose_.{8,}", prefix: "loose_" };
  const patterns = [
    { ...loose, examples: ["loose_{base62:20}"], counter_examples: [acmeKey("n")] },
  ];
  writeFileSync(path, JSON.stringify({ patterns }, undefined, 2));
  const check = async (...args: string[]) => weir(["rules", "check", ...args, path]);
  expect(await check()).toMatchObject({ code: 0, out: "1 pattern, no faults\n" });
  const { code, out } = await check("--verbose");
  expect(code).toBe(0);
  expect(out).toMatch(/^checked\.json:7: remark: patterns\[0\] "Loose" regex: blocks with /m);
  expect(out).toMatch(/\n1 pattern, no faults, [0-9]+ remarks\n$/);
  const json = await check("--json");
  expect(JSON.parse(json.out)).toMatchObject({
    patterns: 1,
    findings: including(
      expect.objectContaining({ file: "checked.json", line: 7, kind: "loose", level: "remark" }),
    ),
  });
  writeFileSync(path, "[{}]");
  const refused = await check("--json");
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.out)).toMatchObject({
    findings: including(expect.objectContaining({ kind: "invalid", level: "fault" })),
  });
});

test("rules check takes an override that changes what blocks; examples of its own must block", async () => {
  const checkLocal = async (entry: object) => {
    writeFileSync(localPath, JSON.stringify([entry]));
    return weir(["rules", "check", "--verbose", localPath, "--rules", rules]);
  };
  mkdirSync(join(rules, "local"), { recursive: true });
  const name = "Acme Key";
  const quieter = await checkLocal({ name, severity: "low" });
  expect(quieter).toMatchObject({ code: 0, out: containing("1 pattern, no faults") });
  expect(quieter.out).toContain('remark: patterns[0] "Acme Key" examples[0]: of the shipped');
  expect((await checkLocal({ name, min_matches: 3 })).code).toBe(0);
  const own = await checkLocal({ name, severity: "low", examples: ["nothing"] });
  expect(own).toMatchObject({ code: 1, out: containing("examples[0]: does not block") });
});

test("the guide's override of a shipped pattern is without fault", async () => {
  const guide = readFileSync(new URL("../../docs/guide/patterns.md", import.meta.url), "utf8");
  const [, entry = ""] = /`(\{"name": [^`]*\})` changes/.exec(guide) ?? [];
  const path = join(folder.path, "dlp_patterns_local.json");
  writeFileSync(path, `[${entry}]`);
  const { code, out } = await weir(["rules", "check", path]);
  expect([code, out]).toEqual([0, "1 pattern, no faults\n"]);
});

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fillTemplate, seededRandom } from "@weir/engine";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { loadRules } from "../src/rules/load.ts";
import { agentHome, startAgent } from "./agent-process.ts";
import { acmeKey, FIXTURE_PATTERNS, temporaryFolder, writeRules } from "./fixture-rules.ts";
import { matching } from "./matchers.ts";
import { weir } from "./run-cli.ts";

const [acme] = FIXTURE_PATTERNS;
const mine = {
  name: "My Key",
  category: "cloud",
  severity: "critical",
  regex: "mine_[a-z]{24}",
  prefix: "mine_",
  score_weight: 2,
};
const myKey = (seed: string): string => fillTemplate("mine_{lower:24}", seededRandom(seed));

const folder = temporaryFolder();
const rules = join(folder.path, "rules");
const localPath = join(rules, "local", "dlp_patterns_local.json");

beforeAll(() => mkdirSync(rules));
beforeEach(() => {
  rmSync(dirname(localPath), { recursive: true, force: true });
  writeRules(rules);
});
afterAll(() => folder.remove());

const write = (content: unknown): void =>
  writeFileSync(
    localPath,
    typeof content === "string" || content instanceof Uint8Array
      ? content
      : JSON.stringify(content, undefined, 1),
  );

/** How a local file can be faulty: its name, how it comes about, and what is said of it: place, reason and cure. */
const FAULTY: readonly (readonly [string, () => void, RegExp])[] = [
  ["empty", () => write(""), /: line 1, column 1: the file ends too early; is it complete\?$/],
  ["cut off", () => write('[\n {"name": "A'), /: line 2, column 11: .*string is not closed/],
  ["another format", () => write("patterns:\n- name: A\n"), /: line 1, column 1: this is not JSON/],
  ["a number", () => write("7"), /: the file: must be an object/],
  ["not UTF-8", () => write(Uint8Array.of(0x5b, 0xe4, 0x5d)), /: is not UTF-8; save it as UTF-8$/],
  ["a folder", () => mkdirSync(localPath), /: is a folder; name a file in it$/],
  ["unreadable", () => symlinkSync(localPath, localPath), /: is a link that leads to itself; put/],
  [
    "an unknown field",
    () => write([mine, { ...mine, name: "B", sverity: "low" }]),
    /:17: patterns\[1\] "B" sverity: is not a known field$/,
  ],
  [
    "a regex of 100 KB",
    () => write([mine, { ...mine, name: "B", regex: `mine_${"a".repeat(100_000)}` }]),
    /:14: patterns\[1\] "B" regex: must have a length of at most 4096$/,
  ],
  [
    "a regex that is not RE2",
    () => write([mine, { ...mine, name: "B", regex: "mine_(?=a)" }]),
    /:14: patterns\[1\] "B" regex: is not RE2: .*, at character [0-9]+$/,
  ],
  [
    "a regex that matches the empty text",
    () => write([mine, { ...mine, name: "B", prefix: undefined, regex: "(?:mine_)*" }]),
    /:14: patterns\[1\] "B" regex: matches the empty text; make one part of it obligatory$/,
  ],
  [
    "a slow regex",
    () => write([mine, { ...mine, name: "B", prefix: undefined, regex: "x.{900}y" }]),
    /:14: patterns\[1\] "B" regex: is slow: .*; write \* or \{n,\}/,
  ],
  [
    "a slow regex behind a prefix",
    () => write([mine, { ...mine, name: "B", regex: "mine_[a-z_]{300}[a-z_]{0,1000};" }]),
    /:14: patterns\[1\] "B" regex: is slow: /,
  ],
  [
    "a shipped name for something else",
    () => write([mine, { ...mine, name: "Acme Key" }]),
    /:14: patterns\[1\] "Acme Key" regex: shadows the shipped pattern .*; give the pattern another name/,
  ],
  [
    "a shipped name in another spelling",
    () => write([mine, { ...mine, name: "ACME key" }]),
    /:11: patterns\[1\] "ACME key" name: is the shipped name "Acme Key" in another spelling; give it/,
  ],
  [
    "a shipped name with another regex, and nothing else",
    () => write([mine, { name: "Acme Key", regex: "x" }]),
    /: patterns\[1\] "Acme Key" regex: shadows the shipped pattern/,
  ],
  [
    "a shipped name in another spelling, and nothing else",
    () => write([mine, { name: "ACME key" }]),
    /: patterns\[1\] "ACME key" name: is the shipped name "Acme Key" in another spelling/,
  ],
  [
    "one name twice",
    () => write([mine, { ...mine, name: "B" }, { ...mine, name: "B" }]),
    /:19: patterns\[2\] "B" name: is the name of patterns\[1\] "B" already; give it another one$/,
  ],
  [
    "a category that there is not, and is not offered that of canaries",
    () => write([mine, { ...mine, name: "B", category: "pi" }]),
    /:12: patterns\[1\] "B" category: must be "ai_ml" or .* or "pii" or "productivity"$/,
  ],
  [
    "the category of canaries",
    () => write([mine, { ...mine, name: "B", category: "canary" }]),
    /:12: patterns\[1\] "B" category: canary is kept for planted tokens; choose/,
  ],
];

/** Is the first pattern good, so that it can count where the others can't? */
const hasGood = (told: RegExp): boolean => told.source.includes("patterns");

test.each(FAULTY)("weir rules check refuses a local file that is %s", async (_, make, told) => {
  rmSync(localPath, { force: true });
  make();
  const { code, out, err } = await weir(["rules", "check", "--rules", rules, localPath]);
  expect([code, out]).toEqual([2, ""]);
  const details = err.split("\n").filter((line) => line.startsWith("  "));
  const [first = ""] = details;
  expect(details).toHaveLength(1);
  expect(/^ {2}(?:is |dlp_)/.test(first)).toBe(true);
  expect(first.startsWith("  is ") ? `: ${first.trim()}` : first).toMatch(told);
  expect(err).toMatch(/\nhint: /);
});

test.each(FAULTY)(
  "of a local file that is %s, the good patterns count and the shipped stay",
  (_, make, told) => {
    make();
    const { patterns, local } = loadRules(rules);
    expect(local.faults).toEqual([matching(told)]);
    expect(patterns.map(({ name }) => name)).toEqual([
      ...FIXTURE_PATTERNS.map(({ name }) => name),
      ...(hasGood(told) ? ["My Key"] : []),
      ...(told.source.includes("already") ? ["B"] : []),
    ]);
    expect(patterns[0]).toMatchObject({ name: "Acme Key", regex: acme.regex });
  },
);

test("a running agent takes up a local file; a faulty one changes nothing and says why", async () => {
  using home = agentHome();
  const agent = await startAgent(home, { args: ["--rules", rules] });
  const taken = (): number =>
    agent.events().filter(({ event }) => event === "config_reloaded").length;
  const reload = async (): Promise<void> => {
    const before = taken();
    agent.signal("SIGHUP");
    await expect.poll(taken, { timeout: 20_000 }).toBe(before + 1);
  };
  try {
    expect((await agent.scan(myKey("a"))).blocked).toBe(false);
    write([mine]);
    await reload();
    expect((await agent.scan(myKey("b"))).pattern_name).toBe("My Key");
    for (const [, make, told] of FAULTY) {
      rmSync(localPath, { recursive: true, force: true });
      make();
      const logged = agent.log().length;
      await reload();
      const said = agent.log().slice(logged);
      expect(said).toContain(
        "warning: the file of local rules has faults and changes nothing; the local rules in force stay\n",
      );
      expect(said.split("\n").find((line) => line.startsWith("  "))).toMatch(told);
      expect(agent.events().at(-2)).toMatchObject({ event: "local_rules_ignored", faults: 1 });
      expect((await agent.scan(myKey("c"))).pattern_name).toBe("My Key");
      expect((await agent.scan(acmeKey("d"))).pattern_name).toBe("Acme Key");
    }
    rmSync(localPath, { recursive: true, force: true });
    await reload();
    expect((await agent.scan(myKey("e"))).blocked).toBe(false);
  } finally {
    await agent.stop();
  }
});

test("an agent that starts on a faulty local file has its good patterns and says what is wrong", async () => {
  write([mine, { ...mine, name: "B", regex: "(" }]);
  using home = agentHome();
  const agent = await startAgent(home, { args: ["--rules", rules] });
  try {
    expect((await agent.scan(myKey("a"))).pattern_name).toBe("My Key");
    expect(agent.log()).toMatch(
      /^warning: the file of local rules has faults; its other patterns are in force\n {2}dlp_patterns_local\.json:14: /,
    );
  } finally {
    await agent.stop();
  }
});

test("weir rules sample and show know local patterns, and what a local entry changes of a shipped one", async () => {
  const changed = { name: acme?.name, severity: "low", examples: ["acme_{lower:24}"] };
  write([{ ...mine, examples: ["mine_{lower:24}"] }, changed]);
  const run = async (...words: string[]) => weir(["rules", ...words, "--rules", rules]);
  const sample = await run("sample", "my key", "--seed", "a");
  expect(sample).toEqual({ code: 0, out: `${myKey("a")}\n`, err: "" });
  expect((await run("sample", "Acme Key")).out).toMatch(/^acme_[a-z]{24}\n$/);
  const shown = await run("show", "Acme Key");
  expect(shown.out).toMatch(/^severity +low\n(?:.*\n)*examples +acme_\{lower:24\}$/m);
  write([{ ...mine, sverity: "low" }]);
  expect(await run("sample", "Acme Key")).toMatchObject({ code: 0, err: matching(/^warning: /) });
});

test("an entry with a shipped name overrides key by key and can't change what is found", () => {
  write([{ name: "Acme Key", severity: "low", hotwords: ["urgent"] }]);
  const [first] = loadRules(rules).patterns;
  expect(first).toMatchObject({
    name: "Acme Key",
    severity: "low",
    regex: acme.regex,
    prefix: "acme_",
    score_weight: 2,
    hotwords: ["urgent"],
  });
  write([{ ...acme, severity: "low" }]);
  expect(loadRules(rules).local.faults).toEqual([]);
});

test("the lines of faults are those of the file, however it is laid out", () => {
  const text = `{\n\n "patterns" : [ ${JSON.stringify(mine)},\n  {\n "name": "B,\\"[",\n\n "regex"\n:\n "("}]}`;
  write(text.replace('B,\\"[', "B"));
  expect(loadRules(rules).local.faults[0]).toMatch(
    /^dlp_patterns_local\.json:[49]: patterns\[1\] "B"/,
  );
  expect(readFileSync(localPath, "utf8")).toContain('"B"');
});

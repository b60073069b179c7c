// What a configuration names and is not there: told by config check and by the agent alike.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fillTemplate, seededRandom } from "@weir/engine";
import { agentHome, startAgent } from "./agent-process.ts";
import type { AgentHome } from "./agent-process.ts";
import { FIXTURE_PATTERNS, writeRules } from "./fixture-rules.ts";
import { weir } from "./run-cli.ts";

let home: AgentHome;
let rules: string;
beforeEach(() => {
  home = agentHome();
  rules = join(home.path, "rules");
  mkdirSync(rules);
  writeRules(rules);
});
afterEach(() => home[Symbol.dispose]());

const ownPattern = {
  ...FIXTURE_PATTERNS[0],
  name: "My Key",
  regex: "mine_[a-z]{24}",
  prefix: "mine_",
};

const check = async () => home.run("config", "check");

describe("a policy of a category that no list has", () => {
  const lines = (policies: string): string => {
    const list = join(home.path, "games.txt");
    writeFileSync(list, "play.example\n");
    return `rules_dir: ${rules}\nrule_paths: [${list}]\ncategory_policies: ${policies}\n`;
  };

  test("is a fault of the configuration, with the name that was meant", async () => {
    home.writeConfig(lines("{ai_othr: deny, xyzzy: deny, ai_other: deny, games: allow}"));
    const place = `${home.configPath}:3:1: category_policies`;
    expect(await check()).toEqual({
      code: 2,
      out: "",
      err:
        "error: the configuration has faults\n" +
        `  ${place}.ai_othr: is not a known category; did you mean ai_other?\n` +
        `  ${place}.xyzzy: is not a known category; weir policy list names them\n` +
        "hint: mend the lines above; weir config check tells when none is left\n",
    });
    home.writeConfig(lines("{ai_other: deny, games: allow}"));
    expect(await check()).toMatchObject({ code: 0, err: "" });
  });

  test("is warned of at the start and at a reload", async () => {
    home.writeConfig(lines("{ai_othr: deny}"));
    const agent = await startAgent(home);
    const told = () => agent.events().filter(({ event }) => event === "policies_without_effect");
    expect(told()).toMatchObject([{ level: "warn", policies: 1 }]);
    expect(agent.log()).toContain(
      "category_policies.ai_othr: is not a known category; did you mean ai_other?",
    );
    home.writeConfig(lines("{ai_other: deny, gamez: allow}"));
    agent.signal("SIGHUP");
    await expect.poll(told).toHaveLength(2);
    expect(agent.log()).toContain("category_policies.gamez: is not a known category");
    await agent.stop();
  });
});

test.each(["file", "file/below"])(
  "a data folder that can't be one, as %s, is a fault of its line",
  async (name) => {
    writeFileSync(join(home.path, "file"), "");
    const configure = (folder: string): void =>
      home.writeConfig(`rules_dir: ${rules}\ndata_dir: ${join(home.path, folder)}\n`);
    configure(name);
    expect(await check()).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `${home.configPath}:2:1: data_dir: is a file, or below one`,
      ) as string,
    });
    configure("folder/below");
    expect(await check()).toMatchObject({ code: 0, err: "" });
  },
);

describe("rules that an agent would refuse", () => {
  const gone = "there is no such file; check its name";

  test.each([
    [
      ["rules_dir"],
      [`rules_dir: HOME/rules_dir/dlp_patterns.json: ${gone}`, "rules_dir: HOME/rules_dir/dlp_ex"],
    ],
    [["dlp_patterns"], [`dlp_patterns: HOME/dlp_patterns: ${gone}`]],
    [
      ["dlp_patterns", "dlp_exclusions"],
      [`dlp_patterns: HOME/dlp_patterns: ${gone}`, `dlp_exclusions: HOME/dlp_exclusions: ${gone}`],
    ],
  ])("are a fault of the configuration where %j is missing", async (keys, faults) => {
    const named = keys.map((key) => `${key}: ${join(home.path, key)}\n`);
    home.writeConfig(
      `rules_dir: ${rules}\n`.repeat(keys[0] === "rules_dir" ? 0 : 1) + named.join(""),
    );
    const { code, err } = await check();
    expect(code).toBe(2);
    for (const fault of faults) expect(err).toContain(`  ${fault.replace("HOME", home.path)}`);
    expect(err.match(/^ {2}/gm)).toHaveLength(faults.length);
    expect(await home.run("reload")).toEqual({ code: 2, out: "", err });
    expect((await home.run("run", "--no-dns")).code).toBe(2);
  });

  test("are a fault with what is wrong in them, and none once it is mended", async () => {
    const path = join(home.path, "own.json");
    home.writeConfig(`rules_dir: ${rules}\ndlp_patterns: ${path}\n`);
    writeFileSync(path, '{"patterns": []}');
    const { code, err } = await check();
    expect([code, err.split("\n")[1]]).toEqual([
      2,
      "  own.json: patterns: holds no pattern; put patterns in, or the file as it was",
    ]);
    writeFileSync(path, JSON.stringify([FIXTURE_PATTERNS[0]]));
    expect(await check()).toMatchObject({ code: 0, err: "" });
  });
});

test("faults of this machine's own patterns and lists are faults with file and line, and none once they are mended", async () => {
  const local = join(rules, "local");
  home.writeConfig(`rules_dir: ${rules}\n`);
  writeFileSync(join(local, "block_domains.txt"), "good.example\nhttp://bad.example/x\n");
  writeFileSync(join(local, "dlp_patterns_local.json"), '[\n  {"name": "A", "regex": "("}\n]\n');
  const { code, err } = await check();
  expect(code).toBe(2);
  expect(err).toContain(`  ${local}/block_domains.txt: block_domains.txt:2: `);
  expect(err).toContain(
    `  ${local}/dlp_patterns_local.json: dlp_patterns_local.json:2: patterns[0] "A" severity: is missing`,
  );
  expect(err).not.toContain("bad.example");
  writeFileSync(join(local, "block_domains.txt"), "good.example\n");
  writeFileSync(join(local, "dlp_patterns_local.json"), JSON.stringify([ownPattern]));
  expect(await check()).toMatchObject({ code: 0, err: "" });
});

describe("weir scan and weir rules list", () => {
  const text = fillTemplate("mine_{lower:24}", seededRandom("own"));

  test("go by the rules, thresholds and weights of the configuration, and by --rules before it", async () => {
    const local = join(rules, "local", "dlp_patterns_local.json");
    writeFileSync(local, JSON.stringify([ownPattern]));
    writeFileSync(join(home.path, "note.txt"), text);
    const scan = async (...args: string[]) => home.run("scan", ...args, "note.txt");
    const list = async (...args: string[]) => (await home.run("rules", "list", ...args)).out;
    expect((await scan()).code).toBe(0);
    home.writeConfig(`rules_dir: ${rules}\n`);
    expect(await scan()).toMatchObject({
      code: 1,
      out: "note.txt:1:1: My Key (critical, score 3)\n",
    });
    expect(await list()).toContain("My Key");
    expect((await home.run("rules", "show", "my key")).code).toBe(0);
    const other = join(home.path, "other");
    mkdirSync(other);
    writeRules(other);
    expect((await scan("--rules", other)).code).toBe(0);
    expect(await list("--rules", other)).not.toContain("My Key");
    const strict = join(home.path, "strict.yaml");
    writeFileSync(strict, `rules_dir: ${rules}\nthresholds: {critical: 9}\n`, { mode: 0o600 });
    expect(await scan("--config", strict)).toMatchObject({ code: 0, out: "" });
    home.writeConfig("rules_dir: nowhere\n");
    expect(await scan()).toMatchObject({ code: 2, out: "" });
  });

  test("want no home folder and no agent", async () => {
    const env = {
      HOME: "",
      WEIR_DATA_DIR: "",
      XDG_STATE_HOME: "",
      XDG_CONFIG_HOME: "",
    };
    expect(await weir(["scan", "-"], { env, input: "nothing" })).toMatchObject({
      code: 0,
      err: "",
    });
  });
});

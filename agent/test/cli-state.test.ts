import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentHome } from "./agent-process.ts";
import { containing, matching } from "./matchers.ts";
import { useAgent } from "./use-agent.ts";

const { home, agent } = await useAgent();
const { run } = home;

/** Runs a command that speaks to the agent. */
const ask = async (...args: string[]) => run(...args, "--url", agent.url);

test.each([
  ["config"],
  ["config", "check"],
  ["config", "show"],
  ["config", "init"],
  ["canary"],
  ["canary", "create"],
  ["canary", "list"],
  ["canary", "rm"],
  ["companion"],
  ["companion", "pair"],
  ["companion", "list"],
  ["companion", "forget"],
  ["token"],
  ["token", "rotate"],
  ["reload"],
])("weir %s %s --help shows examples", async (...words) => {
  const { code, out, err } = await run(...words.filter(Boolean), "--help");
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`\nExamples:\n  weir ${words.join(" ")}`);
});

test.each([
  "reload",
  "canary",
  "hosts",
  "dns restore",
  "dns resume",
  "token rotate",
  "companion list",
])(
  "weir %s --help says what it does, in lines that are as long as the terminal has room for",
  async (words) => {
    const { out } = await run(...words.split(" "), "--help");
    const [, description = ""] = out.split("\n\n");
    const [first = "", second] = description.split("\n");
    expect(first).toMatch(/^[A-Z]/);
    // What follows had no room in the line before it, unless it begins anew, as exit codes do.
    const [word = ""] = (second ?? "Exit").split(" ");
    expect(word === "Exit" || first.length + 1 + word.length >= 80).toBe(true);
  },
);

test("the commands find the agent where it listens, though its configuration names another address", async () => {
  expect(await run("status")).toMatchObject({ code: 0, out: containing("patterns       4") });
  expect((await run("canary", "list")).code).toBe(0);
});

test.each([
  ["canary list", "there is no canary\n"],
  ["companion list", "no companion is paired\n"],
  ["hosts list", "both lists are empty\n"],
])("weir %s says where there is nothing to list, and prints nothing", async (words, err) => {
  expect(await run(...words.split(" "))).toEqual({ code: 0, out: "", err });
});

describe("weir canary", () => {
  test("creates, lists and deletes through the running agent", async () => {
    expect((await ask("canary", "create", "pay\u202eroll")).code).toBe(2);
    const created = await ask("canary", "create", "payroll");
    expect(created).toMatchObject({ code: 0, out: matching(/^WEIR[A-Z2-7]{16}\n$/) });
    const token = created.out.trim();
    expect((await agent.scan(token)).pattern_name).toBe("Canary:payroll");
    const id = /canary ([0-9a-f]{16}) is in force/.exec(created.err)?.[1] ?? "";
    const listed = await ask("canary", "list");
    expect(listed.out).toContain(`${id}  ${token}  payroll  (met 1 time, last 2`);
    const json = JSON.parse((await ask("canary", "list", "--json")).out) as unknown;
    expect(json).toMatchObject({ canaries: [{ id, token, trigger_count: 1 }] });
    expect((await ask("canary", "rm", id)).code).toBe(0);
    expect((await agent.scan(token)).blocked).toBe(false);
    expect(await ask("canary", "rm", id)).toMatchObject({
      code: 2,
      err: containing("error: no canary has this id\nhint: weir canary list"),
    });
  });

  test("plants a token in a file, which then blocks", async () => {
    const path = join(home.path, ".env");
    writeFileSync(path, "NAME=x\n");
    const { code, out } = await ask("canary", "create", "env", "--plant", ".env");
    expect(code).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(`NAME=x\nBACKUP_ACCESS_KEY_ID=${out.trim()}\n`);
    expect((await agent.scan(readFileSync(path, "utf8"))).pattern_name).toBe("Canary:env");
    const twice = await ask("canary", "create", "env", "--plant", ".env");
    expect(twice).toMatchObject({ code: 2, err: containing("holds a canary already") });
    for (const { id } of await agent.canaries()) {
      const { err } = await ask("canary", "rm", id);
      expect(err).toBe(
        `canary ${id} is gone; a file that it was planted in still holds its line\n`,
      );
    }
    const again = await ask("canary", "create", "env", "--plant", ".env");
    expect(again).toMatchObject({
      code: 2,
      err: matching(/holds a canary that this agent does not know.*\nhint: .* take its line out/),
    });
    expect(await agent.canaries()).toEqual([]);
  });

  test.each([
    ["notes.txt", "notes.txt", "", "of no format that is known"],
    ["broken JSON", "broken.json", "{", "is no JSON object, or has comments or a fault"],
    ["a folder", ".", undefined, "is not a file"],
    ["a folder that is not there", "nowhere/.env", undefined, "there is no folder for it"],
  ])(
    "that can't be planted in %s is deleted again, and the file stays",
    async (_, name, text, why) => {
      const path = join(home.path, name);
      if (text !== undefined) writeFileSync(path, text);
      const before = text === undefined ? existsSync(path) : readFileSync(path, "utf8");
      const refused = await ask("canary", "create", "x", "--plant", name);
      expect(refused).toMatchObject({ code: 2, out: "", err: containing(why) });
      expect(await agent.canaries()).toEqual([]);
      expect(text === undefined ? existsSync(path) : readFileSync(path, "utf8")).toBe(before);
    },
  );

  test("with a bad label is refused with exit code 2", async () => {
    const refused = await ask("canary", "create", "x".repeat(129));
    expect(refused).toMatchObject({ code: 2, err: containing("1 to 128 characters") });
  });

  test.each([["create", "x"], ["list"], ["rm", "0123456789abcdef"]])(
    "%s has exit code 3 where no agent answers",
    async (...words) => {
      using other = agentHome();
      other.writeConfig("api_listen: 127.0.0.1:9\n");
      for (const args of [[], ["--url", "http://127.0.0.1:9"]]) {
        expect(await other.run("canary", ...words, ...args)).toMatchObject({
          code: 3,
          out: "",
          err: containing("hint: start it: weir run"),
        });
      }
      expect(existsSync(other.dataDir)).toBe(false);
    },
  );
});

test("weir companion pair notes that the companion does not find this agent, which is at another port", async () => {
  const { code, out, err } = await run("companion", "pair");
  expect([code, out]).toEqual([0, matching(/^[A-Z0-9]{4}-[A-Z0-9]{4}\n$/)]);
  expect(err).toContain(
    `note: the browser companion asks 127.0.0.1:9191 alone, and finds no agent elsewhere; this one is at ${agent.url}\n`,
  );
});

test("weir status shows the store", async () => {
  const { code, out } = await ask("status");
  expect(code).toBe(0);
  expect(out).toMatch(/^store {10}in order$/m);
});

describe("weir reload", () => {
  test("has the running agent take up its configuration, and a faulty one is refused before it is told", async () => {
    home.writeConfig("log_level: debug\n");
    const reloads = () => agent.events().filter(({ event }) => event === "config_reloaded").length;
    expect(reloads()).toBe(0);
    expect((await run("reload")).code).toBe(0);
    await expect.poll(reloads).toBe(1);
    home.writeConfig("log_level: loud\n");
    expect(await run("reload")).toMatchObject({
      code: 2,
      err: containing("config.yaml:1:1: log_level: must be"),
    });
    home.writeConfig("");
    expect((await agent.ask("GET", "/api/stats")).status).toBe(200);
    expect(reloads()).toBe(1);
  });

  test("has exit code 3 where the file of the process is missing, wrong, or of a process that is no more", async () => {
    using other = agentHome();
    mkdirSync(other.dataDir, { mode: 0o700 });
    // It would end if it were told.
    const bystander = spawn("sleep", ["60"]);
    const texts = [
      undefined,
      "999999999\n1\n",
      `${bystander.pid ?? 0}\n1\n`,
      "x",
      "-1\n\n",
      "0\n\n",
    ];
    for (const text of texts) {
      if (text !== undefined) writeFileSync(join(other.dataDir, "weir.pid"), text);
      expect([text, (await other.run("reload")).code]).toEqual([text, 3]);
    }
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
    bystander.kill();
  });
});

describe("an agent that answers, though the data folder names none that runs", () => {
  /** The home of another user, or the agent's own where its file of the process could not be written. */
  const homeOfAnother = () => agentHome(`api_listen: 127.0.0.1:${agent.port}\n`);
  const asking = [
    ["canary", "list"],
    ["hosts", "list"],
    ["dns", "pause", "5"],
  ];

  test("is not said to be away, nor given a token that nobody offers it", async () => {
    using other = homeOfAnother();
    mkdirSync(other.dataDir, { mode: 0o700 });
    writeFileSync(join(other.dataDir, "api-token"), `${home.token()}\n`, { mode: 0o600 });
    for (const words of [...asking, ["reload"]]) {
      const { code, err } = await other.run(...words);
      expect([words, code]).toEqual([words, 2]);
      expect(err).toContain(`error: ${agent.url}: an agent answers here, but the data folder`);
      expect(err).toContain(`  data folder: ${other.dataDir}\n`);
      expect(err).toContain(words[0] === "reload" ? "start it again" : "name it: --url URL");
    }
  });

  test("is asked where it is named and the token can be read; else the place of the token is told", async () => {
    using other = homeOfAnother();
    const path = join(other.dataDir, "api-token");
    const askNamed = async (...words: readonly string[]) => other.run(...words, "--url", agent.url);
    for (const words of asking) {
      const missing = await askNamed(...words);
      expect([words, missing.code]).toEqual([words, 2]);
      expect(missing.err).toContain(`${other.dataDir}: the agent answers, but this data folder`);
    }
    mkdirSync(path, { recursive: true, mode: 0o700 });
    expect((await askNamed("canary", "list")).err).toContain(`error: ${path}: is a folder, and`);
    rmSync(path, { recursive: true });
    writeFileSync(path, `${home.token()}\n`, { mode: 0o600 });
    expect((await askNamed("canary", "list")).code).toBe(0);
    expect((await askNamed("dns", "pause", "5")).err).toContain("DNS layer does not run");
  });
});

describe("weir config", () => {
  test("init writes a preset's file once, for its owner alone; check and show read it", async () => {
    using own = agentHome();
    const command = async (...args: string[]) => own.run("config", ...args);
    expect(await command("check")).toMatchObject({ code: 0, out: containing("no file") });
    expect(await command("init", "--preset", "team")).toMatchObject({
      code: 0,
      out: `${own.configPath}\n`,
    });
    expect(statSync(own.configPath).mode & 0o777).toBe(0o600);
    expect((await command("check")).out).toBe(`${own.configPath}: no faults\n`);
    const shown = await command("show");
    expect(shown.out).toMatch(/^preset +team {2}\(.*config\.yaml:\d+\)$/m);
    expect(shown.out).toMatch(/^data_dir +.* {2}\(WEIR_DATA_DIR in the environment\)$/m);
    expect(JSON.parse((await command("show", "--json")).out)).toMatchObject({
      path: own.configPath,
    });
    expect(await command("init", "--preset", "personal")).toMatchObject({
      code: 2,
      err: containing("is there already"),
    });
    expect((await command("init", "--preset", "personal", "--force")).code).toBe(0);
    expect((await command("show")).out).toMatch(/^preset +personal /m);
    expect(await command("init")).toMatchObject({ code: 2, err: containing("--preset") });
    const named = await command("init", "--preset", "team", "--path", "it.yaml");
    expect(named.err).toBe("written; edit it, then: weir config check it.yaml\n");
  });

  test("check warns of a key without effect, which is no fault", async () => {
    using own = agentHome("proxy_enabled: true\n");
    expect(await own.run("config", "check")).toEqual({
      code: 0,
      out: `${own.configPath}: no faults\n`,
      err: containing("config.yaml:1:1: proxy_enabled: has no effect yet"),
    });
  });

  test("check tells every fault of a file with its line, and exit code 2", async () => {
    using own = agentHome();
    const path = join(own.path, "bad.yaml");
    writeFileSync(path, "api_listn: x\nalert_threshold_blocks: 1\n", { mode: 0o600 });
    const { code, out, err } = await own.run("config", "check", path);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(
      `  ${path}:1:1: api_listn: is not a known key; did you mean api_listen?\n`,
    );
    expect(err).toContain(`  ${path}:2:1: alert_threshold_blocks: must be`);
  });
});

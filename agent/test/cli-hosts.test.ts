// The commands that change hosts through the running agent: weir hosts and weir policy.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import type { AgentHome } from "./agent-process.ts";
import { writeRules } from "./fixture-rules.ts";
import { BLOCKED, closeUpstream, homeWith, openUpstream, startHosts } from "./hosts-agent.ts";
import { containing, matching } from "./matchers.ts";
import { weir } from "./run-cli.ts";

/** On no list. */
const OTHER = "qz7hosts.example";

beforeAll(openUpstream);
afterAll(closeUpstream);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An agent with a configuration, and the commands of its home. */
async function start(config = "") {
  const home = homeWith(config);
  const { agent, rcode } = await startHosts(home);
  closing.push(async () => {
    await agent.stop();
    home[Symbol.dispose]();
  });
  const { run } = home;
  return { home, agent, rcode, run };
}

const listText = (home: AgentHome, kind: string): string =>
  readFileSync(join(home.path, "local", `${kind}_domains.txt`), "utf8");

test.each([
  ["hosts"],
  ["hosts", "allow"],
  ["hosts", "block"],
  ["hosts", "rm"],
  ["hosts", "list"],
  ["policy"],
  ["policy", "list"],
  ["policy", "set"],
  ["policy", "unset"],
])("weir %s %s --help shows examples", async (...words) => {
  const { code, out, err } = await weir([...words.filter(Boolean), "--help"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`\nExamples:\n  weir ${words.join(" ")}`);
});

describe("weir hosts", () => {
  test("blocks, allows, lists and forgets names, each in force once the command is done", async () => {
    const { home, rcode, run } = await start();
    expect(await run("hosts", "block", `*.${OTHER.toUpperCase()}`)).toEqual({
      code: 0,
      out: "",
      err: `*.${OTHER.toUpperCase()} is blocked\n`,
    });
    expect(await rcode(`a.${OTHER}`)).toBe("NXDOMAIN");
    expect((await run("hosts", "allow", BLOCKED)).code).toBe(0);
    expect(await rcode(BLOCKED)).toBe("NOERROR");
    expect([listText(home, "allow"), listText(home, "block")]).toEqual([
      `${BLOCKED}\n`,
      `${OTHER}\n`,
    ]);
    expect(await run("hosts", "list")).toMatchObject({
      code: 0,
      out: `allow  ${BLOCKED}\nblock  ${OTHER}\n`,
    });
    const listed = JSON.parse((await run("hosts", "list", "--json")).out) as unknown;
    expect(listed).toEqual({ allow: [BLOCKED], block: [OTHER] });
    const removed = await run("hosts", "rm", OTHER, "--json");
    expect(JSON.parse(removed.out)).toEqual({ allow: [BLOCKED], block: [], until_restart: false });
    expect(await rcode(OTHER)).toBe("NOERROR");
    expect(await run("hosts", "rm", OTHER)).toMatchObject({
      code: 2,
      out: "",
      err: containing("hint: weir hosts list prints both"),
    });
  });

  test("tells which names under a blocked one other lists keep", async () => {
    const { run } = await start();
    const { code, err } = await run("hosts", "block", "openai.com");
    expect([code, err]).toEqual([
      0,
      containing("  auth.openai.com under it stays as ai_allowed has it\n"),
    ]);
    const { out } = await run("hosts", "block", "openai.com", "--json");
    expect(JSON.parse(out)).toMatchObject({ block: ["openai.com"], until_restart: false });
  });

  test.each([
    ["two words", "not one host name"],
    ["com", "not one host name"],
    ["https://chat.example/x", "not one host name"],
  ])("refuses %j with exit code 2", async (name, why) => {
    const { run } = await start();
    for (const word of ["allow", "block", "rm"]) {
      const refused = await run("hosts", word, name);
      expect(refused).toMatchObject({ code: 2, out: "", err: containing(why) });
    }
  });

  test("lets no start leave the names that a killed change had written beside the lists", async () => {
    const home = homeWith("");
    const left = join(home.path, "local", ".block_domains.txt.tmp");
    writeFileSync(left, "qz7left.exa");
    const { agent } = await startHosts(home);
    expect(existsSync(left)).toBe(false);
    await agent.stop();
    home[Symbol.dispose]();
  });

  test("tells of faulty lists, and changes nothing", async () => {
    const { home, agent, run } = await start();
    expect((await run("hosts", "block", OTHER)).code).toBe(0);
    const faulty = `${OTHER}\nno name at all/\n`;
    writeFileSync(join(home.path, "local", "block_domains.txt"), faulty);
    await expect.poll(() => agent.log()).toContain("host_lists_faulty");
    expect(await run("hosts", "rm", OTHER)).toMatchObject({
      code: 2,
      err: containing("a list of hosts has faults"),
    });
    expect(listText(home, "block")).toBe(faulty);
  });
});

describe("weir policy", () => {
  test("lists the categories and sets one, in force once the command is done", async () => {
    const { rcode, run } = await start();
    const { code, out } = await run("policy", "list");
    expect([code, out]).toEqual([
      0,
      "ai_allowed       allow\nai_chat_dlp      allow_with_dlp\nai_chat_blocked  deny\n" +
        "ai_other         allow_with_dlp\ndoh_hosts        (not in force)\n",
    ]);
    expect(await rcode(BLOCKED)).toBe("NXDOMAIN");
    expect(await run("policy", "set", "ai_chat_blocked", "allow")).toEqual({
      code: 0,
      out: "",
      err: "hosts of ai_chat_blocked pass untouched\n",
    });
    expect(await rcode(BLOCKED)).toBe("NOERROR");
    expect((await run("dns", "test", BLOCKED)).out).toContain(
      "and weir policy, or the API, has set ai_chat_blocked",
    );
    const set = await run("policy", "set", "ai_other", "deny", "--json");
    expect(JSON.parse(set.out)).toEqual({
      category: "ai_other",
      policy: "deny",
      until_restart: false,
    });
    const listed = JSON.parse((await run("policy", "list", "--json")).out) as object;
    expect(listed).toMatchObject({
      policies: [{}, {}, { category: "ai_chat_blocked", policy: "allow" }, { policy: "deny" }, {}],
    });
  });

  test("counts in what is exported while the agent runs", async () => {
    const { rcode, run } = await start();
    const other = "01.ai";
    const line = `\n${other} IN CNAME .\n`;
    expect((await run("export", "rpz")).out).not.toContain(line);
    expect((await run("policy", "set", "ai_other", "deny")).code).toBe(0);
    expect(await rcode(other)).toBe("NXDOMAIN");
    expect(await run("export", "rpz")).toMatchObject({ code: 0, out: containing(line) });
    expect((await run("policy", "set", "ai_chat_blocked", "allow")).code).toBe(0);
    expect((await run("export", "rpz")).out).not.toContain(`\n${BLOCKED} IN CNAME .\n`);
  });

  test("refuses what is no category and no policy", async () => {
    const { run } = await start();
    expect(await run("policy", "set", "no/such?list", "deny")).toMatchObject({
      code: 2,
      err: containing("hint: weir policy list"),
    });
    expect(await run("policy", "set", "ai_other", "perhaps")).toMatchObject({
      code: 2,
      err: containing("allow_with_dlp"),
    });
  });
});

test("on the team preset each change says that it ends with the agent", async () => {
  const { run } = await start("preset: team\n");
  const until = containing("until the agent is started again");
  expect(await run("hosts", "block", OTHER)).toMatchObject({ code: 0, err: until });
  expect(await run("policy", "set", "ai_other", "allow")).toMatchObject({ code: 0, err: until });
  expect(await run("hosts", "rm", OTHER)).toMatchObject({ code: 0, err: until });
});

test("on the managed preset everything can be read and nothing changed", async () => {
  const { run } = await start("preset: managed\n");
  for (const words of [
    ["hosts", "allow", BLOCKED],
    ["hosts", "block", OTHER],
    ["hosts", "rm", OTHER],
    ["policy", "set", "ai_other", "allow"],
    ["policy", "unset", "ai_other"],
  ]) {
    const err = containing("locked by the preset managed of the configuration file");
    expect(await run(...words)).toMatchObject({ code: 2, out: "", err });
  }
  expect((await run("hosts", "list")).code).toBe(0);
  expect((await run("policy", "list")).code).toBe(0);
});

test.each([
  ["hosts", "allow", OTHER],
  ["hosts", "block", OTHER],
  ["hosts", "rm", OTHER],
  ["hosts", "list"],
  ["policy", "list"],
  ["policy", "set", "ai_other", "deny"],
])("weir %s %s has exit code 3 where no agent runs", async (...words) => {
  using home = agentHome();
  expect(await home.run(...words)).toMatchObject({
    code: 3,
    out: "",
    err: containing("hint: start it: weir run"),
  });
});

test("where the lists can't be changed, the hint leads to a folder where they can", async () => {
  const { home, agent, run } = await start();
  // A file where the folder should be keeps even root from writing.
  rmSync(join(home.path, "local"), { recursive: true });
  writeFileSync(join(home.path, "local"), "");
  const refused = await run("hosts", "block", OTHER);
  expect([refused.code, refused.err]).toEqual([2, containing("can't be changed")]);
  const command = /change: (mkdir -p (~\S+) && cp -R '.+' \2);/.exec(refused.err)?.[1] ?? "exit 1";
  execFileSync("sh", ["-c", command], { env: { ...process.env, ...home.env } });
  const config = readFileSync(home.configPath, "utf8");
  home.writeConfig(config.replace(/rules_dir: .*/, "rules_dir: ~/.config/weir/rules"));
  expect((await run("reload")).code).toBe(0);
  await expect
    .poll(() => agent.events().map(({ event }) => event), { timeout: 10_000 })
    .toContain("config_reloaded");
  expect(await run("hosts", "block", OTHER)).toMatchObject({ code: 0 });
  const missing = await run("scan", "--rules", join(home.path, "nothing"), "-");
  expect(missing.err).toMatch(/rules_dir and --rules name a folder .*: mkdir -p DIR && cp -R '/);
});

test("a list of rule_paths that is missing or no list is told by config check with its path, and by the status", async () => {
  using own = agentHome();
  const gone = join(own.path, "gone.txt");
  const torn = join(own.path, "torn.txt");
  const good = join(own.path, "good.txt");
  writeFileSync(torn, Buffer.from("a.example\n\xff\n", "latin1"));
  writeFileSync(good, "b.example\n");
  const folder = writeRules(own.path);
  own.writeConfig(`rules_dir: ${folder}\nrule_paths: [${good}, ${gone}, ${torn}]\n`);
  expect(await own.run("config", "check")).toMatchObject({
    code: 2,
    out: "",
    err: containing(
      `  rule_paths[1]: ${gone}: gone.txt: there is no such file; check its name\n` +
        `  rule_paths[2]: ${torn}: torn.txt: holds bytes that are no text; save it as UTF-8\n`,
    ),
  });
  const agent = await startAgent(own, { args: ["--dns-listen", "127.0.0.1:0"] });
  const status = async () => own.run("status", "--url", agent.url);
  const { code, out } = await status();
  expect([code, out]).toEqual([1, matching(/^lists {10}of hosts have faults/m)]);
  expect((await agent.ask("GET", "/api/status")).data).toMatchObject({
    status: "degraded",
    layers: { dns: { state: "running", last_error: "lists_faulty" } },
  });
  writeFileSync(gone, "c.example\n");
  writeFileSync(torn, "a.example\n");
  expect((await own.run("config", "check")).code).toBe(0);
  await expect.poll(async () => (await status()).code, { timeout: 15_000 }).toBe(0);
  await agent.stop();
});

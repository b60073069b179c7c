// Faults of this machine's own rules and lists that come up while the agent runs.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fillTemplate, seededRandom } from "@weir/engine";
import { afterEach, beforeEach, expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import type { AgentHome } from "./agent-process.ts";
import { acmeKey, FIXTURE_PATTERNS } from "./fixture-rules.ts";
import { writeShipment } from "./operator-rules.ts";

const own = { ...FIXTURE_PATTERNS[0], name: "My Key", regex: "mine_[a-z]{24}", prefix: "mine_" };
const ownKey = fillTemplate("mine_{lower:24}", seededRandom("own"));

let home: AgentHome;
let rules: string;
beforeEach(() => {
  home = agentHome();
  rules = writeShipment(join(home.path, "rules"));
  mkdirSync(join(rules, "local"), { recursive: true });
});
afterEach(() => home[Symbol.dispose]());

async function start() {
  const agent = await startAgent(home, { args: ["--rules", rules] });
  const named = (name: string) => agent.events().filter(({ event }) => event === name);
  const status = async (): Promise<unknown> => (await agent.ask("GET", "/api/status")).data;
  return { agent, named, status };
}

test("local rules with faults are told when mended shipped rules are taken up, and those in force stay", async () => {
  const [patterns, local] = ["dlp_patterns.json", "local/dlp_patterns_local.json"].map((name) =>
    join(rules, name),
  ) as [string, string];
  const good = readFileSync(patterns);
  writeFileSync(local, JSON.stringify([{ ...own, examples: [], counter_examples: [] }]));
  const { agent, named } = await start();
  writeFileSync(patterns, "{");
  await expect.poll(() => named("tamper_detected").length).toBe(1);
  writeFileSync(local, `[{"name": "A", "regex": "("}]`);
  writeFileSync(patterns, good);
  await expect.poll(() => named("tamper_cleared").length).toBe(1);
  expect(named("local_rules_ignored")).toMatchObject([{ faults: 2 }]);
  expect(agent.log()).toContain("the local rules in force stay\n  dlp_patterns_local.json:1: ");
  expect((await agent.scan(ownKey)).pattern_name).toBe("My Key");
  expect((await agent.scan(acmeKey("stays"))).pattern_name).toBe("Acme Key");
  await agent.stop();
});

test("faults of local patterns are told by the status until mended ones are taken up", async () => {
  const local = join(rules, "local", "dlp_patterns_local.json");
  const good = JSON.stringify([{ ...own, examples: [], counter_examples: [] }]);
  writeFileSync(local, `[{"name": "A"}]`);
  const { agent, named, status } = await start();
  const faulty = { status: "degraded", layers: { api: { last_error: "local_rules_faulty" } } };
  expect(await status()).toMatchObject(faulty);
  const { code, out } = await home.run("status", "--url", agent.url);
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(/^own patterns {3}have faults: only the good ones .*config check/m),
  ]);
  writeFileSync(local, good);
  agent.signal("SIGHUP");
  await expect.poll(() => named("config_reloaded").length).toBe(1);
  expect(await status()).toMatchObject({ status: "ok", layers: { api: { last_error: null } } });
  await agent.stop();
});

test("without the DNS layer faults of local lists are told once, by the status until they are mended", async () => {
  const list = join(rules, "local", "block_domains.txt");
  const { agent, named, status } = await start();
  expect(await status()).toMatchObject({ status: "ok", layers: { dns: { last_error: null } } });
  writeFileSync(list, "good.example\nnot a name at all/\n");
  await expect.poll(() => named("host_lists_faulty")).toMatchObject([{ faults: 1, differing: 0 }]);
  expect(agent.log()).toContain("warning: block_domains.txt:2: ");
  expect(agent.log()).not.toContain("not a name");
  const faulty = { state: "off", last_error: "lists_faulty" };
  expect(await status()).toMatchObject({ status: "degraded", layers: { dns: faulty } });
  agent.signal("SIGHUP");
  await expect.poll(() => named("config_reloaded").length).toBe(1);
  expect(named("host_lists_faulty")).toHaveLength(1);
  rmSync(list);
  await expect.poll(status).toMatchObject({ status: "ok", layers: { dns: { last_error: null } } });
  await agent.stop();
});

test.each([
  ["dlp_exclusions.json", '{"exclusions": [{"type": "regexp"}]}', ":1: "],
  ["dlp_patterns.json", '{"patterns": []}', ": patterns: holds no pattern; "],
])("a reload that is refused for its %s says why", async (name, text, why) => {
  rmSync(join(rules, "manifest.json"));
  const { agent, named } = await start();
  const { out } = await home.run("status", "--url", agent.url);
  expect(out).toContain("shipped files  not checked (no manifest)\n");
  writeFileSync(join(rules, name), text);
  agent.signal("SIGHUP");
  await expect.poll(() => named("config_refused").length).toBe(1);
  expect(agent.log()).toContain(`warning: the rules have faults\n  ${name}${why}`);
  expect(agent.log()).toContain("\nhint: ");
  expect((await agent.scan(acmeKey("refused"))).pattern_name).toBe("Acme Key");
  await agent.stop();
  await expect(start()).rejects.toThrow(`${name}${why}`);
});

// weir reload: what it waits for, and what it tells.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import type { AgentHome } from "./agent-process.ts";
import { keyFor, own, writeRules } from "./fixture-rules.ts";
import { containing, matching } from "./matchers.ts";

let home: AgentHome;
let rules: string;
let local: string;
beforeEach(() => {
  home = agentHome();
  rules = writeRules(home.path);
  mkdirSync(join(rules, "local"), { recursive: true });
  local = join(rules, "local", "dlp_patterns_local.json");
});
afterEach(() => home[Symbol.dispose]());

const configure = (text = ""): void => home.writeConfig(`rules_dir: ${rules}\n${text}`);

test("is done once everything is in force, however long the rules take", async () => {
  configure();
  const agent = await startAgent(home);
  const answered = async (path: string) => (await agent.ask("GET", path)).data;
  const slow = Array.from({ length: 150 }, (_, i) => ({
    ...own(`slow${i}`),
    regex: `slow${i}_(?:[a-z]{1,120}[,;]){1,4}[a-z]{500}`,
  }));
  writeFileSync(local, JSON.stringify({ patterns: [...slow, own("late")] }));
  configure(
    "preset: managed\nthresholds: { critical: 5 }\ncategory_policies: { ai_other: allow }\ndns_listen: 127.0.0.1:15354\n",
  );
  const { code, out, err } = await home.run("reload");
  expect([code, out]).toEqual([0, ""]);
  expect(err).toMatch(
    /^taken up; [0-9]+ patterns are in force\n.* restart of the agent: dns_listen\n$/,
  );
  expect(await answered("/api/status")).toMatchObject({ preset: "managed", status: "ok" });
  expect(await answered("/api/dlp/config")).toMatchObject({ thresholds: { critical: 5 } });
  expect(await answered("/api/policies")).toMatchObject({
    policies: expect.arrayContaining([{ category: "ai_other", policy: "allow" }]) as unknown[],
  });
  configure("preset: team\n");
  expect((await home.run("reload")).code).toBe(0);
  const body = { thresholds: { low: 7 } };
  expect((await agent.ask("PUT", "/api/dlp/config", { body, token: home.token() })).status).toBe(
    200,
  );
  expect((await agent.scan(keyFor("late"))).pattern_name).toBe("late");
  await agent.stop();
});

test("is refused where the agent finds faults that the command does not see, and nothing is changed", async () => {
  home.writeConfig("thresholds: { low: 4 }\n");
  const agent = await startAgent(home, { args: ["--rules", rules] });
  writeRules(home.path, { patterns: "{" });
  home.writeConfig("thresholds: { low: 9 }\n");
  expect(await home.run("reload")).toMatchObject({
    code: 2,
    err: containing("the agent found faults in what it read, and changed nothing\nhint: "),
  });
  expect((await agent.ask("GET", "/api/dlp/config")).data).toMatchObject({
    thresholds: { low: 4 },
  });
  expect(agent.log()).toContain("warning: the rules have faults\n");
  expect((await agent.ask("POST", "/api/reload", { token: home.token() })).data).toMatchObject({
    status: 409,
    code: "reload_refused",
  });
  await agent.stop();
});

test("of faulty patterns of this machine's own, those before stay, and the status says so until they are mended", async () => {
  writeFileSync(local, JSON.stringify([own("mine")]));
  configure();
  const agent = await startAgent(home);
  const status = async () => home.run("status");
  expect((await status()).code).toBe(0);
  writeFileSync(local, '[\n  {"name": "A", "regex": "("}\n]\n');
  configure("thresholds: { low: 9 }\n");
  const { code, err } = await home.run("reload");
  expect(code).toBe(2);
  expect(err).toMatch(/^taken up; /);
  expect(err).toContain(
    "error: this machine's own patterns or lists have faults; those read before",
  );
  expect(err).toContain(
    `  ${local}: dlp_patterns_local.json:2: patterns[0] "A" severity: is missing`,
  );
  expect((await agent.ask("GET", "/api/dlp/config")).data).toMatchObject({
    thresholds: { low: 9 },
  });
  expect((await agent.scan(keyFor("mine"))).pattern_name).toBe("mine");
  expect(await status()).toMatchObject({
    code: 1,
    out: matching(
      /^own patterns {3}have faults: those read before stay in force; weir config check/m,
    ),
  });
  expect((await agent.ask("GET", "/api/status")).data).toMatchObject({
    status: "degraded",
    layers: { api: { last_error: "local_rules_kept" } },
  });
  writeFileSync(local, JSON.stringify([own("yours")]));
  expect(await home.run("reload")).toMatchObject({ code: 0 });
  expect(await status()).toMatchObject({
    code: 0,
    out: matching(/^status {9}ok\n(?!.*own patterns)/),
  });
  expect((await agent.scan(keyFor("yours"))).pattern_name).toBe("yours");
  await agent.stop();
});

test("says where only the agent sees the faulty file, and where it has no token to ask with", async () => {
  home.writeConfig("");
  const agent = await startAgent(home, { args: ["--rules", rules] });
  writeFileSync(local, "[{}]");
  expect(await home.run("reload")).toMatchObject({
    code: 2,
    err: containing("own patterns or lists"),
  });
  rmSync(local);
  expect((await home.run("reload")).code).toBe(0);
  rmSync(join(home.dataDir, "api-token"));
  expect(await home.run("reload")).toMatchObject({ code: 2, err: containing("holds no token") });
  expect((await agent.ask("POST", "/api/reload")).status).toBe(401);
  await agent.stop();
});

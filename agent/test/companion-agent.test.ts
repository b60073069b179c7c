// Companions of the real agent, in a process of its own: the command, restarts, rules and configurations that change.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AgentProof, PairingKey, parse } from "@weir/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import type { Agent } from "./agent-process.ts";
import { showCode, showKey, tokenOf } from "./companion-side.ts";
import { FIXTURE_PATTERNS, writeRules } from "./fixture-rules.ts";
import { containing, matching } from "./matchers.ts";
import { EXTENSIONS, rawRequest, sendRaw } from "./test-api.ts";

const home = agentHome();
let agent: Agent;
const start = async (): Promise<Agent> => startAgent(home, { args: ["--rules", home.path] });
beforeAll(async () => {
  writeRules(home.path);
  agent = await start();
});
afterAll(async () => {
  await agent.stop();
  home[Symbol.dispose]();
});

const companion = async (...words: string[]) => home.run("companion", ...words);

/** Asks as an extension of Chromium; answers status and JSON. */
async function ask(method: string, path: string, body?: unknown, token?: string) {
  const fields = {
    Origin: EXTENSIONS.chromium,
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  const text = body === undefined ? "" : JSON.stringify(body);
  const request = rawRequest(agent.port, { method, path, fields, body: text });
  const answer = await sendRaw(agent.port, [request]);
  return { status: answer.status, data: JSON.parse(answer.body) as Record<string, unknown> };
}

/** The token of who has this key; undefined where the agent proves nothing to it. */
async function tokenFor(key: string): Promise<string | undefined> {
  const body = showKey(key, `127.0.0.1:${agent.port}`);
  const proven = parse(AgentProof, (await ask("POST", "/api/companion/proof", body)).data);
  return proven.ok ? tokenOf(key, proven.value.nonce) : undefined;
}

const scanAs = async (token: string): Promise<number> =>
  (await ask("POST", "/api/dlp/scan", { content: "x" }, token)).status;

/** The version of the bundle's rules; the error's code where there is none. */
async function bundleRules(): Promise<string> {
  const { data } = await agent.ask("GET", "/api/rules/bundle");
  const { rules_sha256: rules, code } = data as Record<string, string>;
  return rules ?? code ?? "";
}

const reloaded = async (event: string, count: number) => {
  expect((await home.run("reload")).code).toBe(0);
  const told = () => agent.events().filter((line) => line.event === event).length;
  await expect.poll(told, { timeout: 10_000 }).toBe(count);
};

test("the command shows a code, lists who was paired by it, and forgets", async () => {
  const { code, out, err } = await companion("pair");
  expect([code, out]).toEqual([0, matching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\n$/)]);
  expect(err).toContain("within 5 min");
  const typed = showCode(out.trim().replace("-", ""), `127.0.0.1:${agent.port}`);
  const { status, data } = await ask("POST", "/api/companion/pair", typed);
  const paired = parse(PairingKey, data);
  expect([status, paired.ok]).toEqual([200, true]);
  const key = paired.ok ? paired.value.key : "";
  const first = (await tokenFor(key)) ?? "";
  expect(await scanAs(first)).toBe(200);
  const listed = await companion("list");
  expect(listed).toMatchObject({ code: 0, out: matching(/^[0-9a-f]{16} {2}chromium\n$/) });
  const id = listed.out.slice(0, 16);
  expect(JSON.parse((await companion("list", "--json")).out)).toEqual({
    companions: [{ id, browser: "chromium" }],
  });

  await agent.stop();
  agent = await start();
  // What was sent to who listened in between is worth nothing; the key goes on.
  expect(await scanAs(first)).toBe(403);
  const token = (await tokenFor(key)) ?? "";
  expect(await scanAs(token)).toBe(200);

  expect(await companion("forget", id)).toMatchObject({ code: 0, err: containing("is forgotten") });
  expect(await scanAs(token)).toBe(403);
  expect(await tokenFor(key)).toBeUndefined();
  expect(await companion("forget", id)).toMatchObject({
    code: 2,
    err: containing("error: no companion with this id is paired\nhint: weir companion list"),
  });
  const said = agent.out() + agent.log() + err + listed.out;
  for (const secret of [key, first, token, out.trim(), EXTENSIONS.chromium])
    expect(said).not.toContain(secret);
});

test("a code in JSON is the answer of the API", async () => {
  const { out } = await companion("pair", "--json");
  expect(JSON.parse(out)).toEqual({ code: matching(/^\w{8}$/), expires_in_seconds: 300 });
});

test("the bundle follows the rules that are in force, and says so where their files are others", async () => {
  const before = await bundleRules();
  await agent.stop();
  agent = await start();
  writeFileSync(
    join(home.path, "dlp_patterns.json"),
    JSON.stringify({ patterns: FIXTURE_PATTERNS.slice(1) }),
  );
  expect(await bundleRules()).toBe("rules_changed");
  await reloaded("config_reloaded", 1);
  const after = await bundleRules();
  expect(after).toMatch(/^[0-9a-f]{64}$/);
  expect(after).not.toBe(before);
  writeRules(home.path);
  // Made before the file was changed, it is still what is in force.
  expect(await bundleRules()).toBe(after);
  await reloaded("config_reloaded", 2);
  expect(await bundleRules()).toBe(before);
});

test("a configuration that is taken up changes the bundle, and turns pairing off", async () => {
  home.writeConfig("preset: team\nmax_scan_bytes: 4096\npairing_enabled: false\n");
  await reloaded("config_reloaded", 3);
  expect((await agent.ask("GET", "/api/rules/bundle")).data).toMatchObject({
    preset: "team",
    companion_override: "once_with_reason",
    max_scan_bytes: 4096,
  });
  expect(await companion("pair")).toMatchObject({
    code: 2,
    out: "",
    err: containing("hint: set pairing_enabled: true, then weir reload"),
  });
});

test.each([["pair"], ["list"], ["forget", "0123456789abcdef"]])(
  "weir companion %s has exit code 3 where no agent runs",
  async (...words) => {
    using other = agentHome();
    expect(await other.run("companion", ...words)).toMatchObject({
      code: 3,
      out: "",
      err: containing("hint: start it: weir run"),
    });
  },
);

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillTemplate, seededRandom } from "@weir/engine";
import type { Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { unpackRules } from "../src/scanner/packed-rules.ts";
import { backgroundOf } from "./background.ts";
import { BROWSERS, describeIn } from "./describe-in.ts";
import type { Received } from "./fixture-server.ts";
import { buildCompanion, startHarness } from "./harness.ts";
import type { Harness } from "./harness.ts";
import { startImpostor } from "./impostor.ts";
import { startTestAgent } from "./test-agent.ts";
import type { TestAgent } from "./test-agent.ts";

const SECRET = fillTemplate("own_{lower:8}", seededRandom("background"));
/** In Firefox a background that does nothing is taken away after this time, in milliseconds. */
const IDLE_MS = 1000;
/** How often and how long the agent's being asked is waited for. */
const MAX_TRIES = 3;
const WAIT = { timeout: 10_000 };

/** A companion that is permitted one more host, as a person would permit it. */
async function buildPermitted(
  name: "chromium" | "firefox",
  folder: string,
  agentPort: number,
): Promise<void> {
  await buildCompanion({ target: name, folder, agentPort });
  const path = join(folder, "manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as { host_permissions: string[] };
  manifest.host_permissions.push("https://*.example.org/*");
  writeFileSync(path, JSON.stringify(manifest));
}

describeIn(BROWSERS)("the background in %s", (name) => {
  const folder = mkdtempSync(join(tmpdir(), "weir-background-"));
  let agent: TestAgent;
  let harness: Harness;
  let popup: Page;

  beforeAll(async () => {
    agent = await startTestAgent();
    await buildPermitted(name, join(folder, name), agent.port);
    const hosts = ["chat.example.test", "own.example.org"];
    harness = await startHarness(name, {
      agent: false,
      extension: join(folder, name),
      args: [`--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(",")}`],
      prefs: {
        "network.dns.localDomains": hosts.join(","),
        "extensions.background.idle.timeout": IDLE_MS,
      },
    });
  });
  afterAll(async () => {
    await harness.close();
    await agent.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    popup = await harness.extensionPage("options.html");
  });
  afterEach(async () => {
    await popup.close();
  });

  const inPopup = async (code: string): Promise<unknown> =>
    popup.evaluate(`(async () => { const api = globalThis.browser ?? chrome; ${code} })()`);
  const send = async (message: object): Promise<unknown> =>
    inPopup(`return api.runtime.sendMessage(${JSON.stringify(message)});`);
  const state = async (url = "https://chat.example.test/"): Promise<unknown> => {
    const answer = await send({ kind: "popup-state", url });
    return (answer as { state: unknown }).state;
  };
  /** What the background answers to a question of a frame, over a port of its own. */
  const ask = async (question: object): Promise<unknown> =>
    inPopup(`return new Promise((resolve) => {
      const port = api.runtime.connect({ name: "frame" });
      port.onMessage.addListener((message) => { if (message.id === 5) resolve(message.answer); });
      port.postMessage(${JSON.stringify({ id: 5, question })});
    });`);
  const stopBackground = async (): Promise<void> => {
    if (name === "chromium") {
      await (await backgroundOf(harness)).close();
      return;
    }
    await popup.close();
    await new Promise((resolve) => {
      setTimeout(resolve, IDLE_MS * 3);
    });
    popup = await harness.extensionPage("options.html");
  };

  test("says that it is not paired, and sends no content before it is", async () => {
    expect(await state()).toMatchObject({ agent: "unpaired", covered: true, rulesFresh: false });
    expect(await ask({ kind: "scan", content: SECRET })).toEqual({
      kind: "verdict",
      verdict: { undecided: "unpaired" },
    });
    expect(agent.log.filter((line) => line.includes("/api/dlp/scan"))).toEqual([]);
  });

  test("is paired by the code that the agent shows, and by no other", async () => {
    expect(await send({ kind: "pair", code: "WRONGONE" })).toEqual({
      kind: "pair",
      outcome: "wrong_code",
    });
    expect(await send({ kind: "pair", code: agent.code })).toEqual({
      kind: "pair",
      outcome: "paired",
    });
    expect(await state()).toMatchObject({ agent: "up", rulesFresh: true, preset: "personal" });
  });

  test("keeps its key on disk, and neither its token nor the code anywhere", async () => {
    const kept = async (area: string): Promise<string> =>
      String(await inPopup(`return JSON.stringify(await api.storage.${area}.get());`));
    const [key = ""] = agent.keys;
    const [disk, memory] = [await kept("local"), await kept("session")];
    expect(JSON.parse(disk)).toMatchObject({ key });
    for (const secret of [agent.token(key), agent.code])
      expect(disk + memory).not.toContain(secret);
    expect(memory).not.toContain(key);
  });

  test.runIf(name === "chromium")("keeps it from the process of a page", async () => {
    const page = await harness.page("/");
    const session = await page.createCDPSession();
    const contexts: number[] = [];
    session.on("Runtime.executionContextCreated", ({ context }) => {
      if (context.origin.includes(harness.extensionId)) contexts.push(context.id);
    });
    await session.send("Runtime.enable");
    const expression = "chrome.storage.local.get().then(JSON.stringify, String)";
    const [contextId = 0] = contexts;
    const answer = { contextId, expression, awaitPromise: true, returnByValue: true };
    const { result } = await session.send("Runtime.evaluate", answer);
    expect(result.value).toContain("not allowed");
    await page.close();
  });

  test("hands on the agent's verdicts and its rules", async () => {
    expect(await ask({ kind: "scan", content: "blocked by the agent" })).toMatchObject({
      verdict: { blocked: true, patternName: "Agent's" },
    });
    const rules = (await ask({ kind: "rules", have: "source" })) as { text: string };
    expect(unpackRules(rules.text)?.patterns.map((each) => each.name)).toEqual(["Own"]);
  });

  test("takes up what changes at the agent: rules, preset, profile, tampering", async () => {
    const before = (await state()) as { rulesVersion: string };
    agent.patterns = agent.patterns.map((pattern) => ({ ...pattern, name: "Later" }));
    agent.preset = "managed";
    agent.profile = { id: "fleet", version: 3 };
    agent.tamperState = "detected";
    const after = (await state()) as { rulesVersion: string };
    expect(after).toMatchObject({
      preset: "managed",
      managed: { profileId: "fleet", profileVersion: 3 },
      tamper: true,
      rulesFresh: true,
    });
    expect(after.rulesVersion).not.toBe(before.rulesVersion);
    const rules = (await ask({ kind: "rules", have: before.rulesVersion })) as { text: string };
    expect(rules.text).toContain("Later");
    expect(await ask({ kind: "rules", have: after.rulesVersion })).toMatchObject({ text: "" });
  });

  test("keeps the rules it has where the agent serves faulty ones", async () => {
    const { patterns } = agent;
    agent.patterns = [{ name: "Broken", severity: "critical", regex: "(", score_weight: 1 }];
    expect(await state()).toMatchObject({ agent: "down", rulesFresh: false });
    const rules = (await ask({ kind: "rules", have: "source" })) as { text: string };
    expect(rules.text).toContain("Later");
    agent.patterns = patterns;
    expect(await state()).toMatchObject({ agent: "up", rulesFresh: true });
  });

  test("is the same after the browser took it away", async () => {
    await stopBackground();
    expect(await ask({ kind: "settings" })).toMatchObject({
      settings: { agent: "up", preset: "managed", rulesFresh: true, tamper: true },
    });
    expect(await ask({ kind: "scan", content: "blocked by the agent" })).toMatchObject({
      verdict: { blocked: true },
    });
  });

  test("needs no code where what is in memory ended with the browser", async () => {
    await inPopup("await api.storage.session.clear();");
    await stopBackground();
    expect(await ask({ kind: "scan", content: "after a restart" })).toMatchObject({
      verdict: { blocked: false },
    });
    expect(agent.keys).toHaveLength(1);
  });

  test("guards a host that the person adds, until it is removed", async () => {
    const scans = (): number => agent.log.filter((line) => line.includes("/api/dlp/scan")).length;
    /**
     * Sends from a page of the host, waits until the agent was asked, and answers what arrived. Where the background is
     * taken away before it has asked, as happens on a slow machine with so short a time, another page sends it again.
     */
    const post = async (body: string, vector: string): Promise<readonly Received[]> => {
      const before = scans();
      for (let tries = 1; tries <= MAX_TRIES; tries++) {
        const sink = `${vector}-${tries}`;
        const page = await harness.page(harness.server.url("/", "own.example.org"));
        const request = `{ method: "POST", body: ${JSON.stringify(body)} }`;
        // A stopped request waits for the person.
        await page.evaluate(`void fetch("/sink/${sink}", ${request}).catch(() => 0)`);
        const isAsked = await vi.waitUntil(() => scans() > before, WAIT).catch(() => false);
        if (isAsked && body !== SECRET) await harness.server.arrived(sink);
        await page.close();
        if (isAsked) return harness.server.received(sink);
      }
      throw new Error(`${vector}: the agent was not asked`);
    };
    expect(await state("https://own.example.org/")).toMatchObject({ covered: false });
    expect(await send({ kind: "add-host", host: "https://Own.example.org/chat" })).toEqual({
      kind: "host",
      outcome: "added",
    });
    expect(await send({ kind: "add-host", host: "own.example.org" })).toMatchObject({
      outcome: "already_covered",
    });
    expect(await send({ kind: "add-host", host: "elsewhere.example" })).toMatchObject({
      outcome: "not_permitted",
    });
    expect(await state("https://own.example.org/")).toMatchObject({ covered: true });
    expect(await send({ kind: "hosts" })).toMatchObject({
      own: [{ host: "own.example.org", active: true }],
    });
    expect(await post("clean", "own-clean")).toHaveLength(1);
    expect(await post(SECRET, "own-secret")).toHaveLength(0);
    expect(harness.server.everything()).not.toContain(SECRET);
    expect(await send({ kind: "remove-host", host: "own.example.org" })).toMatchObject({
      outcome: "removed",
    });
    expect(
      await inPopup("return (await api.scripting.getRegisteredContentScripts()).length;"),
    ).toBe(0);
  });

  test("says that the agent is down, believes nobody who takes its place, and goes on with it", async () => {
    const { port } = agent;
    const { code, keys, patterns } = agent;
    const before = (await state()) as { rulesVersion: string };
    await agent.close();
    expect(await state()).toMatchObject({ agent: "down" });
    expect(await ask({ kind: "scan", content: "x" })).toMatchObject({
      verdict: { undecided: "down" },
    });
    const impostor = await startImpostor(port);
    expect(await ask({ kind: "scan", content: SECRET, sessionId: "a session" })).toMatchObject({
      verdict: { undecided: "nonsense" },
    });
    expect(await state()).toMatchObject({ agent: "down", rulesVersion: before.rulesVersion });
    expect(new Set(impostor.paths)).toEqual(new Set(["POST /api/companion/proof"]));
    for (const secret of [SECRET, "a session", ...keys, "Bearer"]) {
      expect(impostor.heard()).not.toContain(secret);
    }
    await impostor.close();
    agent = await startTestAgent(port);
    Object.assign(agent, { code, patterns });
    agent.keys.push(...keys);
    expect(await ask({ kind: "scan", content: "blocked by the agent" })).toMatchObject({
      verdict: { blocked: true },
    });
    expect(await state()).toMatchObject({ agent: "up" });
  });

  test("is unpaired once the agent forgets it", async () => {
    agent.keys.length = 0;
    expect(await ask({ kind: "scan", content: SECRET })).toMatchObject({
      verdict: { undecided: "unpaired" },
    });
    expect(await state()).toMatchObject({ agent: "unpaired" });
  });
});

// Reloads of a running agent: what it answers while it reads its rules anew, and what is in force then.
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { agentHome, startAgent } from "./agent-process.ts";
import type { AgentHome } from "./agent-process.ts";
import { acmeKey, keyFor, own, writeRules } from "./fixture-rules.ts";
import { writeShipment } from "./operator-rules.ts";

const LISTED = "ai_chat_blocked.txt";

/** How long the thread that reads rules takes to start and to read the files, in milliseconds. */
const HELD_MS = 350;

let home: AgentHome;
let rules: string;
beforeEach(() => {
  home = agentHome();
  rules = writeRules(home.path);
});
afterEach(() => home[Symbol.dispose]());

/** Patterns whose worst case takes long to find out, with one of this name before them. */
const costly = (name: string): readonly object[] => [
  own(name),
  ...Array.from({ length: 300 }, (_, i) => ({
    ...own(`costly${i}`),
    regex: `costly${i}_(?:[a-z]{1,120}[,;]){1,4}[a-z]{500}`,
  })),
];

const writeLocal = (patterns: readonly object[]): string =>
  writeRules(home.path, { local: { patterns } });

async function start() {
  const agent = await startAgent(home, { args: ["--rules", rules] });
  const reloaded = (): number =>
    agent.events().filter(({ event }) => event === "config_reloaded").length;
  /** Sends the signal; once something is answered, the agent has heard it. */
  const reload = async (): Promise<void> => {
    agent.signal("SIGHUP");
    await agent.ask("GET", "/api/stats");
  };
  const finds = async (name: string): Promise<boolean> => (await agent.scan(keyFor(name))).blocked;
  return { agent, reloaded, reload, finds };
}

/** Asks each few milliseconds, whatever is answered; answers how long the longest answer took once `isOver`. */
async function longestAnswerMs(url: string, isOver: () => boolean): Promise<number> {
  let longestMs = 0;
  const ask = async (): Promise<void> =>
    new Promise((resolve, reject) => {
      const askedMs = performance.now();
      request(`${url}/api/stats`, { agent: false }, (response) => {
        response.resume().on("end", () => {
          longestMs = Math.max(longestMs, performance.now() - askedMs);
          resolve();
        });
      })
        .on("error", reject)
        .end();
    });
  const asked: Promise<void>[] = [];
  while (!isOver()) {
    asked.push(ask());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(asked);
  return longestMs;
}

test("while rules are read anew everybody is answered, by the rules before", async () => {
  const { agent, reloaded, reload, finds } = await start();
  writeLocal(costly("fresh"));
  const beganMs = performance.now();
  await reload();
  expect([await finds("fresh"), (await agent.scan(acmeKey("a"))).blocked]).toEqual([false, true]);
  const longestMs = await longestAnswerMs(agent.url, () => reloaded() > 0);
  // By far less than the reload takes, which nobody was answered during once.
  expect(longestMs).toBeLessThan((performance.now() - beganMs) / 3);
  expect(await finds("fresh")).toBe(true);
  await agent.stop();
});

test("asked for again while it reads, a reload follows, which is one however often it was asked for", async () => {
  const { agent, reloaded, reload, finds } = await start();
  writeLocal(costly("first"));
  await reload();
  writeLocal([own("second")]);
  for (let asked = 0; asked < 5; asked++) await reload();
  expect(reloaded()).toBe(0);
  await expect.poll(reloaded).toBe(2);
  expect([await finds("first"), await finds("second")]).toEqual([false, true]);
  writeLocal([own("third")]);
  await reload();
  await expect.poll(reloaded).toBe(3);
  expect(await finds("third")).toBe(true);
  await agent.stop();
});

test("a canary that is made while rules are read is in force with them", async () => {
  const { agent, reloaded, reload, finds } = await start();
  writeLocal(costly("beside"));
  await reload();
  const { token } = await agent.create("meanwhile");
  expect([reloaded(), (await agent.scan(token)).pattern_name]).toEqual([0, "Canary:meanwhile"]);
  await expect.poll(reloaded).toBe(1);
  expect([await finds("beside"), (await agent.scan(token)).pattern_name]).toEqual([
    true,
    "Canary:meanwhile",
  ]);
  await agent.stop();
});

test("a file that is changed while rules are read stays found, and is found once", async () => {
  writeShipment(rules, { [LISTED]: "listed.example\n" });
  const { agent, reloaded, reload } = await start();
  const told = (): readonly string[] =>
    agent
      .events()
      .map(({ event }) => event)
      .filter((event) => event.startsWith("tamper_"));
  writeLocal(costly("beside"));
  await reload();
  // By then the files have been held against their manifest, and the local patterns are being checked.
  await new Promise((resolve) => setTimeout(resolve, HELD_MS));
  writeFileSync(join(rules, LISTED), "another.example\n");
  await expect.poll(told).toEqual(["tamper_detected"]);
  await expect.poll(reloaded).toBe(1);
  // Another reading of the files, after which all that came of the first is told.
  await reload();
  await expect.poll(reloaded).toBe(2);
  expect(told()).toEqual(["tamper_detected"]);
  expect((await agent.ask("GET", "/api/status")).data).toMatchObject({ tamper_state: "detected" });
  await agent.stop();
});

test("a stop does not wait for rules that are being read", async () => {
  const { agent, reload } = await start();
  writeLocal(costly("late"));
  await reload();
  expect(await agent.stop()).toBe(0);
  const events = agent.events().map(({ event }) => event);
  expect(events.slice(events.indexOf("stopping"))).toEqual(["stopping", "stopped"]);
  expect(events).not.toContain("config_reloaded");
});

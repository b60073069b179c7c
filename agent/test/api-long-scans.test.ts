import { connect } from "node:net";
import { compileRuleset, fillTemplate, seededRandom } from "@weir/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../src/clock.ts";
import { lookAt } from "../src/look.ts";
import { agentHome, startAgent } from "./agent-process.ts";
import { acmeKey, weakNote } from "./fixture-rules.ts";
import { rawRequest, sendRaw, startTestApi } from "./test-api.ts";

const MIB = 1024 * 1024;

let server: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  server = await startTestApi();
});
afterAll(async () => server.api.stop());

/** Text that fills a content of so many characters, with something to look at in every line. */
const filler = (chars: number): string =>
  'a line with words, "quoted" ones, and acme in it 1234-56\n'.repeat(chars / 57).slice(0, chars);

async function post(path: string, body: object, api = server.api): Promise<unknown> {
  const response = await fetch(api.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.json();
}

const scanOf = async (content: string, session_id?: string, api = server.api): Promise<unknown> =>
  post("/api/dlp/scan", session_id === undefined ? { content } : { content, session_id }, api);

/** Asks one thing after the other until `isOver`; answers how many answers came back. */
async function askUntil(isOver: () => boolean, ask: () => Promise<unknown>): Promise<number> {
  let answers = 0;
  while (!isOver()) {
    await ask();
    if (!isOver()) answers++;
  }
  return answers;
}

const FIRST_NOTE = 100_000_000;

/** A content of nothing but findings. */
const notes = (): string =>
  Array.from({ length: 250_000 }, (_, i) => `note-${FIRST_NOTE + i}`).join(" ");

const BLOCKED = { blocked: true, pattern_name: "Acme Key" };

test.each([
  ["scan", () => BLOCKED],
  ["redact", () => ({ redacted: true, findings: [{ placeholder: "[ACME_KEY_1]" }] })],
])("other requests are answered while 4 MiB are looked at: %s", async (route, expected) => {
  const key = acmeKey(route);
  const content = `${filler(4 * MIB - 100)} ${key}`;
  let isOver = false;
  const long = post(`/api/dlp/${route}`, { content }).finally(() => (isOver = true));
  const [status, small] = await Promise.all([
    askUntil(
      () => isOver,
      async () => fetch(`${server.api.url}/api/status`),
    ),
    askUntil(
      () => isOver,
      async () => scanOf("a few words"),
    ),
  ]);
  expect(await long).toMatchObject(expected());
  // Looked at in the thread that answers, it would let one or two of each through, which had arrived before it.
  expect(Math.min(status, small)).toBeGreaterThan(3);
});

test.each([
  ["scan", 16 * 1024],
  ["redact", 8 * 1024],
] as const)(
  "what is dense with secrets holds nobody up: %s is done elsewhere beyond %d",
  async (kind, most) => {
    const own = await startTestApi();
    const content = notes().slice(0, most);
    await post(`/api/dlp/${kind}`, { content }, own.api);
    expect(own.scanThread.isRunning()).toBe(false);
    await post(`/api/dlp/${kind}`, { content: `${content} ` }, own.api);
    expect(own.scanThread.isRunning()).toBe(true);
    await own.api.stop();
  },
);

test("scans of one session wait for each other, in the order in which they came", async () => {
  const key = acmeKey("order");
  const before = server.counters.read();
  const { port } = server.api;
  const request = (content: string, session_id: string, Connection: string): Buffer =>
    rawRequest(port, { body: JSON.stringify({ content, session_id }), fields: { Connection } });
  const text = (
    await sendRaw(port, [
      request(`${filler(2 * MIB)} ${key.slice(0, 12)}`, "order", "keep-alive"),
      request(`${key.slice(12)} end`, "order", "keep-alive"),
      request(`${key.slice(12)} end`, "other", "close"),
    ])
  ).text;
  const verdicts = [...text.matchAll(/"blocked":(true|false)/g)].map(([, blocked]) => blocked);
  expect(verdicts).toEqual(["false", "true", "false"]);
  expect(server.counters.read()).toEqual({
    ...before,
    dlp_scans_total: before.dlp_scans_total + 3,
    dlp_blocks_total: before.dlp_blocks_total + 1,
  });
});

/** Sends a scan that takes a while over a connection of its own, and waits until it has arrived. */
async function begin(content: string, session_id: string, api: typeof server.api) {
  const held = api.heldBytes();
  const body = JSON.stringify({ content, session_id });
  const socket = connect(api.port, "127.0.0.1").on("error", () => undefined);
  socket.write(rawRequest(api.port, { body }));
  await expect.poll(api.heldBytes, { interval: 1 }).toBe(held + body.length);
  return socket;
}

test("a client that goes away ends its scan, counts nothing, and gives its turn up", async () => {
  const own = await startTestApi();
  const before = own.counters.read();
  const key = acmeKey("gone");
  // So many findings take seconds: it does not end by itself meanwhile.
  const scanning = await begin(`${notes()} ${key.slice(0, 12)}`, "gone", own.api);
  const waiting = await begin(`${filler(MIB)} ${key.slice(0, 12)}`, "gone", own.api);
  const last = scanOf(`${key.slice(12)} end`, "gone", own.api);
  waiting.destroy();
  scanning.destroy();
  expect(await last).toMatchObject({ blocked: false });
  await expect.poll(own.api.heldBytes).toBe(0);
  expect(own.counters.read()).toEqual({
    ...before,
    dlp_scans_total: before.dlp_scans_total + 1,
  });
  await own.api.stop();
});

test("a scan ends with the rules that it began with, and the next one has the new ones", async () => {
  const own = await startTestApi();
  const { current, scanThread } = own;
  const { ruleset } = current;
  const content = `${filler(2 * MIB)} ${acmeKey("rules")}`;
  const first = scanOf(content, undefined, own.api);
  // The thread is started for it.
  await expect.poll(scanThread.isRunning).toBe(true);
  current.ruleset = compileRuleset([], []);
  const second = scanOf(content, undefined, own.api);
  expect([await first, await second]).toMatchObject([BLOCKED, { blocked: false }]);
  current.ruleset = ruleset;
  expect(await scanOf(content, undefined, own.api)).toMatchObject(BLOCKED);
  await own.api.stop();
});

test("a canary that was planted after the thread was started is found and counted by its id", async () => {
  await scanOf(filler(MIB));
  expect(server.scanThread.isRunning()).toBe(true);
  const [other, planted] = [server.plant("same"), server.plant("same")];
  const content = `${planted.token} ${filler(MIB)} ${planted.token.toLowerCase()}`;
  expect(await scanOf(content)).toMatchObject({ blocked: true, pattern_name: "Canary:same" });
  const hits = new Map(server.store.canaries.list().map((row) => [row.id, row.trigger_count]));
  expect([hits.get(other.id), hits.get(planted.id)]).toEqual([0, 1]);
});

test.each(["scan", "redact"] as const)(
  "%s says of a long content what it says of a short one",
  async (kind) => {
    const { current, api } = server;
    const keys = [acmeKey("a"), weakNote("b"), acmeKey("c")];
    const content = `\ud800 ${keys.join("\u00e9\n")} ${filler(MIB)} ${keys.join(" ")}`;
    const look = { kind, content, tail: "", policy: current.policy, isTimed: false };
    const { answer } = lookAt(current.ruleset, look, systemClock);
    expect(await post(`/api/dlp/${kind}`, { content })).toEqual(answer);
    expect(api.heldBytes()).toBe(0);
  },
);

test("a long scan's line in the log tells its size, its steps and nothing else", async () => {
  const key = acmeKey("log");
  const content = `${filler(MIB)} ${key}`;
  await scanOf(content);
  const line = server.logged().trimEnd().split("\n").at(-1) ?? "";
  expect(JSON.parse(line)).toMatchObject({ event: "scan", kind: "scan", bytes: content.length });
  expect(line).not.toMatch(/"(?:blocked|findings)":/);
  expect(line).toContain('"step":"revalidate"');
  expect(server.logged()).not.toContain(key);
});

test("a thread that fails fails its scan alone, and what it knew is in no answer and no line of the log", async () => {
  // Enough for the thread to start and for ordinary contents, and far from enough for so many findings.
  const own = await startTestApi({ scans: { heapMib: () => 32 } });
  const before = own.counters.read();
  const key = acmeKey("crash");
  const contents = [
    notes(),
    `${filler(MIB / 2)} ${key.slice(0, 12)}`,
    `${key.slice(12)} end`,
    notes(),
    filler(MIB / 2),
  ];
  const answers: unknown[] = [];
  for (const content of contents) answers.push(await scanOf(content, "crash", own.api));
  const failed = { code: "internal_fault" };
  const clean = { blocked: false };
  expect(answers).toMatchObject([failed, clean, BLOCKED, failed, clean]);
  const { dlp_scans_total } = own.counters.read();
  expect(dlp_scans_total - before.dlp_scans_total).toBe(3);
  expect(own.logged()).toContain('"error_class":"ScanThreadError"');
  expect(own.logged() + JSON.stringify(answers)).not.toContain(String(FIRST_NOTE));
  await own.api.stop();
});

test("a stop finishes a long scan that was begun", async () => {
  const stopped = await startTestApi({ limits: { stopMs: 60_000 } });
  const { port } = stopped.api;
  const body = JSON.stringify({ content: `${filler(2 * MIB)} ${acmeKey("stop")}` });
  const answer = sendRaw(port, [rawRequest(port, { body })]);
  await expect.poll(stopped.scanThread.isRunning).toBe(true);
  await stopped.api.stop();
  expect(JSON.parse((await answer).body)).toMatchObject(BLOCKED);
  expect(stopped.scanThread.isRunning()).toBe(false);
});

test("a stop does not wait for a long scan for longer than it may", async () => {
  const stopped = await startTestApi({ limits: { stopMs: 1 } });
  await begin(filler(4 * MIB), "stop", stopped.api);
  await stopped.api.stop();
  await expect.poll(stopped.api.heldBytes).toBe(0);
  expect(stopped.scanThread.isRunning()).toBe(false);
});

test("an agent in a process of its own looks at a long content, and ends when it is asked to", async () => {
  const home = agentHome();
  const agent = await startAgent(home);
  const token = fillTemplate("{checksummed:ghp_}", seededRandom("process"));
  const content = filler(MIB);
  expect(await agent.scan(content)).toMatchObject({ blocked: false });
  expect(await agent.scan(`${content} token ${token}`)).toMatchObject({
    blocked: true,
    pattern_name: "GitHub Personal Access Token",
  });
  // It ends, whether the thread is at work or not.
  void agent.scan(content.repeat(4)).catch(() => undefined);
  expect(await agent.stop()).toBe(0);
  home[Symbol.dispose]();
});

import { connect } from "node:net";
import { expect, test } from "vitest";
import { startApi } from "../src/api/server.ts";
import { acmeKey } from "./fixture-rules.ts";
import { parseAnswer, rawRequest, sendRaw, startTestApi } from "./test-api.ts";

test.each([
  [
    "headers",
    { headersMs: 200, requestMs: 5000 },
    (port: number) => `POST /api/dlp/scan HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`,
  ],
  [
    "body",
    { headersMs: 200, requestMs: 300 },
    (port: number) =>
      rawRequest(port, { fields: { "Content-Length": "500" }, body: '{"content": "Mq7Zx3Vw9K' }),
  ],
])("slow %s are answered 408", async (_, times, request) => {
  const slow = await startTestApi({ limits: { ...times, checkMs: 50 } });
  const answer = await sendRaw(slow.api.port, [request(slow.api.port)]);
  expect(answer.status).toBe(408);
  expect(JSON.parse(answer.body)).toMatchObject({ code: "request_timeout" });
  await expect.poll(slow.api.heldBytes, { timeout: 3000 }).toBe(0);
  expect(slow.counters.read().dlp_scans_total).toBe(0);
  await slow.api.stop();
});

test("a refused request that goes on arriving is cut off, long before it would be too slow", async () => {
  const { api } = await startTestApi();
  const fields = { "Content-Length": "9000000000" };
  const socket = connect(api.port, "127.0.0.1").on("error", () => undefined);
  let [answer, isEnded] = ["", false];
  socket.on("data", (part) => (answer += part.toString())).on("end", () => (isEnded = true));
  socket.write(rawRequest(api.port, { fields, body: "{" }));
  const sending = setInterval(() => socket.write(" "), 100);
  await expect.poll(() => isEnded, { timeout: 10_000 }).toBe(true);
  clearInterval(sending);
  socket.destroy();
  expect(answer).toContain("content_too_large");
  await api.stop();
});

test("bodies beyond the bytes in flight wait for room, also behind a client that leaves", async () => {
  const limits = { bytesInFlight: 26_000, smallBodyBytes: 0 };
  const tight = await startTestApi({ limits, maxScanBytes: 4096 });
  const { port, heldBytes } = tight.api;
  const slow = connect(port, "127.0.0.1");
  slow.write(rawRequest(port, { fields: { "Content-Length": "25000" }, body: "{" }));
  await expect.poll(heldBytes).toBe(25_000);
  const body = JSON.stringify({ content: "x".repeat(2000) });
  let answered = false;
  const waiting = sendRaw(port, [rawRequest(port, { body })]).then((answer) => {
    answered = true;
    return answer;
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(answered).toBe(false);
  slow.destroy();
  expect((await waiting).status).toBe(200);
  await expect.poll(heldBytes).toBe(0);
  await tight.api.stop();
});

test("no body is larger than the room of all, whatever a configuration allows", async () => {
  const limits = { bytesInFlight: 100_000, smallBodyBytes: 0 };
  const roomy = await startTestApi({ limits, maxScanBytes: 640 * 1024 });
  const { port, heldBytes } = roomy.api;
  const statusOf = async (chars: number): Promise<number> => {
    const body = JSON.stringify({ content: "x ".repeat(chars / 2) });
    return (await sendRaw(port, [rawRequest(port, { body })])).status;
  };
  expect(await statusOf(90_000)).toBe(200);
  expect(await statusOf(100_000)).toBe(413);
  expect(heldBytes()).toBe(0);
  await roomy.api.stop();
});

test("a small body does not wait for large ones that are sent slowly", async () => {
  const held = await startTestApi();
  const { port } = held.api;
  const bytes = 4 * 1024 * 1024;
  const announced = {
    fields: { "Content-Length": String(bytes) },
    body: Buffer.alloc(bytes - 1, "{"),
  };
  const slow = Array.from({ length: 40 }, () =>
    connect(port, "127.0.0.1").on("error", () => undefined),
  );
  for (const socket of slow) socket.write(rawRequest(port, announced));
  await expect.poll(held.api.heldBytes).toBeGreaterThan(28 * 1024 * 1024);
  const sentMs = performance.now();
  const body = JSON.stringify({ content: acmeKey("small") });
  expect((await sendRaw(port, [rawRequest(port, { body })])).status).toBe(200);
  expect(performance.now() - sentMs).toBeLessThan(2000);
  for (const socket of slow) socket.destroy();
  await expect.poll(held.api.heldBytes).toBe(0);
  await held.api.stop();
});

test.each([
  ["announces", (bytes: number) => ({ "Content-Length": String(bytes) })],
  ["does not announce", () => ({ "Content-Length": "", "Transfer-Encoding": "chunked" })],
])(
  "a client that sends nothing of a large body that it %s holds up nobody",
  async (_name, how) => {
    const held = await startTestApi();
    const { port } = held.api;
    const request = rawRequest(port, { fields: how(24 * 1024 * 1024) });
    const slow = Array.from({ length: 20 }, () =>
      connect(port, "127.0.0.1").on("error", () => undefined),
    );
    for (const socket of slow) socket.write(request);
    await expect.poll(held.api.heldBytes).toBe(20 * 32 * 1024);
    const body = JSON.stringify({ content: `${"word ".repeat(200_000)}${acmeKey("large")}` });
    for (const fields of [{}, { "Content-Length": "", "Transfer-Encoding": "chunked" }]) {
      const isChunked = "Transfer-Encoding" in fields;
      const sent = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
      const answer = await sendRaw(port, [rawRequest(port, { fields, body: sent })]);
      expect([answer.status, JSON.parse(answer.body)]).toMatchObject([200, { blocked: true }]);
    }
    for (const socket of slow) socket.destroy();
    await expect.poll(held.api.heldBytes).toBe(0);
    await held.api.stop();
  },
  10_000,
);

test("bodies that arrive together and are larger than all the room are answered one behind the other", async () => {
  const limits = { bytesInFlight: 4 * 1024 * 1024, smallBodyBytes: 0 };
  const tight = await startTestApi({ limits, maxScanBytes: 640 * 1024 });
  const body = JSON.stringify({ content: "\u0001".repeat(600 * 1024) });
  expect(body.length).toBeGreaterThan(3.5 * 1024 * 1024);
  const pieces = Array.from({ length: 16 }, (_, i) =>
    body.slice((i * body.length) / 16, ((i + 1) * body.length) / 16),
  );
  const { port, heldBytes } = tight.api;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, heldBytes())), 1);
  const send = async (): Promise<number> => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    socket.write(rawRequest(port, { fields: { "Content-Length": String(body.length) } }));
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await expect.poll(() => text, { timeout: 20_000 }).not.toBe("");
    return parseAnswer(text).status;
  };
  expect(await Promise.all(Array.from({ length: 6 }, send))).toEqual(Array(6).fill(200));
  clearInterval(watch);
  expect(most).toBeGreaterThan(body.length);
  expect(most).toBeLessThanOrEqual(limits.bytesInFlight);
  expect(heldBytes()).toBe(0);
  await tight.api.stop();
}, 30_000);

test("a stop finishes what was begun and refuses what comes after it on a kept connection", async () => {
  const stopped = await startTestApi();
  const { port } = stopped.api;
  const body = JSON.stringify({ content: acmeKey("stop") });
  const whole = rawRequest(port, { fields: { Connection: "keep-alive" }, body });
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.write(whole.subarray(0, -5));
  await expect.poll(stopped.api.heldBytes).toBe(body.length);
  const second = connect(port, "127.0.0.1");
  let secondText = "";
  second.on("data", (chunk: Buffer) => (secondText += chunk.toString()));
  second.write(`GET /api/stats HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const done = stopped.api.stop();
  await expect(sendRaw(port, [whole])).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
  second.write("\r\n");
  await expect.poll(() => parseAnswer(secondText).status).toBe(503);
  expect(parseAnswer(secondText).headers.get("connection")).toBe("close");
  socket.write(whole.subarray(-5));
  await done;
  await expect.poll(() => parseAnswer(text).status).toBe(200);
  const answer = parseAnswer(text);
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  expect(JSON.parse(answer.body)).toMatchObject({ blocked: true });
});

test("a stop does not wait for a client that never finishes", async () => {
  const stopped = await startTestApi({ limits: { stopMs: 200 } });
  const { port } = stopped.api;
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.write(rawRequest(port, { fields: { "Content-Length": "100" }, body: "{" }));
  await expect.poll(stopped.api.heldBytes).toBe(100);
  await stopped.api.stop();
  await expect.poll(stopped.api.heldBytes).toBe(0);
});

test("a port in use is told as such", async () => {
  const taken = await startTestApi();
  const { port } = taken.api;
  const log = { isOn: () => false, write: () => undefined };
  const options = {
    handlers: taken.handlers,
    isAuthorized: () => false,
    isCompanion: () => false,
    maxScanBytes: () => 1,
    log,
  };
  await expect(startApi({ listen: { host: "127.0.0.1", port }, ...options })).rejects.toMatchObject(
    {
      code: "port_in_use",
      exitCode: 2,
    },
  );
  await taken.api.stop();
});

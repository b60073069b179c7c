import {
  Counters,
  openApiDocument,
  parse,
  RedactAnswer,
  ScanAnswer,
  StatusAnswer,
} from "@weir/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acmeKey } from "./fixture-rules.ts";
import { rawRequest, sendRaw, startTestApi } from "./test-api.ts";
import { anyNumber, including } from "./matchers.ts";

const MIB = 1024 * 1024;

let server: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  server = await startTestApi();
});
afterAll(async () => server.api.stop());

async function ask(path: string, body?: unknown, api = server.api) {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(api.url + path, body === undefined ? {} : init);
  const data: unknown = await response.json();
  return { status: response.status, data, headers: response.headers };
}

test("scan tells whether a content blocks, and counts", async () => {
  const before = server.counters.read();
  expect(await ask("/api/dlp/scan", { content: "nothing here" })).toMatchObject({
    status: 200,
    data: { blocked: false, pattern_name: "", score: 0 },
  });
  const hit = await ask("/api/dlp/scan", { content: `key ${acmeKey("a")}` });
  expect(hit).toMatchObject({
    status: 200,
    data: { blocked: true, pattern_name: "Acme Key", score: 3 },
  });
  expect(parse(ScanAnswer, hit.data).ok).toBe(true);
  expect(server.counters.read()).toEqual({
    ...before,
    dlp_scans_total: before.dlp_scans_total + 2,
    dlp_blocks_total: before.dlp_blocks_total + 1,
  });
});

test("redact answers placeholders and offsets into the request's content", async () => {
  const before = server.counters.read();
  const key = acmeKey("r");
  const content = `😀 ${key}, again ${key}`;
  const { status, data } = await ask("/api/dlp/redact", { content });
  expect(status).toBe(200);
  const parsed = parse(RedactAnswer, data);
  expect(parsed).toMatchObject({
    ok: true,
    value: { redacted: true, content: "😀 [ACME_KEY_1], again [ACME_KEY_1]" },
  });
  const spans = parsed.ok
    ? parsed.value.findings.map(({ start, end }) => content.slice(start, end))
    : [];
  expect(spans).toEqual([key, key]);
  expect(JSON.stringify(data)).not.toContain(key);
  expect(server.counters.read()).toMatchObject({
    dlp_scans_total: before.dlp_scans_total + 1,
    dlp_blocks_total: before.dlp_blocks_total + 1,
  });
});

test("a session joins a secret that was cut in two, and blocks once", async () => {
  const key = acmeKey("s");
  const scanPart = async (content: string, session_id?: string) =>
    (await ask("/api/dlp/scan", session_id === undefined ? { content } : { content, session_id }))
      .data;
  expect(await scanPart(`begin ${key.slice(0, 12)}`, "one")).toMatchObject({ blocked: false });
  expect(await scanPart(`${key.slice(12)} end`, "two")).toMatchObject({ blocked: false });
  expect(await scanPart(`${key.slice(12)} end`)).toMatchObject({ blocked: false });
  expect(await scanPart(`${key.slice(12)} end`, "one")).toMatchObject({
    blocked: true,
    pattern_name: "Acme Key",
  });
  expect(await scanPart("and so on", "one")).toMatchObject({ blocked: false });
});

test("a session's name has up to 128 characters, whatever they are", async () => {
  const statusOf = async (session_id: string): Promise<number> =>
    (await ask("/api/dlp/scan", { content: "nothing", session_id })).status;
  expect(await statusOf("\u{1F600}".repeat(128))).toBe(200);
  expect(await statusOf("\n".repeat(128))).toBe(200);
  expect(await statusOf("\u{1F600}".repeat(129))).toBe(400);
});

test.each([
  ["empty", ""],
  ["one byte", "x"],
  ["NUL", "\u0000"],
  ["a lone surrogate", "\ud800 and \udfff"],
  ["4 MiB", "a".repeat(4 * MIB)],
  ["4 MiB of NUL, six bytes each in JSON", "\u0000".repeat(4 * MIB)],
])("scan and redact answer 200 for content that is %s", async (_, content) => {
  expect(await ask("/api/dlp/scan", { content })).toMatchObject({
    status: 200,
    data: { blocked: false },
  });
  expect(await ask("/api/dlp/redact", { content })).toMatchObject({
    status: 200,
    data: { redacted: false },
  });
});

test("a body in chunks and one that waits for 100 Continue are read", async () => {
  const { port } = server.api;
  const body = JSON.stringify({ content: "x" });
  const chunked = rawRequest(port, {
    fields: { "Content-Length": "", "Transfer-Encoding": "chunked" },
  });
  const half = body.length >> 1;
  const pieces = [body.slice(0, half), body.slice(half), ""].map(
    (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
  );
  expect((await sendRaw(port, [chunked, ...pieces])).status).toBe(200);

  const waiting = rawRequest(port, { fields: { Expect: "100-continue" }, body });
  const answer = await sendRaw(port, [waiting]);
  expect(answer.text).toMatch(/^HTTP\/1\.1 100 /);
  expect(answer.status).toBe(200);
  const refused = rawRequest(port, {
    fields: { Expect: "100-continue", "Content-Type": "text/plain" },
    body,
  });
  expect((await sendRaw(port, [refused])).text).toMatch(/^HTTP\/1\.1 415 /);
});

test.each([
  ["application/json; charset=utf-8"],
  ['application/json;charset="UTF-8"'],
  ["Application/JSON"],
])("a body of type %s is read", async (type) => {
  const { port } = server.api;
  const request = rawRequest(port, {
    fields: { "Content-Type": type, "Content-Encoding": "identity" },
    body: '{"content":"x"}',
  });
  expect((await sendRaw(port, [request])).status).toBe(200);
});

test("requests that name the agent by each of its names are answered", async () => {
  const { port } = server.api;
  for (const host of ["127.0.0.1", "localhost", "LocalHost", "[::1]"]) {
    const fields = {
      Host: `${host}:${port}`,
      Origin: `http://${host}:${port}`,
      "Sec-Fetch-Site": "same-origin",
    };
    const answer = await sendRaw(port, [
      rawRequest(port, { method: "GET", path: "/api/stats", fields }),
    ]);
    expect(answer.status).toBe(200);
  }
});

test("status, stats and openapi answer what the schema declares", async () => {
  const status = await ask("/api/status");
  expect(parse(StatusAnswer, status.data)).toMatchObject({
    ok: true,
    value: {
      status: "ok",
      agent_version: "1.2.3",
      preset: "personal",
      patterns: 4,
      layers: { api: { state: "running" } },
    },
  });
  expect(status.headers.get("content-type")).toBe("application/json");
  expect(parse(Counters, (await ask("/api/stats")).data)).toEqual({
    ok: true,
    value: server.counters.read(),
  });
  expect((await ask("/api/openapi.json")).data).toEqual(
    JSON.parse(JSON.stringify(openApiDocument("1.2.3"))),
  );
});

test("HEAD answers the headers of GET and no body", async () => {
  const { port } = server.api;
  const get = await sendRaw(port, [rawRequest(port, { method: "GET", path: "/api/stats" })]);
  const head = await sendRaw(port, [rawRequest(port, { method: "HEAD", path: "/api/stats" })]);
  expect([head.status, head.body]).toEqual([200, ""]);
  expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
});

test("requests of one connection are answered in order, and garbage behind them ends it", async () => {
  const { port } = server.api;
  const keep = { Connection: "keep-alive" };
  const first = rawRequest(port, { method: "GET", path: "/api/stats", fields: keep });
  const { text } = await sendRaw(port, [first, first, "garbage\r\n\r\n"]);
  expect(text.match(/HTTP\/1\.1 \d+/g)?.slice(0, 2)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
});

test("a fault in a handler answers 500, counts nothing, logs a class name, and the agent lives", async () => {
  const faulty = await startTestApi({
    handlers: {
      scan: () => {
        throw new RangeError("quotes Mq7Zx3Vw9K");
      },
    },
  });
  const answer = await ask("/api/dlp/scan", { content: "Mq7Zx3Vw9K" }, faulty.api);
  expect(answer).toMatchObject({ status: 500, data: { code: "internal_fault" } });
  expect(JSON.stringify(answer.data)).not.toContain("Mq7Zx3Vw9K");
  expect(faulty.logged()).toContain('"error_class":"RangeError"');
  expect(faulty.logged()).not.toContain("Mq7Zx3Vw9K");
  expect((await ask("/api/stats", undefined, faulty.api)).data).toMatchObject({
    dlp_scans_total: 0,
  });
  await faulty.api.stop();
});

test("at debug level each scan logs its steps' times and counts, no content and no verdict", async () => {
  const key = acmeKey("logged");
  await ask("/api/dlp/scan", { content: `secret ${key} Mq7Zx3Vw9K`, session_id: "Sess10nMarker" });
  await ask("/api/dlp/redact", { content: `secret ${key} Mq7Zx3Vw9K` });
  const lines = server
    .logged()
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(lines.at(-2)).toMatchObject({
    level: "debug",
    event: "scan",
    kind: "scan",
  });
  expect(lines.at(-1)).toMatchObject({
    event: "scan",
    kind: "redact",
    steps: including({ step: "revalidate", ms: anyNumber }),
  });
  for (const marker of [
    key,
    key.slice(5, 15),
    "Mq7Zx3Vw9K",
    "Sess10nMarker",
    "Acme",
    "blocked",
    "findings",
    "count",
  ]) {
    expect(server.logged()).not.toContain(marker);
  }
});

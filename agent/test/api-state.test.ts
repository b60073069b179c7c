import { Canary, Counters, DlpConfig, parse, Problem, StatusAnswer } from "@weir/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { weakNote } from "./fixture-rules.ts";
import { rawRequest, sendRaw, startTestApi } from "./test-api.ts";

type Server = Awaited<ReturnType<typeof startTestApi>>;

let server: Server;
let locked: Server;
let full: Server;
let isLocked = false;
beforeAll(async () => {
  server = await startTestApi();
  locked = await startTestApi({ isLocked: () => isLocked });
  full = await startTestApi({ maxPages: 2 });
});
afterAll(async () => {
  await Promise.all([server.api.stop(), locked.api.stop(), full.api.stop()]);
});

interface Asking {
  readonly on?: Server;
  readonly body?: unknown;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Asks over a socket of its own, with the token unless `fields` says otherwise. */
async function ask(method: string, path: string, { on = server, body, fields = {} }: Asking = {}) {
  const text = body === undefined ? "" : JSON.stringify(body);
  const { port } = on.api;
  const all = { Authorization: `Bearer ${on.token}`, ...fields };
  const answer = await sendRaw(port, [rawRequest(port, { method, path, fields: all, body: text })]);
  const data: unknown = answer.body === "" ? undefined : JSON.parse(answer.body);
  return { ...answer, data };
}

async function createCanary(label: string, on = server): Promise<Canary> {
  const { data } = await ask("POST", "/api/dlp/canary", { on, body: { label } });
  const parsed = parse(Canary, data);
  if (!parsed.ok) throw new Error("no canary");
  return parsed.value;
}

const GUARDED: readonly (readonly [string, string, unknown])[] = [
  ["GET", "/api/dlp/canary", undefined],
  ["POST", "/api/dlp/canary", { label: "x" }],
  ["DELETE", "/api/dlp/canary/0123456789abcdef", undefined],
  ["PUT", "/api/dlp/config", { thresholds: { low: 9 } }],
  ["DELETE", "/api/dlp/config", undefined],
  ["POST", "/api/stats/reset", undefined],
];

describe.each(GUARDED)("%s %s", (method, path, body) => {
  test.each<readonly [string, (token: string) => Readonly<Record<string, string>>, string]>([
    ["no token", () => ({ Authorization: "" }), ""],
    ["a wrong token", () => ({ Authorization: `Bearer ${"0".repeat(64)}` }), ""],
    ["half of the token", (token) => ({ Authorization: `Bearer ${token.slice(32)}` }), ""],
    ["another scheme", (token) => ({ Authorization: `Basic ${token}` }), ""],
    ["the token in the URL", () => ({ Authorization: "" }), "?access_token="],
    ["the token in another parameter", () => ({ Authorization: "" }), "?token="],
  ])("with %s is answered 401 and changes nothing", async (_name, fieldsOf, query) => {
    const before = [server.store.canaries.list(), server.store.settings.read()];
    const suffix = query === "" ? "" : query + server.token;
    const answer = await ask(method, path + suffix, { body, fields: fieldsOf(server.token) });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(parse(Problem, answer.data)).toMatchObject({
      ok: true,
      value: { code: "unauthorized" },
    });
    expect(answer.text).not.toContain(server.token);
    expect([server.store.canaries.list(), server.store.settings.read()]).toEqual(before);
  });
});

test("two Authorization headers are none, in either order", async () => {
  const { port } = server.api;
  for (const values of [
    [server.token, "x"],
    ["x", server.token],
    [server.token, server.token],
  ]) {
    const lines = values.map((value) => `Authorization: Bearer ${value}\r\n`).join("");
    const request = `GET /api/dlp/canary HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines}Connection: close\r\n\r\n`;
    expect((await sendRaw(port, [request])).status).toBe(401);
  }
});

describe("canaries", () => {
  test("are created with 201, listed, and deleted with 204 and no body, once", async () => {
    const created = await ask("POST", "/api/dlp/canary", { body: { label: "payroll" } });
    expect(created.status).toBe(201);
    const parsed = parse(Canary, created.data);
    expect(parsed).toMatchObject({ ok: true, value: { label: "payroll", trigger_count: 0 } });
    const id = parsed.ok ? parsed.value.id : "";
    expect(await ask("GET", "/api/dlp/canary")).toMatchObject({
      status: 200,
      data: { canaries: [created.data] },
    });
    const deleted = await ask("DELETE", `/api/dlp/canary/${id}`);
    expect([deleted.status, deleted.body]).toEqual([204, ""]);
    expect([deleted.headers.has("content-length"), deleted.headers.has("content-type")]).toEqual([
      false,
      false,
    ]);
    expect(await ask("DELETE", `/api/dlp/canary/${id}`)).toMatchObject({
      status: 404,
      data: { code: "canary_not_found" },
    });
    expect((await ask("GET", "/api/dlp/canary")).data).toEqual({ canaries: [] });
  });

  test("block right after they were created and not after they were deleted; redaction counts too", async () => {
    const { id, token } = await createCanary("payroll");
    const scanned = () => ask("POST", "/api/dlp/scan", { body: { content: `a ${token} b` } });
    expect((await scanned()).data).toMatchObject({ blocked: true, pattern_name: "Canary:payroll" });
    const redacted = await ask("POST", "/api/dlp/redact", { body: { content: `a ${token} b` } });
    expect(JSON.stringify(redacted.data)).not.toContain(token);
    expect(server.store.canaries.list()).toMatchObject([{ id, trigger_count: 2 }]);
    await ask("DELETE", `/api/dlp/canary/${id}`);
    expect((await scanned()).data).toMatchObject({ blocked: false, pattern_name: "" });
  });

  test("of one label are counted by their ids", async () => {
    const [a, b] = [await createCanary("same"), await createCanary("same")];
    await ask("POST", "/api/dlp/scan", { body: { content: b.token } });
    const { data } = await ask("GET", "/api/dlp/canary");
    expect(data).toMatchObject({
      canaries: [
        { id: a.id, trigger_count: 0, last_triggered: 0 },
        { id: b.id, trigger_count: 1 },
      ],
    });
    for (const { id } of [a, b]) await ask("DELETE", `/api/dlp/canary/${id}`);
  });

  test("are 200 at most: the next one is answered 409", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 200; i++) ids.push((await createCanary(`label ${i}`)).id);
    expect(await ask("POST", "/api/dlp/canary", { body: { label: "x" } })).toMatchObject({
      status: 409,
      data: { code: "canary_limit" },
    });
    await ask("DELETE", `/api/dlp/canary/${ids[0] ?? ""}`);
    ids[0] = (await createCanary("x")).id;
    for (const id of ids) await ask("DELETE", `/api/dlp/canary/${id}`);
  });

  test.each<readonly [string, unknown, string]>([
    ["an empty label", { label: "" }, "invalid_label"],
    ["a label of 129", { label: "x".repeat(129) }, "invalid_label"],
    ["a line break", { label: "a\nb" }, "invalid_label"],
    ["NUL", { label: "a\0b" }, "invalid_label"],
    ["an escape", { label: "\u001b[2J" }, "invalid_label"],
    ["white space alone", { label: " \u3000" }, "invalid_label"],
    ["a turned direction", { label: "\u202epayroll" }, "invalid_label"],
    ["half of a pair", { label: "\ud83d" }, "invalid_label"],
    ["no label", {}, "invalid_body"],
    ["null for a label", { label: null }, "invalid_body"],
    ["a number for a label", { label: 5 }, "invalid_body"],
    ["a list for a label", { label: ["x"] }, "invalid_body"],
    ["a field too many", { label: "x", token: "y" }, "invalid_body"],
    ["a bad label and a field too many", { label: "", token: "y" }, "invalid_body"],
    ["a list", [{ label: "x" }], "invalid_body"],
    ["an empty list", [], "invalid_body"],
    ["a text", "x", "invalid_body"],
  ])("with %s are answered 400", async (_name, body, code) => {
    const answer = await ask("POST", "/api/dlp/canary", { body });
    expect(answer).toMatchObject({ status: 400, data: { code } });
    expect(server.store.canaries.list()).toEqual([]);
  });

  test.each([
    "/api/dlp/canary/0123456789abcdef",
    "/api/dlp/canary/nonsense",
    "/api/dlp/canary/..%2f..%2fx",
    "/api/dlp/canary/%00",
  ])("DELETE %s is answered 404", async (path) => {
    expect(await ask("DELETE", path)).toMatchObject({
      status: 404,
      data: { code: "canary_not_found" },
    });
  });

  test.each([
    ["DELETE", "/api/dlp/canary", 405, "GET, HEAD, POST"],
    ["GET", "/api/dlp/canary/0123456789abcdef", 405, "DELETE"],
    ["DELETE", "/api/dlp/canary/", 404, undefined],
    ["DELETE", "/api/dlp/canary/a/b", 404, undefined],
    ["POST", "/api/dlp/config", 405, "DELETE, GET, HEAD, PUT"],
    ["GET", "/api/stats/reset", 405, "POST"],
  ])("%s %s is answered %d", async (method, path, status, allow) => {
    const answer = await ask(method, path);
    expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
  });

  test("need JSON, and HEAD of their list answers no body", async () => {
    const fields = { "Content-Type": "text/plain" };
    expect((await ask("POST", "/api/dlp/canary", { body: { label: "x" }, fields })).status).toBe(
      415,
    );
    const head = await ask("HEAD", "/api/dlp/canary");
    expect([head.status, head.body]).toEqual([200, ""]);
  });
});

describe("thresholds and weights", () => {
  test("are read without a token, changed in part, and in force for the next scan", async () => {
    const before = await ask("GET", "/api/dlp/config", { fields: { Authorization: "" } });
    expect(parse(DlpConfig, before.data).ok).toBe(true);
    const changed = await ask("PUT", "/api/dlp/config", {
      body: { thresholds: { low: 1 }, weights: { hotword_boost: 7 } },
    });
    expect(changed).toMatchObject({
      status: 200,
      data: {
        thresholds: { critical: 1, high: 2, medium: 3, low: 1 },
        weights: { hotword_boost: 7, entropy_boost: 1 },
      },
    });
    expect((await ask("GET", "/api/dlp/config")).data).toEqual(changed.data);
    const note = { body: { content: weakNote("scored") } };
    expect((await ask("POST", "/api/dlp/scan", note)).data).toMatchObject({ blocked: true });
    expect((await ask("PUT", "/api/dlp/config", { body: before.data })).data).toEqual(before.data);
    expect((await ask("POST", "/api/dlp/scan", note)).data).toMatchObject({ blocked: false });
  });

  test.each<readonly [unknown]>([
    [[]],
    [[{ thresholds: { low: 1 } }]],
    [{ thresholds: [] }],
    [{ weights: [] }],
    [{ thresholds: { low: 0 } }],
    [{ thresholds: { low: 1.5 } }],
    [{ thresholds: { low: null } }],
    [{ thresholds: { urgent: 1 } }],
    [{ weights: { hotword_boost: 101 } }],
    [{ policies: {} }],
    [null],
    [5],
  ])("%j is answered 400 and changes nothing", async (body) => {
    const before = (await ask("GET", "/api/dlp/config")).data;
    expect(await ask("PUT", "/api/dlp/config", { body })).toMatchObject({
      status: 400,
      data: { code: "invalid_body" },
    });
    expect((await ask("GET", "/api/dlp/config")).data).toEqual(before);
  });
});

test("a reset sets the five counters to 0", async () => {
  await ask("POST", "/api/dlp/scan", { body: { content: "x" } });
  expect(server.counters.read().dlp_scans_total).toBeGreaterThan(0);
  const { status, data } = await ask("POST", "/api/stats/reset");
  expect([status, parse(Counters, data).ok]).toEqual([200, true]);
  expect(Object.values(data as object)).toEqual([0, 0, 0, 0, 0]);
  expect((await ask("GET", "/api/stats")).data).toEqual(data);
});

test("under a locked profile every change is answered 403, reading goes on, and canaries go on being met", async () => {
  const { id, token } = await createCanary("payroll", locked);
  const before = (await ask("GET", "/api/dlp/config", { on: locked })).data;
  isLocked = true;
  for (const [method, path, body] of GUARDED.slice(1)) {
    const at = path.replace("0123456789abcdef", id);
    expect(await ask(method, at, { on: locked, body })).toMatchObject({
      status: 403,
      data: { code: "profile_locked" },
    });
  }
  const scanned = await ask("POST", "/api/dlp/scan", { on: locked, body: { content: token } });
  expect(scanned.data).toMatchObject({ pattern_name: "Canary:payroll" });
  expect((await ask("GET", "/api/dlp/canary", { on: locked })).data).toMatchObject({
    canaries: [{ id, trigger_count: 1 }],
  });
  expect((await ask("GET", "/api/dlp/config", { on: locked })).data).toEqual(before);
  expect(locked.counters.read().dlp_scans_total).toBe(1);
});

test("where the store takes no changes, each is answered 503, the status is degraded, and scans go on", async () => {
  for (const [method, path, body] of [GUARDED[1], GUARDED[3], GUARDED[4]].filter(
    (route) => route !== undefined,
  )) {
    expect(await ask(method, path, { on: full, body })).toMatchObject({
      status: 503,
      data: { code: "store_unavailable" },
    });
  }
  const { data } = await ask("GET", "/api/status", { on: full });
  expect(parse(StatusAnswer, data)).toMatchObject({
    ok: true,
    value: { status: "degraded", store: { state: "full", fault: null, set_aside: 0 } },
  });
  expect((await ask("POST", "/api/dlp/scan", { on: full, body: { content: "x" } })).status).toBe(
    200,
  );
});

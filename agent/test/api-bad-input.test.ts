import { parse, Problem } from "@weir/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BAD_COMPANION_REQUESTS } from "./bad-companion-requests.ts";
import { BAD_REQUESTS, MARKER } from "./bad-requests.ts";
import { rawRequest, sendRaw, startTestApi } from "./test-api.ts";

let server: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  server = await startTestApi();
});
afterAll(async () => server.api.stop());

test.each([...BAD_REQUESTS, ...BAD_COMPANION_REQUESTS])(
  "$name is answered $status $code, counts nothing and is not repeated",
  async ({ status, code, pieces }) => {
    const { port } = server.api;
    const before = server.counters.read();
    const answer = await sendRaw(port, pieces(port));
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const problem: unknown = JSON.parse(answer.body);
    expect(parse(Problem, problem)).toMatchObject({ ok: true, value: { code, status } });
    expect(answer.text).not.toContain(MARKER);
    expect(answer.text.toLowerCase()).not.toContain("access-control-");
    expect(answer.text.toLowerCase()).not.toContain("x-powered-by");
    expect(server.counters.read()).toEqual(before);
    await expect.poll(server.api.heldBytes).toBe(0);
    expect(server.logged()).not.toContain(MARKER);
  },
);

test.each([JSON.stringify({ content: "[],{}:" }), "\\", '"'])(
  "a large content of nothing but %s is looked at: what stands in a string is no structure",
  async (piece) => {
    const { port } = server.api;
    const body = JSON.stringify({ content: piece.repeat(20_000), session_id: "structure" });
    const answer = await sendRaw(port, [rawRequest(port, { body })]);
    expect(JSON.parse(answer.body)).toMatchObject({ blocked: false });
  },
);

test("431 names both limits of headers, of which short lines meet the one", async () => {
  const { port } = server.api;
  const fields = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`X-${i}`, "1"]));
  const { status, body } = await sendRaw(port, [rawRequest(port, { fields })]);
  expect([status, JSON.parse(body)]).toEqual([
    431,
    expect.objectContaining({ detail: "Send at most 100 headers, and at most 16 KiB of them." }),
  ]);
});

test("405 names the methods that the path answers", async () => {
  const { port } = server.api;
  const get = await sendRaw(port, [rawRequest(port, { method: "DELETE", path: "/api/status" })]);
  expect(get.headers.get("allow")).toBe("GET, HEAD");
  const post = await sendRaw(port, [rawRequest(port, { method: "OPTIONS" })]);
  expect(post.headers.get("allow")).toBe("POST");
});

test("HEAD of a POST route answers 405 without a body", async () => {
  const { port } = server.api;
  const answer = await sendRaw(port, [rawRequest(port, { method: "HEAD" })]);
  expect([answer.status, answer.body]).toEqual([405, ""]);
});

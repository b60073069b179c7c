import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { agentClient, VERDICT_MS } from "../src/background/agent-client.ts";
import type { AgentClient, KeyStore } from "../src/background/agent-client.ts";
import { matching } from "../../agent/test/matchers.ts";
import type { ShownSecret } from "../../agent/test/companion-side.ts";
import { agentSide } from "./agent-side.ts";

const KEY = "5".repeat(64);
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

interface Keys extends KeyStore {
  key: string | undefined;
}

function keys(key: string | undefined): Keys {
  const store: Keys = {
    key,
    read: async () => store.key,
    write: async (written) => {
      store.key = written;
    },
  };
  return store;
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };

/**
 * An agent that knows `KEY` and proves itself after `lateMs`; `listener` answers all else. It is started anew after each of its first
 * `restarts` proofs.
 */
async function listenProven(
  listener: RequestListener,
  { lateMs = 0, restarts = 0 } = {},
): Promise<number> {
  const prove: RequestListener = async (request, response) => {
    const side = sides.length > 1 ? sides.shift() : sides[0];
    const shown = (await bodyOf(request)) as ShownSecret;
    await sleep(lateMs);
    const proof = side?.prove([KEY], shown);
    json(proof === undefined ? 403 : 200, proof ?? {})(request, response);
  };
  const port = await listen((request, response) =>
    (request.url === "/api/companion/proof" ? prove : listener)(request, response),
  );
  const sides = Array.from({ length: restarts + 1 }, () => agentSide(() => port));
  return port;
}

const clientOf = async (listener: RequestListener): Promise<AgentClient> =>
  agentClient(await listenProven(listener), keys(KEY));

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

test("a verdict is the agent's, asked for with the token and nothing of the browser's", async () => {
  const seen: IncomingMessage[] = [];
  const bodies: unknown[] = [];
  const client = await clientOf((request, response) => {
    seen.push(request);
    void bodyOf(request).then((body) => {
      bodies.push(body);
      return response.end(JSON.stringify({ blocked: true, pattern_name: "X Key", score: 3 }));
    });
  });
  expect(await client.scan("a text", "s1")).toEqual({
    blocked: true,
    patternName: "X Key",
    score: 3,
  });
  expect(bodies).toEqual([{ content: "a text", session_id: "s1" }]);
  expect(seen[0]?.headers).toMatchObject({
    authorization: matching(/^Bearer [0-9a-f]{64}$/),
    "content-type": "application/json",
  });
  expect(seen[0]?.headers.cookie).toBeUndefined();
});

describe("what is no verdict is undecided", () => {
  const clean = { blocked: false, pattern_name: "", score: 0 };
  test.each([
    ["no JSON", 200, "<html>", "nonsense"],
    ["nothing", 200, "", "nonsense"],
    ["another JSON", 200, "[]", "nonsense"],
    ["a text for true", 200, JSON.stringify({ ...clean, blocked: "false" }), "nonsense"],
    ["no name", 200, JSON.stringify({ blocked: true, score: 1 }), "nonsense"],
    ["no score", 200, JSON.stringify({ blocked: false, pattern_name: "" }), "nonsense"],
    [
      "a name without end",
      200,
      JSON.stringify({ ...clean, pattern_name: "x".repeat(201) }),
      "nonsense",
    ],
    [
      "an answer without end",
      200,
      JSON.stringify({ ...clean, more: "x".repeat(300_000) }),
      "nonsense",
    ],
    ["another success", 204, "", "nonsense"],
    ["a redirection", 302, "", "down"],
    ["not modified", 304, "", "nonsense"],
    ["no such route", 404, "{}", "nonsense"],
    ["unauthorized", 401, "{}", "unpaired"],
    ["forbidden", 403, "{}", "unpaired"],
    ["too large", 413, "{}", "too_large"],
    ["too many", 429, "{}", "rate_limited"],
    ["a fault", 500, "{}", "fault"],
    ["stopping", 503, "{}", "down"],
  ])("%s", async (_name, status, body, undecided) => {
    const client = await clientOf((_request, response) => {
      response.writeHead(status, { location: "https://www.example.com/" });
      response.end(body);
    });
    expect(await client.scan("x")).toEqual({ undecided });
  });

  test("bytes that are no UTF-8", async () => {
    const client = await clientOf((_request, response) =>
      response.end(Buffer.from([0x22, 0xff, 0x22])),
    );
    expect(await client.scan("x")).toEqual({ undecided: "nonsense" });
  });

  test("nobody listens", async () => {
    const port = await listen(json(200, clean));
    servers[0]?.closeAllConnections();
    await new Promise((resolve) => servers[0]?.close(resolve));
    expect(await agentClient(port, keys(KEY)).scan("x")).toEqual({ undecided: "down" });
  });

  test("the connection breaks in the middle of the answer", async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{");
      setTimeout(() => response.destroy(), 20);
    });
    expect(await client.scan("x")).toEqual({ undecided: "down" });
  });

  test.each([
    ["before the answer", (): undefined => undefined],
    ["in the middle of it", (write: (text: string) => unknown) => write("{")],
  ])("time runs out %s", async (_name, begin) => {
    const client = await clientOf((_request, response) => {
      begin((text) => response.write(text));
    });
    expect(await client.scan("x")).toEqual({ undecided: "late" });
    expect(VERDICT_MS).toBe(1500);
  });
});

describe("the key", () => {
  test("without one, no content is sent to what listens there", async () => {
    const paths: string[] = [];
    const port = await listen((request, response) => {
      paths.push(`${request.method} ${request.url}`);
      response.end("{}");
    });
    expect(await agentClient(port, keys(undefined)).scan("x")).toEqual({ undecided: "unpaired" });
    expect(paths).toEqual(["GET /api/status"]);
  });

  test("that the agent does not know is no pairing", async () => {
    const port = await listenProven(json(200, {}));
    expect(await agentClient(port, keys("0".repeat(64))).scan("x")).toEqual({
      undecided: "unpaired",
    });
  });

  test.each([
    [401, {}, "refused"],
    [403, { code: "pairing_code_wrong" }, "wrong_code"],
    [410, { code: "pairing_code_expired" }, "expired"],
    [429, {}, "too_many_tries"],
    [200, { key: KEY, proof: KEY }, "refused"],
    [200, { key: 5, proof: KEY }, "refused"],
    [200, {}, "refused"],
    [503, {}, "agent_down"],
  ])("is not had for a code that gets %s %o", async (status, body, outcome) => {
    const store = keys(undefined);
    expect(await agentClient(await listen(json(status, body)), store).pair("AAAAAAAA")).toBe(
      outcome,
    );
    expect(store.key).toBeUndefined();
  });
});

test("who was late has to prove itself before it is sent anything more", async () => {
  const asked: string[] = [];
  const port = await listenProven((request) => void asked.push(request.url ?? ""), {
    lateMs: 1000,
  });
  const client = agentClient(port, keys(KEY));
  expect(await client.scan("x")).toEqual({ undecided: "late" });
  expect(asked).toEqual(["/api/dlp/scan"]);
  void client.scan("y");
  await sleep(200);
  expect(asked).toEqual(["/api/dlp/scan"]);
});

test("a bundle is not taken where the agent was started anew before it had come", async () => {
  const port = await listenProven(json(200, { a: 1 }), { restarts: 1 });
  const client = agentClient(port, keys(KEY));
  expect(await client.bundle("")).toMatchObject({ ok: false, why: "down" });
  expect(await client.bundle("")).toMatchObject({ ok: true, data: { a: 1 } });
});

test("a bundle that is still the same is not sent again", async () => {
  const client = await clientOf((request, response) => {
    if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"' }).end('{"a":1}');
  });
  expect(await client.bundle("")).toEqual({ ok: true, data: { a: 1 }, etag: '"1"' });
  expect(await client.bundle('"1"')).toMatchObject({ ok: false, why: "unchanged" });
});

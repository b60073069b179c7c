import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { agentClient, VERDICT_MS } from "../src/background/agent-client.ts";
import type { AgentClient, TokenStore } from "../src/background/agent-client.ts";

const TOKEN = "t".repeat(43);
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

interface Tokens extends TokenStore {
  token: string | undefined;
}

function tokens(token: string | undefined, paired = token !== undefined): Tokens {
  const store: Tokens = {
    token,
    read: async () => store.token,
    write: async (written) => {
      store.token = written;
    },
    wasPaired: async () => paired,
  };
  return store;
}

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };

const clientOf = async (listener: RequestListener): Promise<AgentClient> =>
  agentClient(await listen(listener), tokens(TOKEN));

async function keepBody(request: IncomingMessage, bodies: unknown[]): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
}

test("a verdict is the agent's, asked for with the token and nothing of the browser's", async () => {
  const seen: IncomingMessage[] = [];
  const bodies: unknown[] = [];
  const client = await clientOf((request, response) => {
    seen.push(request);
    void keepBody(request, bodies).then(() =>
      response.end(JSON.stringify({ blocked: true, pattern_name: "X Key", score: 3 })),
    );
  });
  expect(await client.scan("a text", "s1")).toEqual({
    blocked: true,
    patternName: "X Key",
    score: 3,
  });
  expect(bodies).toEqual([{ content: "a text", session_id: "s1" }]);
  expect(seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
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
    expect(await agentClient(port, tokens(TOKEN)).scan("x")).toEqual({ undecided: "down" });
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

describe("the token", () => {
  test("without one, no content is sent to what listens there", async () => {
    const paths: string[] = [];
    const port = await listen((request, response) => {
      paths.push(`${request.method} ${request.url}`);
      response.end("{}");
    });
    expect(await agentClient(port, tokens(undefined)).scan("x")).toEqual({ undecided: "unpaired" });
    expect(paths).toEqual(["GET /api/status"]);
  });

  test("one that is gone with the browser's last run is renewed without a code, once for all who ask", async () => {
    const asked: string[] = [];
    const port = await listen((request, response) => {
      asked.push(request.url ?? "");
      const isRenewal = request.url === "/api/companion/renew";
      const verdict = { blocked: false, pattern_name: "", score: 0 };
      response.end(JSON.stringify(isRenewal ? { token: TOKEN } : verdict));
    });
    const store = tokens(undefined, true);
    const client = agentClient(port, store);
    const verdicts = await Promise.all([client.scan("x"), client.scan("y"), client.scan("z")]);
    expect(verdicts.every((verdict) => "blocked" in verdict)).toBe(true);
    expect(asked.filter((path) => path === "/api/companion/renew")).toHaveLength(1);
    expect(store.token).toBe(TOKEN);
  });

  test("one that the agent no longer knows is renewed, and where that is refused the companion is unpaired", async () => {
    const isKnown = (request: IncomingMessage): boolean =>
      request.headers.authorization === `Bearer ${TOKEN}`;
    const port = await listen((request, response) => {
      if (request.url === "/api/companion/renew") json(200, { token: TOKEN })(request, response);
      else
        json(isKnown(request) ? 200 : 401, { blocked: false, pattern_name: "", score: 0 })(
          request,
          response,
        );
    });
    const store = tokens("o".repeat(43));
    expect(await agentClient(port, store).scan("x")).toMatchObject({ blocked: false });
    const refusing = await listen(json(403, {}));
    expect(await agentClient(refusing, store).scan("x")).toEqual({ undecided: "unpaired" });
  });

  test("a code is traded for it", async () => {
    const bodies: unknown[] = [];
    const port = await listen((request, response) => {
      void keepBody(request, bodies).then(() => response.end(JSON.stringify({ token: TOKEN })));
    });
    const store = tokens(undefined);
    expect(await agentClient(port, store).pair("ABCD2345")).toBe("paired");
    expect([bodies, store.token]).toEqual([[{ code: "ABCD2345" }], TOKEN]);
  });

  test.each([
    [401, {}, "refused"],
    [403, { code: "pairing_code_wrong" }, "wrong_code"],
    [410, { code: "pairing_code_expired" }, "expired"],
    [429, {}, "too_many_tries"],
    [200, { token: "short" }, "refused"],
    [200, {}, "refused"],
    [503, {}, "agent_down"],
  ])("is not had for a code that gets %s %o", async (status, body, outcome) => {
    const store = tokens(undefined);
    expect(await agentClient(await listen(json(status, body)), store).pair("AAAAAAAA")).toBe(
      outcome,
    );
    expect(store.token).toBeUndefined();
  });
});

test("a bundle that is still the same is not sent again", async () => {
  const client = await clientOf((request, response) => {
    if (request.headers["if-none-match"] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"' }).end('{"a":1}');
  });
  expect(await client.bundle("")).toEqual({ ok: true, data: { a: 1 }, etag: '"1"' });
  expect(await client.bundle('"1"')).toMatchObject({ ok: false, why: "unchanged" });
});

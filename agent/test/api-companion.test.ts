import { AgentProof, CompanionList, PairingCode, PairingKey, parse } from "@weir/schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentsProof, secretOf, showCode, showKey, tokenOf } from "./companion-side.ts";
import { acmeKey } from "./fixture-rules.ts";
import { anyText } from "./matchers.ts";
import { EXTENSIONS, rawRequest, sendRaw, startTestApi } from "./test-api.ts";

type Server = Awaited<ReturnType<typeof startTestApi>>;

let server: Server;
let locked: Server;
beforeAll(async () => {
  server = await startTestApi();
  locked = await startTestApi({ isLocked: () => true });
});
afterAll(async () => {
  await Promise.all([server.api.stop(), locked.api.stop()]);
});

interface Asking {
  readonly on?: Server;
  readonly body?: unknown;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Asks over a socket of its own, as nobody in particular unless `fields` says otherwise. */
async function ask(method: string, path: string, { on = server, body, fields = {} }: Asking = {}) {
  const text = body === undefined ? "" : JSON.stringify(body);
  const { port } = on.api;
  const answer = await sendRaw(port, [rawRequest(port, { method, path, fields, body: text })]);
  const data: unknown = answer.body === "" ? undefined : JSON.parse(answer.body);
  return { status: answer.status, data, text: answer.text };
}

/** The headers of a request as each browser sends it from the background of an extension. */
const FROM = {
  chromium: { Origin: EXTENSIONS.chromium, "Sec-Fetch-Site": "none" },
  firefox: { Origin: EXTENSIONS.firefox, "Sec-Fetch-Site": "same-origin" },
} as const;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Makes a code as `weir companion pair` does. */
async function newCode(on = server): Promise<string> {
  const { data } = await ask("POST", "/api/companion/pairing", { on, fields: bearer(on.token) });
  const parsed = parse(PairingCode, data);
  if (!parsed.ok) throw new Error("no code");
  return parsed.value.code;
}

/** Sends what a browser's companion would. */
const posted = async (
  route: "pair" | "proof",
  from: keyof typeof FROM,
  body: object,
  on = server,
) => ask("POST", `/api/companion/${route}`, { on, fields: FROM[from], body });

const placeOf = ({ api }: Server): string => `127.0.0.1:${api.port}`;

/** Pairs a browser's companion; answers its key. */
async function pairKey(browser: keyof typeof FROM, on = server): Promise<string> {
  const code = await newCode(on);
  const body = showCode(code, placeOf(on));
  const { data } = await posted("pair", browser, body, on);
  const { key, proof } = data as PairingKey;
  expect(parse(PairingKey, data).ok).toBe(true);
  expect(proof).toBe(agentsProof(secretOf(code, body.nonce), placeOf(on), body.nonce, key));
  return key;
}

/** The agent's answer to who shows a key. */
const proven = async (browser: keyof typeof FROM, key: string, on = server) =>
  posted("proof", browser, showKey(key, placeOf(on)), on);

const tokenFor = async (browser: keyof typeof FROM, key: string, on = server): Promise<string> =>
  tokenOf(key, ((await proven(browser, key, on)).data as AgentProof).nonce);

/** Pairs a browser's companion; answers its token. */
const pair = async (browser: keyof typeof FROM, on = server): Promise<string> =>
  tokenFor(browser, await pairKey(browser, on), on);

async function companions(on = server): Promise<CompanionList["companions"]> {
  const { data } = await ask("GET", "/api/companion", { on, fields: bearer(on.token) });
  const parsed = parse(CompanionList, data);
  if (!parsed.ok) throw new Error("no list");
  return parsed.value.companions;
}

const forget = async (id: string, on = server) =>
  ask("DELETE", `/api/companion/${id}`, { on, fields: bearer(on.token) });

const FORBIDDEN = { status: 403, data: { code: "forbidden_origin" } };

describe.each(["chromium", "firefox"] as const)("an extension of %s", (browser) => {
  test("is answered once it is paired, with its token alone, and no more once it is forgotten", async () => {
    const body = { content: acmeKey(browser) };
    const scanned = async (fields: Readonly<Record<string, string>>) =>
      ask("POST", "/api/dlp/scan", { body, fields: { ...FROM[browser], ...fields } });
    expect(await scanned({})).toMatchObject(FORBIDDEN);
    const token = await pair(browser);
    expect((await scanned(bearer(token))).data).toMatchObject({ blocked: true });
    for (const path of ["/api/status", "/api/stats", "/api/rules/bundle", "/api/dlp/config"]) {
      const fields = { ...FROM[browser], ...bearer(token) };
      expect((await ask("GET", path, { fields })).status).toBe(200);
    }
    for (const fields of [
      {},
      bearer(token.slice(1)),
      bearer(server.token),
      { Authorization: token },
      { Authorization: `Basic ${token}` },
    ]) {
      expect(await scanned(fields)).toMatchObject(FORBIDDEN);
    }
    const listed = await companions();
    expect(listed).toMatchObject([{ browser }]);
    expect((await forget(listed[0]?.id ?? "")).status).toBe(204);
    expect(await scanned(bearer(token))).toMatchObject(FORBIDDEN);
    expect(await companions()).toEqual([]);
  });

  test("has the agent prove itself to who knows its key, and to nobody else", async () => {
    expect(await proven(browser, "0".repeat(64))).toMatchObject(FORBIDDEN);
    const key = await pairKey(browser);
    const asked = showKey(key, placeOf(server));
    const { status, data } = await posted("proof", browser, asked);
    const answer = parse(AgentProof, data);
    const { nonce, proof } = answer.ok ? answer.value : { nonce: "", proof: "" };
    expect([status, proof]).toEqual([200, agentsProof(key, placeOf(server), asked.nonce, nonce)]);
    const token = tokenOf(key, nonce);
    const used = async () =>
      (await ask("GET", "/api/stats", { fields: { ...FROM[browser], ...bearer(token) } })).status;
    expect(await used()).toBe(200);
    // What any process of this machine may try: it learns no more than of an agent that nobody is paired with.
    for (const body of [
      showKey("0".repeat(64), placeOf(server)),
      { nonce: asked.nonce, proof },
      { ...asked, nonce: showKey(key, placeOf(server)).nonce },
      showKey(key, "127.0.0.1:9191"),
    ]) {
      for (let i = 0; i < 8; i++)
        expect(await posted("proof", browser, body)).toMatchObject(FORBIDDEN);
    }
    expect(await used()).toBe(200);
    await forget((await companions())[0]?.id ?? "");
    expect(await posted("proof", browser, asked)).toMatchObject(FORBIDDEN);
    expect(await used()).toBe(403);
  });

  test("may change nothing: what needs the agent's own token is answered 401", async () => {
    const fields = { ...FROM[browser], ...bearer(await pair(browser)) };
    for (const [method, path, body] of [
      ["GET", "/api/companion", undefined],
      ["POST", "/api/companion/pairing", undefined],
      ["GET", "/api/dlp/canary", undefined],
      ["PUT", "/api/dlp/config", { thresholds: { low: 9 } }],
      ["POST", "/api/dns/pause", { minutes: 1 }],
    ] as const) {
      expect(await ask(method, path, { fields, body })).toMatchObject({
        status: 401,
        data: { code: "unauthorized" },
      });
    }
    await forget((await companions())[0]?.id ?? "");
  });
});

test("a token is worth nothing for another extension, for a page, or in another place", async () => {
  const token = await pair("chromium");
  const body = { content: "x" };
  for (const fields of [
    FROM.firefox,
    { Origin: `chrome-extension://${"p".repeat(32)}` },
    { Origin: "https://example.com" },
    { Origin: "null" },
    { ...FROM.chromium, "Sec-Fetch-Site": "cross-site" },
    { ...FROM.chromium, Host: "rebound.example" },
  ]) {
    const answer = await ask("POST", "/api/dlp/scan", {
      body,
      fields: { ...fields, ...bearer(token) },
    });
    expect(answer.status).toBe(403);
  }
  const elsewhere = `/api/dlp/scan?token=${token}`;
  expect(await ask("POST", elsewhere, { body, fields: FROM.chromium })).toMatchObject(FORBIDDEN);
  await forget((await companions())[0]?.id ?? "");
});

describe("a GET as Chromium sends it for an extension, without an Origin", () => {
  const get = async (fields: Readonly<Record<string, string>>, path = "/api/rules/bundle") =>
    ask("GET", path, { fields: { "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "cors", ...fields } });

  test("needs the token of a companion", async () => {
    const token = await pair("chromium");
    expect((await get(bearer(token))).status).toBe(200);
    for (const fields of [
      {},
      bearer(server.token),
      bearer(token.slice(1)),
      { "Sec-Fetch-Mode": "no-cors" },
    ]) {
      for (const path of ["/api/rules/bundle", "/api/stats", "/api/rules/overrides", "/api/x"]) {
        expect(await get(fields, path)).toMatchObject(FORBIDDEN);
      }
    }
    await forget((await companions())[0]?.id ?? "");
    expect(await get(bearer(token))).toMatchObject(FORBIDDEN);
  });

  test("is none where a person goes to the address, a page of the agent asks, or a program", async () => {
    for (const fields of [
      { "Sec-Fetch-Mode": "navigate" },
      { "Sec-Fetch-Site": "same-origin" },
      { "Sec-Fetch-Site": "" },
      { "Sec-Fetch-Mode": "" },
    ]) {
      expect((await get(fields)).status).toBe(200);
    }
  });

  test("is not enough for a proof", async () => {
    const fields = { "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "cors" };
    const body = showKey(await pairKey("chromium"), placeOf(server));
    expect(await ask("POST", "/api/companion/proof", { fields, body })).toMatchObject(FORBIDDEN);
    await forget((await companions())[0]?.id ?? "");
  });
});

test("two Origin headers, and two tokens, are none", async () => {
  const token = await pair("chromium");
  const { port } = server.api;
  const good = rawRequest(port, {
    body: '{"content":"x"}',
    fields: { ...FROM.chromium, ...bearer(token) },
  }).toString("latin1");
  const origin = `Origin: ${EXTENSIONS.chromium}\r\n`;
  const authorization = `Authorization: Bearer ${token}\r\n`;
  expect((await sendRaw(port, [good])).status).toBe(200);
  for (const doubled of [origin, authorization]) {
    const answer = await sendRaw(port, [good.replace(doubled, doubled + doubled)]);
    expect(answer.status).toBe(403);
  }
  await forget((await companions())[0]?.id ?? "");
});

test("a code pairs one extension; the fifth wrong one ends it", async () => {
  const code = await newCode();
  const tried = async (typed: string) =>
    (await posted("pair", "firefox", showCode(typed, placeOf(server)))).data;
  for (let i = 0; i < 4; i++) {
    expect(await tried("UUUUUUUU")).toMatchObject({ code: "pairing_code_wrong" });
  }
  expect(await tried("U")).toMatchObject({ code: "pairing_too_many_tries" });
  expect(await tried(code)).toMatchObject({ code: "pairing_too_many_tries" });
  const next = await newCode();
  expect(await tried(next)).toMatchObject({ key: anyText });
  expect(await tried(next)).toMatchObject({ code: "pairing_code_expired" });
  await forget((await companions())[0]?.id ?? "");
});

test("under a locked profile companions are paired, and not forgotten", async () => {
  const token = await pair("firefox", locked);
  const fields = { ...FROM.firefox, ...bearer(token) };
  expect((await ask("GET", "/api/stats", { on: locked, fields })).status).toBe(200);
  const id = (await companions(locked))[0]?.id ?? "";
  expect(await forget(id, locked)).toMatchObject({ status: 403, data: { code: "profile_locked" } });
  expect(await companions(locked)).toHaveLength(1);
});

test("where pairing is off no code is made, and who is paired goes on", async () => {
  const off = await startTestApi({ isPairing: false });
  const fields = bearer(off.token);
  expect(await ask("POST", "/api/companion/pairing", { on: off, fields })).toMatchObject({
    status: 403,
    data: { code: "pairing_disabled" },
  });
  await off.api.stop();
});

test("no code, key, token or origin is logged, or told by an error", async () => {
  const code = await newCode();
  const wrong = await posted("pair", "chromium", showCode("WR0NGC0D", placeOf(server)));
  const paired = await posted("pair", "chromium", showCode(code, placeOf(server)));
  const { key } = paired.data as PairingKey;
  const token = await tokenFor("chromium", key);
  const refused = await ask("POST", "/api/dlp/scan", {
    fields: { ...FROM.firefox, ...bearer(token) },
    body: { content: "x" },
  });
  const { text: list } = await ask("GET", "/api/companion", { fields: bearer(server.token) });
  const said = server.logged() + wrong.text + refused.text + list;
  expect(server.logged()).toContain("companion_paired");
  for (const secret of [code, key, token, "WR0NGC0D", EXTENSIONS.chromium, EXTENSIONS.firefox]) {
    expect(said.toLowerCase()).not.toContain(secret.toLowerCase());
  }
  expect(paired.text.toLowerCase()).not.toContain("access-control-");
  await forget((await companions())[0]?.id ?? "");
});

// The companion's client against the agent's own API: every answer that the client reads is one that the agent gives.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { EXTENSIONS, startTestApi } from "../../agent/test/test-api.ts";
import { acmeKey } from "../../agent/test/fixture-rules.ts";
import { agentClient } from "../src/background/agent-client.ts";
import { agentStatus, bundleSettings } from "../src/background/read-answers.ts";
import { packServedRules } from "../src/background/served-rules.ts";

type Server = Awaited<ReturnType<typeof startTestApi>>;

let server: Server;
beforeAll(async () => {
  server = await startTestApi({ maxScanBytes: 4096 });
});
afterAll(async () => server.api.stop());
afterEach(() => vi.unstubAllGlobals());

/** Sends the headers that a browser sends for the background of an extension: no Origin with a GET. */
function asBrowser(browser: keyof typeof EXTENSIONS): void {
  const send = fetch;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    if (init.method !== "GET") headers.set("Origin", EXTENSIONS[browser]);
    headers.set("Sec-Fetch-Site", browser === "firefox" ? "same-origin" : "none");
    headers.set("Sec-Fetch-Mode", "cors");
    return send(url, { ...init, headers });
  });
}

/** A client whose key is kept in `kept`, as its browser's profile would. */
function clientOf(on = server, kept: { key?: string } = {}) {
  const client = agentClient(on.api.port, {
    read: async () => kept.key,
    write: async (key) => {
      kept.key = key;
    },
  });
  return { client, kept };
}

function newCode(): string {
  const started = server.companions.startPairing();
  if (!started.ok) throw new Error(started.problem);
  return started.value.code;
}

function forgetAll(): void {
  for (const { id } of server.companions.list()) server.companions.forget(id);
}

test.each(["chromium", "firefox"] as const)(
  "a companion of %s is paired, served, and let in again when its browser was started anew",
  async (browser) => {
    asBrowser(browser);
    const { client, kept } = clientOf();
    expect(await client.scan("x")).toEqual({ undecided: "unpaired" });
    expect(await client.pair(newCode())).toBe("paired");
    expect(await client.scan(acmeKey("routes"), "a session")).toMatchObject({
      blocked: true,
      patternName: "Acme Key",
    });
    expect(await client.scan("x".repeat(5000))).toEqual({ undecided: "too_large" });

    const served = await client.bundle("");
    const status = await client.status();
    if (!served.ok || !status.ok) throw new Error("not served");
    expect(bundleSettings(served.data)).toMatchObject({ preset: "personal", maxScanBytes: 4096 });
    expect(packServedRules(served.data)).toBeDefined();
    expect(agentStatus(status.data)).toEqual({ preset: "personal", tamper: false, paused: false });
    expect(await client.bundle(served.etag)).toEqual({ ok: false, why: "unchanged", code: "" });

    const next = clientOf(server, kept).client;
    expect(await next.scan("x")).toMatchObject({ blocked: false });
    expect((await next.bundle("")).ok).toBe(true);

    forgetAll();
    expect(await client.scan("x")).toEqual({ undecided: "unpaired" });
    expect(await client.bundle("")).toMatchObject({ ok: false, why: "unpaired" });
  },
);

test("every way in which a pairing is refused is told apart", async () => {
  asBrowser("firefox");
  const { client } = clientOf();
  expect(await client.pair("00000000")).toBe("expired");
  const code = newCode();
  expect(await client.pair("UUUUUUUU")).toBe("wrong_code");
  for (let i = 0; i < 4; i++) await client.pair("UUUUUUUU");
  expect(await client.pair(code)).toBe("too_many_tries");
  const off = await startTestApi({ isPairing: false });
  expect(await clientOf(off).client.pair("00000000")).toBe("refused");
  await off.api.stop();
  expect(await clientOf(off).client.pair("00000000")).toBe("agent_down");
});

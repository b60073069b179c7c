// What changes while queries are on their way, and what clients keep of a pause.
import { afterEach, expect, test, vi } from "vitest";
import { closing, dnsServer, FLAG, lookUp, rulesOf, settingsOf } from "./dns-parts.ts";
import {
  answerWith,
  httpsResolver,
  replyTo,
  selfSigned,
  tlsResolver,
  udpResolver,
} from "./dns-resolvers.ts";
import type { Responder } from "./dns-resolvers.ts";
import { serving } from "./dns-serving.ts";

const { kept, closeAll } = closing();

afterEach(closeAll);

/** The first answer to a name: its address and TTL; the code where there is none. */
async function firstOf(port: number, name: string): Promise<unknown> {
  const { answers, rcode } = await lookUp(port, name);
  const [first] = answers ?? [];
  if (first === undefined || !("data" in first) || !("ttl" in first)) return rcode;
  return { data: first.data, ttl: first.ttl };
}

/** A responder that says nothing, and counts what it was asked. */
function silent() {
  const asked = { count: 0 };
  const respond: Responder = () => {
    asked.count++;
    return undefined;
  };
  return { asked, respond };
}

test.each(["udp", "tls", "https", "two"])(
  "queries on their way to a resolver (%s) that is replaced are answered by the new one, as often as that happens",
  async (kind) => {
    const certificate = selfSigned();
    const { asked, respond } = silent();
    const first = kept(
      kind === "tls"
        ? await tlsResolver(certificate, respond)
        : kind === "https"
          ? await httpsResolver(certificate, respond)
          : await udpResolver(respond),
    );
    const address = `127.0.0.1:${first.port}`;
    const second = kept(await udpResolver(respond));
    const upstreams = {
      udp: [address],
      tls: [`tls://${address}`],
      https: [`https://${address}/dns-query`],
      two: [address, second.address],
    }[kind];
    const given = { authorities: [certificate.cert] };
    const server = kept(await dnsServer(rulesOf({}), { ...given, upstreams: upstreams ?? [] }));
    const names = Array.from({ length: 20 }, (_, i) => `n${i}.example`);
    const answers = Promise.all(names.map(async (name) => firstOf(server.port, name)));
    await vi.waitFor(() => expect(asked.count).toBeGreaterThanOrEqual(20));
    asked.count = 0;
    await server.setSettings(settingsOf({ ...given, upstreams: [second.address] }));
    await vi.waitFor(() => expect(asked.count).toBeGreaterThanOrEqual(20));
    const third = kept(await udpResolver(answerWith("192.0.2.3")));
    await server.setSettings(settingsOf({ ...given, upstreams: [third.address] }));
    const unlike = (await answers).filter(
      (answer) => JSON.stringify(answer) !== '{"data":"192.0.2.3","ttl":300}',
    );
    expect(unlike).toEqual([]);
    expect(third.seen).toHaveLength(20);
    expect(server.faults.at(-1)).toBeUndefined();
  },
);

test("where the new settings name nobody, queries on their way are told so", async () => {
  const { asked, respond } = silent();
  const first = kept(await udpResolver(respond));
  const server = kept(await dnsServer(rulesOf({}), { upstreams: [first.address] }));
  const answer = firstOf(server.port, "a.example");
  await vi.waitFor(() => expect(asked.count).toBe(1));
  await server.setSettings(settingsOf());
  expect(await answer).toBe("SERVFAIL");
});

test("who asks after the rules have changed is not answered by what was asked before", async () => {
  const { port, upstream, setRules, setSettings } = await serving(kept)({}, () => undefined);
  const before = lookUp(port, "a.example");
  await vi.waitFor(() => expect(upstream.seen).toHaveLength(1));
  setRules(rulesOf({ inspect: ["a.example"] }));
  const after = lookUp(port, "a.example");
  await vi.waitFor(() => expect(upstream.seen).toHaveLength(2));
  await setSettings(settingsOf());
  expect([(await before).rcode, (await after).rcode]).toEqual(["SERVFAIL", "SERVFAIL"]);
});

test("an answer of a pause is kept for 10 s at most, and by nobody here", async () => {
  const { port, upstream, pause } = await serving(kept)({ block: ["chat.example"] });
  const kinds = async () =>
    Promise.all(["free.example", "chat.example"].map(async (name) => firstOf(port, name)));
  expect(await kinds()).toEqual([{ data: "192.0.2.1", ttl: 300 }, "NXDOMAIN"]);
  pause(60_000);
  const short = { data: "192.0.2.1", ttl: 10 };
  expect(await kinds()).toEqual([short, short]);
  expect(await kinds()).toEqual([short, short]);
  expect(upstream.seen).toHaveLength(5);
  pause(0);
  expect(await kinds()).toEqual([{ data: "192.0.2.1", ttl: 300 }, "NXDOMAIN"]);
  expect(upstream.seen).toHaveLength(6);
});

test("in a pause this machine's own names leave it no more than before, nor do ways around it open", async () => {
  const { port, upstream, pause } = await serving(kept)(
    { block: ["localhost"], allow: ["allowed.onion"] },
    answerWith("192.0.2.1"),
    { blockPrivateRelay: true },
  );
  pause(60_000);
  expect(await firstOf(port, "app.localhost")).toMatchObject({ data: "127.0.0.1" });
  for (const name of ["duck.onion", "x.invalid", "use-application-dns.net"])
    expect([name, await firstOf(port, name)]).toEqual([name, "NXDOMAIN"]);
  expect(await firstOf(port, "_dns.resolver.arpa")).toBe("NOERROR");
  expect(upstream.seen).toEqual([]);
  // What is denied by policy is let through, and so is what a list allows.
  for (const name of ["mask.icloud.com", "allowed.onion"])
    expect([name, await firstOf(port, name)]).toMatchObject([name, { data: "192.0.2.1" }]);
});

test("an answer that is short-lived anyway stays so in a pause", async () => {
  const { port, pause } = await serving(kept)({}, answerWith("192.0.2.1", 5));
  pause(60_000);
  expect(await firstOf(port, "a.example")).toEqual({ data: "192.0.2.1", ttl: 5 });
});

test.each([
  ["NXDOMAIN", { flags: FLAG.RD | FLAG.RA | 3 }, "SERVFAIL"],
  ["no address", {}, "NOERROR"],
])(
  "a network that answers a portal's name with %s has no portal before it",
  async (_, parts, told) => {
    const far = kept(await udpResolver(() => undefined));
    const link = kept(await udpResolver((query) => replyTo(query, parts)));
    const settings = { upstreams: [far.address], savedResolvers: [link.address] };
    const server = kept(await dnsServer(rulesOf({}), { ...settings, detectPortals: true }));
    expect(await firstOf(server.port, "detectportal.firefox.com")).toBe(told);
    expect(server.faults).not.toContain("captive_portal");
    expect(await firstOf(server.port, "login.example")).toBe("SERVFAIL");
    expect(link.seen).toHaveLength(1);
  },
);

test("behind a captive portal the network's resolvers answer until the way is free", async () => {
  let isFree = false;
  const far = kept(
    await udpResolver((query, raw) => (isFree ? answerWith("192.0.2.1")(query, raw) : undefined)),
  );
  const link = kept(await udpResolver(answerWith("192.0.2.99")));
  const settings = { upstreams: [far.address], savedResolvers: [link.address] };
  const strict = kept(await dnsServer(rulesOf({}), settings));
  expect(await firstOf(strict.port, "captive.apple.com")).toBe("SERVFAIL");
  const { port, faults } = kept(await dnsServer(rulesOf({}), { ...settings, detectPortals: true }));
  expect(await firstOf(port, "www.example")).toBe("SERVFAIL");
  expect(await firstOf(port, "captive.apple.com")).toMatchObject({ data: "192.0.2.99" });
  expect(faults.at(-1)).toBe("captive_portal");
  expect(await firstOf(port, "login.example")).toMatchObject({ data: "192.0.2.99" });
  isFree = true;
  await vi.waitFor(
    async () => {
      await lookUp(port, `n${Math.random()}.example`);
      expect(faults.at(-1)).not.toBe("captive_portal");
    },
    { timeout: 15_000, interval: 200 },
  );
  expect(await firstOf(port, "login.example")).toMatchObject({ data: "192.0.2.1" });
});

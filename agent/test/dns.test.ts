import { execFile } from "node:child_process";
import { createSocket } from "node:dgram";
import type { RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Answer, RecordType } from "dns-packet";
import { Packet as Dns2Packet } from "dns2";
import { afterEach, expect, test } from "vitest";
import {
  askTcp,
  askUdp,
  closing,
  decode,
  dnsServer,
  framed,
  lookUp,
  queryOf,
  readMessages,
  rulesOf,
  settingsOf,
} from "./dns-parts.ts";
import { replyTo, udpResolver } from "./dns-resolvers.ts";
import { serving } from "./dns-serving.ts";
import type { Responder } from "./dns-resolvers.ts";

const { kept, closeAll } = closing();
const serve = serving(kept);

afterEach(closeAll);

const addresses = (answers: readonly Answer[] | undefined): unknown[] =>
  (answers ?? []).map((answer) => ("data" in answer ? answer.data : undefined));

test("a blocked name and those under it do not exist, for every type, with SOA, OPT and EDE", async () => {
  const { port, counted, upstream } = await serve({ block: ["chat.example"] });
  for (const type of ["A", "AAAA", "TXT", "MX", "UNKNOWN_65", "ANY"]) {
    for (const name of ["chat.example", "api.CHAT.example"]) {
      const bytes = queryOf(name, { type: "A", payload: 1232, isDo: true });
      if (type === "UNKNOWN_65") bytes.writeUInt16BE(65, bytes.length - 11 - 4);
      else if (type !== "A") queryOf(name, { type: type as RecordType, payload: 1232 }).copy(bytes);
      const answer = decode(await askUdp(port, bytes));
      expect(answer).toMatchObject({ id: 4660, rcode: "NXDOMAIN", flag_ra: true, flag_rd: true });
      expect(answer).toMatchObject({ flag_aa: false, flag_ad: false, answers: [] });
      expect(answer.questions?.[0]?.name).toBe(name);
      expect(answer.authorities).toMatchObject([
        { type: "SOA", name, ttl: 10, data: { minimum: 10 } },
      ]);
      const opt = answer.additionals?.[0] as { udpPayloadSize: number; options: object[] };
      expect(opt).toMatchObject({ type: "OPT", udpPayloadSize: 1232 });
      expect(opt.options).toMatchObject([{ code: 15 }]);
    }
  }
  expect(upstream.seen).toEqual([]);
  expect(counted).toEqual({ queries: 12, blocks: 12 });
});

test("a client without EDNS is sent none", async () => {
  const { port } = await serve({ block: ["chat.example"] });
  expect((await lookUp(port, "chat.example")).additionals).toEqual([]);
  expect((await lookUp(port, "free.example")).additionals).toEqual([]);
});

test("what no list names is forwarded, kept, and sent again with the TTL that is left", async () => {
  const { port, upstream, counted } = await serve({ block: ["chat.example"] });
  const first = await lookUp(port, "Free.example", { id: 1 });
  const second = await lookUp(port, "fREE.example", { id: 2 });
  expect(addresses(first.answers)).toEqual(["192.0.2.1"]);
  expect(second).toMatchObject({ id: 2, questions: [{ name: "fREE.example" }] });
  await sleep(1100);
  const third = await lookUp(port, "free.example");
  expect(third.answers?.[0]).toMatchObject({ ttl: 299 });
  expect(upstream.seen).toHaveLength(1);
  expect(counted).toEqual({ queries: 3, blocks: 0 });
});

test("the more specific entry wins, and an allowed name may lead anywhere", async () => {
  const alias: Responder = (query) =>
    replyTo(query, {
      answers: [
        {
          type: "CNAME",
          name: query.questions?.[0]?.name ?? "",
          ttl: 60,
          data: "edge.chat.example",
        },
      ],
    });
  const { port, counted } = await serve(
    { block: ["chat.example"], allow: ["ok.chat.example", "ours.example"] },
    alias,
  );
  expect((await lookUp(port, "ok.chat.example")).rcode).toBe("NOERROR");
  expect((await lookUp(port, "ours.example")).rcode).toBe("NOERROR");
  // An alias to a blocked name is blocked, at once and out of the cache.
  expect((await lookUp(port, "alias.example")).rcode).toBe("NXDOMAIN");
  expect((await lookUp(port, "alias.example")).rcode).toBe("NXDOMAIN");
  expect(counted.blocks).toBe(2);
});

test("names that tell of ways around are answered here; a local allow lets them through", async () => {
  const { port, upstream, counted, setRules } = await serve({}, undefined, {
    blockPrivateRelay: true,
  });
  const rcode = async (name: string): Promise<unknown> => (await lookUp(port, name)).rcode;
  expect(await rcode("use-application-dns.net")).toBe("NXDOMAIN");
  expect(await rcode("mask.icloud.com")).toBe("NXDOMAIN");
  expect(await rcode("mask-h2.icloud.com")).toBe("NXDOMAIN");
  const ddr = await lookUp(port, "_dns.resolver.arpa");
  expect(ddr).toMatchObject({ rcode: "NOERROR", answers: [], authorities: [{ type: "SOA" }] });
  expect(upstream.seen).toEqual([]);
  expect(counted).toEqual({ queries: 4, blocks: 0 });
  setRules(rulesOf({ allow: ["mask.icloud.com"] }));
  expect(await rcode("mask.icloud.com")).toBe("NOERROR");
});

test("names of this machine are answered here, unless a resolver is named for them; those of test are forwarded", async () => {
  const { port, upstream, setSettings } = await serve({});
  const told = async (name: string, type: RecordType = "A") => {
    const { rcode, answers } = await lookUp(port, name, { type, payload: 1232 });
    return [rcode, ...addresses(answers)];
  };
  expect(await told("localhost")).toEqual(["NOERROR", "127.0.0.1"]);
  expect(await told("App.LocalHost", "AAAA")).toEqual(["NOERROR", "::1"]);
  expect(await told("localhost", "MX")).toEqual(["NOERROR"]);
  for (const name of ["invalid", "a.invalid", "onion", "duck.onion"])
    expect([name, await told(name)]).toEqual([name, ["NXDOMAIN"]]);
  expect(upstream.seen).toEqual([]);
  expect(await told("app.test")).toEqual(["NOERROR", "192.0.2.1"]);
  const upstreams = [upstream.address, `[/onion/x.invalid/]${upstream.address}`];
  await setSettings(settingsOf({ upstreams }));
  expect(await told("duck.onion")).toEqual(["NOERROR", "192.0.2.1"]);
  expect(await told("a.x.invalid")).toEqual(["NOERROR", "192.0.2.1"]);
  expect(await told("y.invalid")).toEqual(["NXDOMAIN"]);
});

test("queries over one connection, byte by byte and many at once, are all answered", async () => {
  const { port } = await serve({ block: ["chat.example"] });
  const socket = connect(port, "127.0.0.1").setNoDelay(true);
  const reading = readMessages(socket, 21);
  for (const byte of framed(queryOf("chat.example", { id: 999 }))) {
    socket.write(Uint8Array.of(byte));
    await new Promise(setImmediate);
  }
  const many = Array.from({ length: 20 }, (_, id) => framed(queryOf(`n${id % 5}.example`, { id })));
  socket.end(Buffer.concat(many));
  const ids = (await reading).map((message) => decode(message).id);
  expect(ids.toSorted((a = 0, b = 0) => a - b)).toEqual([...many.keys(), 999]);
});

test("two questions, none, other opcodes and classes are refused; responses are not answered", async () => {
  const { port, counted } = await serve({});
  const query = queryOf("free.example");
  const changed = (at: number, value: number): Buffer => {
    const bytes = Buffer.from(query);
    bytes.writeUInt16BE(value, at);
    return bytes;
  };
  const rcodeOf = async (bytes: Buffer): Promise<unknown> =>
    decode(await askUdp(port, bytes)).rcode;
  expect(await rcodeOf(changed(4, 2))).toBe("FORMERR");
  expect(await rcodeOf(changed(4, 0))).toBe("FORMERR");
  expect(await rcodeOf(changed(6, 9))).toBe("FORMERR");
  expect(await rcodeOf(changed(10, 60_000))).toBe("FORMERR");
  expect(await rcodeOf(changed(2, 0x2100))).toBe("NOTIMP");
  expect(await rcodeOf(changed(2, 0x2900))).toBe("NOTIMP");
  expect(await rcodeOf(changed(query.length - 2, 3))).toBe("REFUSED");
  expect(await rcodeOf(changed(query.length - 4, 252))).toBe("NOTIMP");
  const version1 = queryOf("free.example", { payload: 1232 });
  version1[version1.length - 5] = 1;
  const badVersion = decode(await askUdp(port, version1));
  expect(badVersion.additionals).toMatchObject([{ type: "OPT", extendedRcode: 1 }]);
  expect(counted.queries).toBe(0);
  // Neither a response nor what is too short for a header has an answer: the next one is for the query behind it.
  const socket = connect(port, "127.0.0.1");
  const reading = readMessages(socket, 1);
  socket.write(framed(changed(2, 0x8180)));
  socket.write(framed(Buffer.from("short")));
  socket.write(framed(queryOf("free.example", { id: 7 })));
  expect((await reading).map((message) => decode(message).id)).toEqual([7]);
  socket.removeAllListeners("close").destroy();
});

test("thousands of connections that say nothing do not keep others out", async () => {
  const { port } = await serve({ block: ["chat.example"] });
  const idle = Array.from({ length: 2000 }, () => connect(port, "127.0.0.1"));
  for (const socket of idle) socket.on("error", () => undefined);
  for (const socket of idle.slice(0, 500)) socket.write(Buffer.from([0]));
  const answer = decode(await askTcp(port, queryOf("chat.example")));
  expect(answer.rcode).toBe("NXDOMAIN");
  expect(decode(await askUdp(port, queryOf("chat.example"))).rcode).toBe("NXDOMAIN");
  for (const socket of idle) socket.destroy();
});

test("a pause lets all through, and blocks again behind it", async () => {
  const { port, pause } = await serve({ block: ["chat.example"] });
  pause(60_000);
  expect((await lookUp(port, "chat.example")).rcode).toBe("NOERROR");
  pause(0);
  expect((await lookUp(port, "chat.example")).rcode).toBe("NXDOMAIN");
});

test("rules that change forget what was kept under the old ones", async () => {
  const alias: Responder = (query) =>
    replyTo(query, {
      answers: [{ type: "CNAME", name: "a.example", ttl: 60, data: "chat.example" }],
      questions: query.questions ?? [],
    });
  const { port, setRules } = await serve({}, alias);
  expect((await lookUp(port, "a.example")).rcode).toBe("NOERROR");
  setRules(rulesOf({ block: ["chat.example"] }));
  expect((await lookUp(port, "a.example")).rcode).toBe("NXDOMAIN");
  setRules(rulesOf({}));
  expect((await lookUp(port, "a.example")).rcode).toBe("NOERROR");
});

test("dig and dns2 read a blocked answer as they should", async () => {
  const { port, hasIpv6 } = await serve({ block: ["chat.example"] });
  const { stdout } = await promisify(execFile)("dig", [
    "@127.0.0.1",
    "-p",
    String(port),
    "chat.example",
    "TYPE65",
    "+dnssec",
    "+tries=1",
  ]);
  expect(stdout).toContain("status: NXDOMAIN");
  expect(stdout).toContain("EDE: 15 (Blocked)");
  expect(stdout).toMatch(/chat\.example\.\s+10\s+IN\s+SOA/);
  expect(stdout).not.toContain("WARNING");
  const bytes = await askUdp(port, queryOf("chat.example"), hasIpv6 ? "::1" : "127.0.0.1");
  expect(Dns2Packet.parse(bytes)).toMatchObject({ header: { rcode: 3 } });
});

test("questions that are asked at once are asked upstream once", async () => {
  const upstream = kept(await udpResolver(() => undefined));
  const { port } = kept(await dnsServer(rulesOf({}), { upstreams: [upstream.address] }));
  const asked = Array.from({ length: 30 }, async (_, id) =>
    askUdp(port, queryOf("same.example", { id })),
  );
  const answers = (await Promise.all(asked)).map((bytes) => decode(bytes));
  expect(answers.map(({ id }) => id)).toEqual([...answers.keys()]);
  expect(new Set(answers.map(({ rcode }) => rcode))).toEqual(new Set(["SERVFAIL"]));
  // Twice: the second try of the one upstream.
  expect(upstream.seen).toHaveLength(2);
});

test("of the queries that come in one part of a connection, no more than 64 wait for upstreams", async () => {
  const asked: (readonly [Buffer, RemoteInfo])[] = [];
  const upstream = createSocket("udp4");
  const answer = ([query, { port, address }]: readonly [Buffer, RemoteInfo]): void => {
    query.writeUInt16BE(0x8183, 2);
    upstream.send(query, port, address);
  };
  let isAnswering = false;
  upstream.on("message", (query, from) => {
    if (isAnswering) answer([query, from]);
    else asked.push([query, from]);
  });
  upstream.bind(0, "127.0.0.1");
  await once(upstream, "listening");
  const address = `127.0.0.1:${upstream.address().port}`;
  const { port } = kept(await dnsServer(rulesOf({}), { upstreams: [address] }));
  const queries = Array.from({ length: 1000 }, (_, i) => framed(queryOf(`n${i}.example`)));
  const socket = connect(port, "127.0.0.1");
  const answers = readMessages(socket, queries.length);
  socket.end(Buffer.concat(queries));
  const names = (): number =>
    new Set(
      asked
        .map(([query]) => decode(query).questions?.[0]?.name)
        .filter((name) => name?.startsWith("n")),
    ).size;
  await expect.poll(names).toBe(64);
  await sleep(100);
  expect(names()).toBe(64);
  isAnswering = true;
  for (const one of asked) answer(one);
  expect(await answers).toHaveLength(queries.length);
  socket.destroy();
  upstream.close();
});

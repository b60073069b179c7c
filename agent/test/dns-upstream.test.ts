import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encode } from "dns-packet";
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

const { kept, closeAll } = closing();

afterEach(closeAll);

const serve = async (settings: Parameters<typeof dnsServer>[1], port = 0) =>
  kept(await dnsServer(rulesOf({}), settings, port));

/** The address that a name is answered with, or the code where there is none. */
async function addressOf(port: number, name: string): Promise<unknown> {
  const { answers, rcode } = await lookUp(port, name);
  const [first] = answers ?? [];
  return first !== undefined && "data" in first ? first.data : rcode;
}

const refuse: Responder = (query) => replyTo(query, { flags: FLAG.RD | FLAG.RA | 5 });
const fail: Responder = (query) => replyTo(query, { flags: FLAG.RD | FLAG.RA | 2 });
const silent: Responder = () => undefined;

// A socket takes another port for the next query; where something came that was not asked for, it is not used again.
test.each([1, 2])(
  "queries, each answered %d times, go out by ports and ids of their own",
  async (times) => {
    const answer: Responder = (query) =>
      Array.from({ length: times }, () => encode(replyTo(query)));
    const upstream = kept(await udpResolver(answer));
    const { port } = await serve({ upstreams: [upstream.address] });
    for (let i = 0; i < 40; i++) await lookUp(port, `n${i}.example`);
    expect(upstream.seen.length).toBe(40);
    expect(upstream.ports.size).toBeGreaterThan(36);
    const ids = upstream.seen.map(({ id }) => id ?? 0);
    expect(new Set(ids).size).toBeGreaterThan(38);
    expect(ids.some((id) => id > 0x7fff) && ids.some((id) => id <= 0x7fff)).toBe(true);
  },
);

test("what does not answer the question asked is ignored", async () => {
  const upstream = kept(
    await udpResolver((query) => {
      const good = replyTo(query, { answers: [] });
      const bad = { type: "A", name: "x.example", ttl: 60, data: "203.0.113.66" } as const;
      const lies = [
        { ...good, id: ((query.id ?? 0) + 1) & 0xffff, answers: [bad] },
        {
          ...good,
          questions: [{ type: "A" as const, name: "y.example", class: "IN" as const }],
          answers: [bad],
        },
        { ...good, type: "query" as const, answers: [bad] },
      ];
      const truth = replyTo(query, { answers: [{ ...bad, data: "192.0.2.7" }] });
      return [...lies.map((lie) => encode(lie)), Buffer.from("?"), encode(truth)];
    }),
  );
  const { port } = await serve({ upstreams: [upstream.address] });
  expect(await addressOf(port, "x.example")).toBe("192.0.2.7");
  expect(upstream.seen).toHaveLength(1);
});

test("an answer that was cut short is fetched by TCP", async () => {
  const cut: Responder = (query) => replyTo(query, { flags: FLAG.RD | FLAG.RA | FLAG.TC });
  const upstream = kept(await udpResolver(cut, answerWith("192.0.2.8")));
  const { port } = await serve({ upstreams: [upstream.address] });
  expect(await addressOf(port, "x.example")).toBe("192.0.2.8");
  expect(upstream.seenByTcp).toHaveLength(1);
});

test.for([
  ["REFUSED", refuse],
  ["SERVFAIL", fail],
  ["no answer", silent],
] as const)("after %s the next resolver is asked, and then first", async ([, respond]) => {
  const bad = kept(await udpResolver(respond));
  const good = kept(await udpResolver(answerWith("192.0.2.2")));
  const { port } = await serve({ upstreams: [bad.address, good.address] });
  expect(await addressOf(port, "a.example")).toBe("192.0.2.2");
  expect(await addressOf(port, "b.example")).toBe("192.0.2.2");
  expect(bad.seen.map(({ questions }) => questions?.[0]?.name)).toEqual(["a.example"]);
});

test("a failure that all agree on is told as it is, and kept for a moment", async () => {
  const upstream = kept(await udpResolver(fail));
  const { port } = await serve({ upstreams: [upstream.address] });
  expect(await addressOf(port, "bogus.example")).toBe("SERVFAIL");
  expect(await addressOf(port, "bogus.example")).toBe("SERVFAIL");
  expect(upstream.seen).toHaveLength(1);
});

test("where nobody answers the client is told SERVFAIL, and the fault is told", async () => {
  const gone = await udpResolver(silent);
  await gone.close();
  const { port, faults } = await serve({ upstreams: [gone.address] });
  const answer = await lookUp(port, "x.example", { payload: 1232 });
  expect(answer.rcode).toBe("SERVFAIL");
  expect(answer.additionals).toMatchObject([{ options: [{ code: 15 }] }]);
  expect(faults).toContain("upstream_unreachable");
});

test("that nobody answers stays known while the same are asked, and ends with others", async () => {
  const gone = await udpResolver(silent);
  await gone.close();
  const there = kept(await udpResolver(answerWith("192.0.2.4")));
  const { port, faults, flush, setSettings } = await serve({ upstreams: [gone.address] });
  await lookUp(port, "x.example");
  await flush();
  expect(faults).toEqual(["upstream_unreachable"]);
  await setSettings(settingsOf({ upstreams: [there.address] }));
  expect(faults).toEqual(["upstream_unreachable", undefined]);
});

test("that it answers is told once it does, though its routes were made anew since it did not", async () => {
  const upstream = kept(
    await udpResolver((query, raw) =>
      query.questions?.[0]?.name === "slow.example"
        ? undefined
        : answerWith("192.0.2.4")(query, raw),
    ),
  );
  const { port, faults, flush, setSettings } = await serve({ upstreams: [upstream.address] });
  await lookUp(port, "slow.example");
  await flush();
  expect(faults).toEqual(["upstream_unreachable"]);
  await setSettings(settingsOf({ upstreams: [upstream.address] }));
  expect(faults.at(-1)).toBe("upstream_unreachable");
  expect(await addressOf(port, "x.example")).toBe("192.0.2.4");
  await flush();
  expect(faults.at(-1)).toBeUndefined();
});

test("a resolver that knows no EDNS is asked without", async () => {
  const upstream = kept(
    await udpResolver((query) =>
      (query.additionals ?? []).length > 0
        ? replyTo(query, { flags: FLAG.RD | FLAG.RA | 1 })
        : answerWith("192.0.2.3")(query, Buffer.alloc(0)),
    ),
  );
  const { port } = await serve({ upstreams: [upstream.address] });
  expect(await addressOf(port, "x.example")).toBe("192.0.2.3");
  expect(await addressOf(port, "y.example")).toBe("192.0.2.3");
  expect(upstream.seen).toHaveLength(3);
});

test("domains of a rule, single labels and private addresses go where they are known", async () => {
  const general = kept(await udpResolver(answerWith("192.0.2.1")));
  const corp = kept(await udpResolver(answerWith("192.0.2.2")));
  const link = kept(await udpResolver(answerWith("192.0.2.3")));
  const { port } = await serve({
    upstreams: [general.address, `[/corp.example/lab.example/]${corp.address}`],
    savedResolvers: [link.address],
  });
  expect(await addressOf(port, "www.example")).toBe("192.0.2.1");
  expect(await addressOf(port, "git.CORP.example")).toBe("192.0.2.2");
  expect(await addressOf(port, "lab.example")).toBe("192.0.2.2");
  for (const name of [
    "printer",
    "nas.local",
    "1.0.168.192.in-addr.arpa",
    "9.20.172.in-addr.arpa",
  ]) {
    expect(await addressOf(port, name)).toBe("192.0.2.3");
  }
  expect(await addressOf(port, "9.32.172.in-addr.arpa")).toBe("192.0.2.1");
});

test("without configured resolvers the system's are asked, and others once they change", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weir-resolv-"));
  const resolvConf = join(folder, "resolv.conf");
  // resolv.conf has no ports: what it names is asked on port 53, where nobody listens here.
  writeFileSync(resolvConf, "search x.example\nnameserver 127.0.0.9\n");
  const saved = kept(await udpResolver(answerWith("192.0.2.4")));
  const { port, faults } = await serve({
    savedResolvers: [saved.address],
    resolverFiles: { resolvConf, behindStubs: [join(folder, "none")] },
  });
  expect(await addressOf(port, "x.example")).toBe("192.0.2.4");
  writeFileSync(resolvConf, "");
  await vi.waitFor(async () => {
    const before = saved.seen.length;
    expect(await addressOf(port, `n${before}.example`)).toBe("192.0.2.4");
    expect(saved.seen.length).toBe(before + 1);
  });
  expect(faults).not.toContain("no_upstream");
  rmSync(folder, { recursive: true });
});

test("without any resolver the client is told SERVFAIL", async () => {
  const { port, faults } = await serve({});
  expect(await addressOf(port, "x.example")).toBe("SERVFAIL");
  expect(faults).toEqual(["no_upstream"]);
});

test("our own address is no upstream", async () => {
  const first = await dnsServer(rulesOf({}), {});
  const { port } = first;
  await first.close();
  const { faults } = await serve({ upstreams: [`127.0.0.1:${port}`] }, port);
  expect(faults).toContain("upstream_loop");
  expect(await addressOf(port, "x.example")).toBe("SERVFAIL");
});

test("DNS over TLS and HTTPS: one connection, the certificate checked", async () => {
  const certificate = selfSigned();
  const authorities = [certificate.cert];
  const byTls = kept(await tlsResolver(certificate, answerWith("192.0.2.5")));
  const byHttps = kept(await httpsResolver(certificate, answerWith("192.0.2.6")));
  const tls = `tls://127.0.0.1:${byTls.port}`;
  const https = `https://resolver.example:${byHttps.port}/dns-query#127.0.0.1`;
  for (const [upstream, address] of [
    [tls, "192.0.2.5"],
    [`${tls}#resolver.example`, "192.0.2.5"],
    [https, "192.0.2.6"],
    [`https://127.0.0.1:${byHttps.port}/dns-query`, "192.0.2.6"],
  ] as const) {
    const { port } = await serve({ upstreams: [upstream], authorities });
    const names = Array.from({ length: 20 }, (_, i) => `n${i}.example`);
    expect(new Set(await Promise.all(names.map(async (name) => addressOf(port, name))))).toEqual(
      new Set([address]),
    );
  }
  // One each, and one each to see whether the resolver leads back here.
  expect(byHttps.sessions()).toBe(4);
  expect(new Set(byHttps.paths)).toEqual(new Set(["/dns-query"]));
  // Another name than the certificate's, or an authority that is not trusted: nothing is asked.
  const asked = byTls.seen.length;
  for (const settings of [
    { upstreams: [`${tls}#other.example`], authorities },
    { upstreams: [tls] },
    { upstreams: [https] },
  ]) {
    const { port } = await serve(settings);
    expect(await addressOf(port, "x.example")).toBe("SERVFAIL");
  }
  expect(byTls.seen).toHaveLength(asked);
});

test("a connection that is lost is made anew", async () => {
  const certificate = selfSigned();
  const byTls = kept(await tlsResolver(certificate, answerWith("192.0.2.5")));
  const { port } = await serve({
    upstreams: [`tls://127.0.0.1:${byTls.port}`],
    authorities: [certificate.cert],
  });
  expect(await addressOf(port, "a.example")).toBe("192.0.2.5");
  for (const socket of byTls.connections) socket.destroy();
  expect(await addressOf(port, "b.example")).toBe("192.0.2.5");
});

test("a TCP resolver that sends byte by byte is heard", async () => {
  const cut: Responder = (query) => replyTo(query, { flags: FLAG.RD | FLAG.RA | FLAG.TC });
  const upstream = kept(
    await udpResolver(cut, answerWith("192.0.2.10"), (onConnection) =>
      createServer((socket) => {
        const write = socket.write.bind(socket);
        socket.setNoDelay(true);
        Object.assign(socket, {
          write: (bytes: Buffer) => bytes.every((byte) => write(Uint8Array.of(byte)) || true),
        });
        onConnection(socket);
      }),
    ),
  );
  const { port } = await serve({ upstreams: [upstream.address] });
  expect(await addressOf(port, "x.example")).toBe("192.0.2.10");
  expect(upstream.seenByTcp).toHaveLength(1);
});

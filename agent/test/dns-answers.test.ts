import { afterEach, expect, test } from "vitest";
import { askTcp, askUdp, closing, decode, FLAG, lookUp, queryOf, settingsOf } from "./dns-parts.ts";
import { replyTo } from "./dns-resolvers.ts";
import { serving } from "./dns-serving.ts";
import type { Responder } from "./dns-resolvers.ts";

const { kept, closeAll } = closing();
const serve = serving(kept);

afterEach(closeAll);

test("an answer that a client has no room for is cut short, and whole by TCP", async () => {
  const { port } = await serve({}, (query) =>
    replyTo(query, {
      answers: Array.from({ length: 40 }, (_, i) => ({
        type: "A" as const,
        name: "big.example",
        ttl: 60,
        data: `192.0.2.${i}`,
      })),
    }),
  );
  const small = await askUdp(port, queryOf("big.example", { payload: 512 }));
  expect(small.length).toBeLessThanOrEqual(512);
  expect(decode(small)).toMatchObject({ flag_tc: true, answers: [] });
  const large = decode(await askUdp(port, queryOf("big.example", { payload: 4096 })));
  expect(large.answers).toHaveLength(40);
  const byTcp = decode(await askTcp(port, queryOf("big.example")));
  expect(byTcp.answers).toHaveLength(40);
});

test("names that do not exist are kept by their SOA, and those without one are not", async () => {
  const { port, upstream } = await serve({}, (query) => {
    const name = query.questions?.[0]?.name ?? "";
    const soa = { mname: "ns.example", rname: "x.example", serial: 1, minimum: 60 };
    return replyTo(query, {
      flags: FLAG.RD | FLAG.RA | 3,
      authorities: name.startsWith("soa")
        ? [{ type: "SOA", name: "example", ttl: 900, data: soa }]
        : [],
    });
  });
  for (const name of ["soa.x.example", "soa.x.example", "bare.x.example", "bare.x.example"]) {
    expect((await lookUp(port, name)).rcode).toBe("NXDOMAIN");
  }
  const asked = upstream.seen.map(({ questions }) => questions?.[0]?.name);
  expect(asked).toEqual(["soa.x.example", "bare.x.example", "bare.x.example"]);
});

/** The record of an HTTPS service (RFC 9460): priority, target, parameters. */
function httpsRecord(owner: Buffer, target: Buffer, params: readonly [number, Buffer][]): Buffer {
  const data = Buffer.concat([
    Buffer.from([0, 1]),
    target,
    ...params.map(([key, value]) =>
      Buffer.concat([Buffer.from([0, key, value.length >>> 8, value.length & 0xff]), value]),
    ),
  ]);
  const fields = Buffer.from([0, 65, 0, 1, 0, 0, 1, 44, data.length >>> 8, data.length & 0xff]);
  return Buffer.concat([owner, fields, data]);
}

const wireName = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split(".")
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

const TO_QUESTION = Buffer.from([0xc0, 12]);

/** A message of a query's header and question, and records. */
function withRecords(raw: Buffer, records: readonly Buffer[]): Buffer {
  const question = raw.subarray(12, raw.length - 11);
  const header = Buffer.from(raw.subarray(0, 12));
  header.writeUInt16BE(0x81a0, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt16BE(0, 10);
  return Buffer.concat([header, question, ...records]);
}

const ECH = Buffer.alloc(70, 7);
const HINT = Buffer.from([192, 0, 2, 9]);

test("service records that lead to a blocked name are blocked", async () => {
  const { port } = await serve({ block: ["chat.example"] }, (_query, raw) =>
    withRecords(raw, [httpsRecord(TO_QUESTION, wireName("edge.chat.example"), [[4, HINT]])]),
  );
  expect((await lookUp(port, "svc.example", { payload: 1232 })).rcode).toBe("NXDOMAIN");
});

test("the keys of Encrypted Client Hello are taken away for inspected names while the proxy is on", async () => {
  const respond: Responder = (_query, raw) => {
    const first = httpsRecord(TO_QUESTION, Buffer.from([0]), [
      [1, Buffer.from("\u0002h2")],
      [5, ECH],
      [6, Buffer.alloc(16, 1)],
    ]);
    // The owner of the second stands written out in the first's neighbour, and pointers lead behind the cut.
    const alias = Buffer.concat([
      wireName("late.example"),
      Buffer.from([0, 1, 0, 1, 0, 0, 0, 9, 0, 4]),
      HINT,
    ]);
    const at = raw.length - 11 + first.length;
    const pointed = Buffer.concat([
      Buffer.from([0xc0 | (at >>> 8), at & 0xff, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4]),
      HINT,
    ]);
    return withRecords(raw, [first, alias, pointed]);
  };
  const { port, setSettings, upstream } = await serve({ inspect: ["chat.example"] }, respond, {
    stripEch: true,
  });
  const question = { payload: 4096, isDo: true } as const;
  const stripped = await askUdp(port, queryOf("chat.example", question));
  expect(stripped.includes(ECH)).toBe(false);
  const answer = decode(stripped);
  expect(answer.flag_ad).toBe(false);
  expect(answer.answers?.map(({ name }) => name)).toEqual([
    "chat.example",
    "late.example",
    "late.example",
  ]);
  expect(answer.answers?.map((one) => ("ttl" in one ? one.ttl : 0))).toEqual([300, 9, 9]);
  // A name that is not inspected keeps its keys.
  const other = await askUdp(port, queryOf("free.example", question));
  expect(other.includes(ECH)).toBe(true);
  expect(decode(other).flag_ad).toBe(true);
  await setSettings(settingsOf({ upstreams: [upstream.address] }));
  expect((await askUdp(port, queryOf("chat.example", question))).includes(ECH)).toBe(true);
});

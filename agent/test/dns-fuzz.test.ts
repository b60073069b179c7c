import process from "node:process";
import { seededRandom } from "@weir/engine";
import { encode } from "dns-packet";
import type { Packet } from "dns-packet";
import { Packet as Dns2Packet } from "dns2";
import { expect, test } from "vitest";
import { checkAnswer } from "../src/dns/answer-filter.ts";
import { Miss } from "../src/dns/flights.ts";
import { createHandler } from "../src/dns/handler.ts";
import { readQuery } from "../src/dns/message.ts";
import type { Query } from "../src/dns/message.ts";
import { answerFrom, blockedAnswer, upstreamQuery } from "../src/dns/reply.ts";
import type { CheckedAnswer } from "../src/dns/reply.ts";
import { decode, queryOf, rulesOf, settingsOf } from "./dns-parts.ts";
import { replyTo } from "./dns-resolvers.ts";

/** Mutated messages of each kind in one run; `FUZZ_RUNS=5000000` for a long one. */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 100_000);

const rules = rulesOf({ block: ["chat.example"], inspect: ["seen.example"] });

type Random = () => number;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

/** Bytes that mean something in a message. */
const TELLING = [0, 1, 12, 41, 63, 64, 65, 128, 192, 193, 255];

/** Changes, inserts, removes and repeats bytes, some of them such as a parser would trip over. */
function mutated(random: Random, seed: Uint8Array): Buffer {
  let bytes = Buffer.from(seed);
  for (let edits = 1 + below(random, 4); edits > 0; edits--) {
    const at = below(random, bytes.length + 1);
    const value = TELLING[below(random, TELLING.length)] ?? below(random, 256);
    switch (below(random, 6)) {
      case 0:
        bytes = bytes.subarray(0, at);
        break;
      case 1:
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([value]), bytes.subarray(at)]);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
        break;
      case 3:
        if (at + 2 <= bytes.length) bytes.writeUInt16BE(0xc000 | below(random, 300), at);
        break;
      case 4:
        if (at < 12 && at < bytes.length) bytes[at] = value;
        break;
      default:
        if (at < bytes.length) bytes[at] = random() < 0.5 ? value : below(random, 256);
    }
  }
  return Buffer.from(bytes);
}

const QUERIES = [
  queryOf("chat.example", { payload: 1232 }),
  queryOf("a.b.chat.example", { type: "TXT" }),
  queryOf("free.example", { payload: 512, isDo: true }),
  queryOf("use-application-dns.net"),
  queryOf("_dns.resolver.arpa", { payload: 4096 }),
];

/** Reads a message with both decoders; they throw where they cannot. */
function readByOthers(answer: Uint8Array): void {
  const packet = decode(Buffer.from(answer));
  expect(packet.type).toBe("response");
  Dns2Packet.parse(Buffer.from(answer));
}

/** What is forwarded another decoder reads as a query too. */
function checkMiss({ query }: Miss): void {
  const sent = decode(upstreamQuery(query, 4660, "edns"));
  expect(sent).toMatchObject({ type: "query", questions: [{ class: "IN" }] });
}

function checkReply(answer: Uint8Array, message: Uint8Array): void {
  expect(answer.length).toBeLessThanOrEqual(512);
  expect(answer[0]).toBe(message[0]);
}

test("any datagram: nothing is thrown, and every answer can be read and fits", () => {
  const random = seededRandom("datagrams");
  const handler = createHandler(
    {
      resolver: { ask: () => undefined, reset: () => undefined },
      counts: { query: () => undefined, block: () => undefined },
      nowMs: () => 0,
    },
    rules,
    settingsOf(),
  );
  const seen = { answers: 0, misses: 0, ignored: 0 };
  for (let run = 0; run < RUNS; run++) {
    const message = mutated(random, QUERIES[run % QUERIES.length] ?? Buffer.alloc(0));
    const answer = handler.answer(message, false);
    if (answer === undefined) seen.ignored++;
    else if (answer instanceof Miss) {
      seen.misses++;
      if (run % 16 === 0) checkMiss(answer);
    } else {
      seen.answers++;
      checkReply(answer, message);
      if (run % 4 === 0) readByOthers(answer);
    }
  }
  expect(Math.min(seen.answers, seen.misses, seen.ignored)).toBeGreaterThan(RUNS / 100);
});

const queryFor = (name: string): Query => {
  const query = readQuery(queryOf(name, { payload: 1232 }), false);
  if (query === undefined || "rcode" in query) throw new Error("no query");
  return query;
};

/** Answers of many kinds, to the same question. */
function answersTo(name: string): Buffer[] {
  const asked = decode(queryOf(name));
  const parts: Packet[] = [
    {
      answers: [
        { type: "CNAME", name, ttl: 60, data: "edge.example" },
        { type: "A", name: "edge.example", ttl: 30, data: "192.0.2.1" },
      ],
      additionals: [
        {
          type: "OPT",
          name: ".",
          udpPayloadSize: 1232,
          extendedRcode: 0,
          ednsVersion: 0,
          flags: 0,
          flag_do: false,
          options: [{ code: 15 as 12, length: 2, data: Buffer.from([0, 9]) }],
        },
      ],
    },
    { answers: [{ type: "CNAME", name, ttl: 60, data: "x.chat.example" }] },
    {
      answers: [{ type: "MX", name, ttl: 60, data: { preference: 1, exchange: "mx.example" } }],
      authorities: [{ type: "NS", name: "example", ttl: 900, data: "ns.example" }],
      additionals: [{ type: "AAAA", name: "ns.example", ttl: 900, data: "2001:db8::1" }],
    },
  ];
  const plain = parts.map((part) => encode(replyTo(asked, part)));
  // An HTTPS record with keys, whose parser dns-packet lacks, and a record behind it that points over it.
  const https = Buffer.from(
    "c00c 0041 0001 0000 003c 0017 0001 00 0001 0003 026832 0005 0008 0006fe0d0002abcd c00c 0001 0001 0000 0009 0004 c0000201".replaceAll(
      " ",
      "",
    ),
    "hex",
  );
  const [first = Buffer.alloc(0)] = plain;
  const header = Buffer.from(first.subarray(0, 12));
  header.writeUInt16BE(2, 6);
  header.writeUInt16BE(0, 10);
  const question = first.subarray(12, 12 + name.length + 2 + 4);
  return [...plain, Buffer.concat([header, question, https])];
}

/**
 * Data of records is passed on as it is; what was found sound is so again when it comes out. Its age is 0: a name can be
 * made to stand on a TTL, and is another one a second later.
 */
function checkPassedOn(checked: CheckedAnswer, query: Query, stripEch: boolean): void {
  const answer = answerFrom(checked, query, 0);
  expect(answer.length).toBeLessThanOrEqual(query.limit);
  const checks = { rules, isInspected: true, stripEch };
  const again = checkAnswer(Buffer.from(answer), query.questionEnd, checks);
  expect(typeof again).toBe("object");
}

test("any answer of an upstream: nothing is thrown, and what is passed on is sound", () => {
  const random = seededRandom("answers");
  const query = queryFor("seen.example");
  const seeds = answersTo("seen.example");
  const seen = { sound: 0, blocked: 0, malformed: 0 };
  for (let run = 0; run < RUNS; run++) {
    const seed = seeds[run % seeds.length] ?? Buffer.alloc(0);
    // What was sent back is the question that was asked: what follows is free.
    const tail = mutated(random, seed.subarray(query.questionEnd));
    const head = mutated(random, seed.subarray(2, 12)).subarray(0, 10);
    const message = Buffer.concat([
      seed.subarray(0, 2),
      head,
      Buffer.alloc(10 - head.length),
      seed.subarray(12, query.questionEnd),
      tail,
    ]);
    const checked = checkAnswer(message, query.questionEnd, {
      rules,
      isInspected: true,
      stripEch: run % 2 === 0,
    });
    if (checked === "malformed") seen.malformed++;
    else if (checked === "blocked") {
      seen.blocked++;
      readByOthers(blockedAnswer(query));
    } else {
      seen.sound++;
      checkPassedOn(checked, query, run % 2 === 0);
    }
  }
  expect(Math.min(seen.sound, seen.malformed)).toBeGreaterThan(RUNS / 20);
  expect(seen.blocked).toBeGreaterThan(RUNS / 1000);
});

test("loops of pointers, and counts that promise more than there is, are refused", () => {
  const query = queryFor("free.example");
  const reply = Buffer.from(encode(replyTo(decode(queryOf("free.example")), {})));
  const check = (records: string, counts: number) => {
    const message = Buffer.concat([reply, Buffer.from(records.replaceAll(" ", ""), "hex")]);
    message.writeUInt16BE(counts, 6);
    return checkAnswer(message, query.questionEnd, { rules, isInspected: false, stripEch: true });
  };
  const at = (0xc000 | reply.length).toString(16);
  expect(check(`${at} 0005 0001 00000001 0002 c00c`, 1)).toBe("malformed");
  expect(
    check(`c00c 0005 0001 00000001 0002 ${(0xc000 | (reply.length + 12)).toString(16)}`, 1),
  ).toBe("malformed");
  expect(check("", 65_535)).toBe("malformed");
  expect(check("c00c 0005 0001 00000001 ffff c00c", 1)).toBe("malformed");
  // Many aliases, each with a name of many labels: refused before they cost anything.
  const alias = `c00c 0005 0001 00000001 00ff ${"0161".repeat(127)}00`;
  expect(check(alias.repeat(200), 200)).toBe("malformed");
  expect(check(alias, 1)).not.toBe("malformed");
});

import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { createCache } from "./cache.ts";
import { readQuery } from "./message.ts";
import type { Query } from "./message.ts";
import { keyHash } from "./question-key.ts";
import type { CheckedAnswer } from "./reply.ts";

/** A query for a name of one label; CD is a bit that changes the key. */
function queryFor(label: string, flags = 0x0100): Query {
  const message = Buffer.concat([
    Buffer.alloc(12),
    Buffer.from([label.length]),
    Buffer.from(label),
    Buffer.from([0, 0, 1, 0, 1]),
  ]);
  message.writeUInt16BE(flags, 2);
  message.writeUInt16BE(1, 4);
  const query = readQuery(message, false);
  if (query === undefined || "rcode" in query) throw new Error("no query");
  return query;
}

const answerOf = (bytes: number, query: Query): CheckedAnswer => {
  const message = Buffer.alloc(bytes + 5, 7);
  message.set(query.message.subarray(0, query.questionEnd));
  const options = Buffer.from([1, 2, 3]);
  return { bytes: message, at: 0, end: bytes, ttlOffsets: [100, 300], keepSec: 60, options };
};

test("an answer is kept for its time, and its age is told in whole seconds", () => {
  const cache = createCache();
  const query = queryFor("a");
  const answer = answerOf(400, query);
  cache.store(keyHash(query), query, answer, { nowMs: 1000, keepSec: 10 });
  const kept = cache.find(keyHash(query), queryFor("A"), 3999);
  expect(kept).toMatchObject({ ageSec: 2, answer: { ttlOffsets: [100, 300] } });
  if (kept === undefined || typeof kept.answer === "string") throw new Error("nothing is kept");
  const { bytes, at, end } = kept.answer;
  expect(Buffer.compare(bytes.subarray(at, end), answer.bytes.subarray(0, 400))).toBe(0);
  expect(Buffer.compare(kept.answer.options, answer.options)).toBe(0);
  expect(cache.find(keyHash(query), query, 10_999)?.ageSec).toBe(9);
  expect(cache.find(keyHash(query), query, 11_000)).toBeUndefined();
  cache.store(keyHash(query), query, answer, { nowMs: 0, keepSec: 0 });
  expect(cache.find(keyHash(query), query, 11_000)).toBeUndefined();
  cache.store(keyHash(query), query, "unreachable", { nowMs: 20_000, keepSec: 10 });
  expect(cache.find(keyHash(query), query, 20_001)?.answer).toBe("unreachable");
  cache.flush();
  expect(cache.find(keyHash(query), query, 20_001)).toBeUndefined();
});

test("names in either case share an answer; CD and another name with the same hash do not", () => {
  const cache = createCache();
  const query = queryFor("aBc");
  expect(keyHash(queryFor("ABC"))).toBe(keyHash(query));
  cache.store(7, query, "blocked", { nowMs: 0, keepSec: 10 });
  expect(cache.find(7, queryFor("AbC"), 1)?.answer).toBe("blocked");
  expect(cache.find(7, queryFor("abd"), 1)).toBeUndefined();
  expect(cache.find(7, queryFor("abc", 0x0110), 1)).toBeUndefined();
  // Both are kept, each for its own question.
  cache.store(7, queryFor("abd"), "unreachable", { nowMs: 0, keepSec: 10 });
  expect(cache.find(7, queryFor("ABC"), 1)?.answer).toBe("blocked");
  expect(cache.find(7, queryFor("ABD"), 1)?.answer).toBe("unreachable");
});

test("its bytes are bounded; what was of use stays longer", () => {
  const cache = createCache(100_000);
  const time = { nowMs: 0, keepSec: 60 };
  const used = queryFor("used");
  cache.store(keyHash(used), used, answerOf(400, used), time);
  for (let i = 0; i < 5000; i++) {
    const query = queryFor(`n${i}`);
    cache.store(keyHash(query), query, answerOf(400, query), time);
    expect(cache.find(keyHash(query), query, 1)).toBeDefined();
    const isKept = i % 20 !== 0 || cache.find(keyHash(used), used, 1) !== undefined;
    expect(isKept).toBe(true);
  }
  const isThere = (label: string): boolean =>
    cache.find(keyHash(queryFor(label)), queryFor(label), 1) !== undefined;
  const kept = Array.from({ length: 5000 }, (_, i) => isThere(`n${i}`)).filter(Boolean).length;
  expect(kept).toBeLessThanOrEqual(100_000 / 400);
  expect(kept).toBeGreaterThan(0);
  const large = queryFor("large");
  cache.store(keyHash(large), large, answerOf(60_000, large), time);
  expect(isThere("large")).toBe(false);
  expect(isThere("used")).toBe(true);
});

import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { createCache } from "./cache.ts";
import { readQuery } from "./message.ts";
import type { Query } from "./message.ts";
import { keyHash } from "./question-key.ts";
import type { CheckedAnswer } from "./reply.ts";

/** A query for a name of one label; CD is a bit that changes the key. */
function queryFor(label: string, flags = 0x0100, type = 1): Query {
  const message = Buffer.concat([
    Buffer.alloc(12),
    Buffer.from([label.length]),
    Buffer.from(label),
    Buffer.from([0, 0, type, 0, 1]),
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
  let nowMs = 1000;
  const cache = createCache(() => nowMs);
  const query = queryFor("a");
  const answer = answerOf(400, query);
  cache.store(keyHash(query), query, answer, 10);
  nowMs = 3999;
  const kept = cache.find(keyHash(query), queryFor("A"));
  expect(kept).toMatchObject({ ageSec: 2, answer: { ttlOffsets: [100, 300] } });
  if (kept === undefined || typeof kept.answer === "string") throw new Error("nothing is kept");
  const { bytes, at, end } = kept.answer;
  expect(Buffer.compare(bytes.subarray(at, end), answer.bytes.subarray(0, 400))).toBe(0);
  expect(Buffer.compare(kept.answer.options, answer.options)).toBe(0);
  nowMs = 10_999;
  expect(cache.find(keyHash(query), query)?.ageSec).toBe(9);
  nowMs = 11_000;
  expect(cache.find(keyHash(query), query)).toBeUndefined();
  cache.store(keyHash(query), query, answer, 0);
  expect(cache.find(keyHash(query), query)).toBeUndefined();
  cache.store(keyHash(query), query, "unreachable", 10);
  expect(cache.find(keyHash(query), query)?.answer).toBe("unreachable");
  cache.flush();
  expect(cache.find(keyHash(query), query)).toBeUndefined();
});

test("a type is not another one whose number differs like the case of a letter", () => {
  const cache = createCache(() => 0);
  for (const [type, other] of [
    [65, 97],
    [99, 67],
  ] as const) {
    const query = queryFor("a", 0x0100, type);
    cache.store(keyHash(query), query, answerOf(100, query), 10);
    expect(cache.find(keyHash(query), queryFor("A", 0x0100, type))?.ageSec).toBe(0);
    expect(cache.find(keyHash(query), queryFor("a", 0x0100, other))).toBeUndefined();
  }
});

test("names in either case share an answer; CD and another name with the same hash do not", () => {
  const cache = createCache(() => 0);
  const query = queryFor("aBc");
  expect(keyHash(queryFor("ABC"))).toBe(keyHash(query));
  cache.store(7, query, "blocked", 10);
  expect(cache.find(7, queryFor("AbC"))?.answer).toBe("blocked");
  expect(cache.find(7, queryFor("abd"))).toBeUndefined();
  expect(cache.find(7, queryFor("abc", 0x0110))).toBeUndefined();
  // Both are kept, each for its own question.
  cache.store(7, queryFor("abd"), "unreachable", 10);
  expect(cache.find(7, queryFor("ABC"))?.answer).toBe("blocked");
  expect(cache.find(7, queryFor("ABD"))?.answer).toBe("unreachable");
});

test("its bytes are bounded; what was of use stays longer", () => {
  const cache = createCache(() => 0, 100_000);
  const used = queryFor("used");
  cache.store(keyHash(used), used, answerOf(400, used), 60);
  for (let i = 0; i < 5000; i++) {
    const query = queryFor(`n${i}`);
    cache.store(keyHash(query), query, answerOf(400, query), 60);
    expect(cache.find(keyHash(query), query)).toBeDefined();
    const isKept = i % 20 !== 0 || cache.find(keyHash(used), used) !== undefined;
    expect(isKept).toBe(true);
  }
  const isThere = (label: string): boolean =>
    cache.find(keyHash(queryFor(label)), queryFor(label)) !== undefined;
  const kept = Array.from({ length: 5000 }, (_, i) => isThere(`n${i}`)).filter(Boolean).length;
  expect(kept).toBeLessThanOrEqual(100_000 / 400);
  expect(kept).toBeGreaterThan(0);
  const large = queryFor("large");
  cache.store(keyHash(large), large, answerOf(60_000, large), 60);
  expect(isThere("large")).toBe(false);
  expect(isThere("used")).toBe(true);
});

test("a later answer takes the place of an earlier one", () => {
  const cache = createCache(() => 0);
  const query = queryFor("a");
  cache.store(keyHash(query), query, "unreachable", 10);
  cache.store(keyHash(query), query, answerOf(400, query), 10);
  expect(cache.find(keyHash(query), query)?.answer).toMatchObject({
    options: Uint8Array.of(1, 2, 3),
  });
  cache.store(keyHash(query), query, "blocked", 10);
  expect(cache.find(keyHash(query), query)?.answer).toBe("blocked");
});

test("of however many small answers the latest are there", () => {
  const cache = createCache(() => 0);
  const queries = Array.from({ length: 100_000 }, (_, i) => queryFor(i.toString(36)));
  for (const query of queries) cache.store(keyHash(query), query, "unreachable", 60);
  const isThere = queries.map((query) => cache.find(keyHash(query), query) !== undefined);
  const first = isThere.indexOf(true);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(queries.length - 20_000);
  expect(isThere.slice(first + 25_000)).not.toContain(false);
});

import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { createCache } from "./cache.ts";
import { readQuery } from "./message.ts";
import type { Query } from "./message.ts";
import { keyHash } from "./question-key.ts";

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

const answerOf = (bytes: number) => ({
  body: new Uint8Array(bytes),
  ttlOffsets: new Uint16Array(0),
  keepSec: 60,
  options: new Uint8Array(0),
});

test("an answer is kept for its time, and its age is told in whole seconds", () => {
  const cache = createCache();
  const query = queryFor("a");
  const answer = answerOf(100);
  cache.store(keyHash(query), query, answer, { nowMs: 1000, keepSec: 10 });
  expect(cache.find(keyHash(query), queryFor("A"), 3999)).toEqual({ answer, ageSec: 2 });
  expect(cache.find(keyHash(query), query, 10_999)?.ageSec).toBe(9);
  expect(cache.find(keyHash(query), query, 11_000)).toBeUndefined();
  expect(cache.heldBytes()).toBe(0);
  cache.store(keyHash(query), query, answer, { nowMs: 0, keepSec: 0 });
  expect(cache.find(keyHash(query), query, 0)).toBeUndefined();
});

test("names in either case share an answer; CD and another name with the same hash do not", () => {
  const cache = createCache();
  const query = queryFor("abc");
  expect(keyHash(queryFor("ABC"))).toBe(keyHash(query));
  cache.store(7, query, "blocked", { nowMs: 0, keepSec: 10 });
  expect(cache.find(7, queryFor("aBc"), 1)?.answer).toBe("blocked");
  expect(cache.find(7, queryFor("abd"), 1)).toBeUndefined();
  expect(cache.find(7, queryFor("abc", 0x0110), 1)).toBeUndefined();
});

test("its bytes are bounded; what was of use stays longer", () => {
  const cache = createCache(100_000);
  const time = { nowMs: 0, keepSec: 60 };
  const used = queryFor("used");
  cache.store(keyHash(used), used, answerOf(400), time);
  for (let i = 0; i < 5000; i++) {
    const query = queryFor(`n${i}`);
    cache.store(keyHash(query), query, answerOf(400), time);
    expect(cache.heldBytes()).toBeLessThanOrEqual(100_000);
    const isKept = i % 20 !== 0 || cache.find(keyHash(used), used, 1) !== undefined;
    expect(isKept).toBe(true);
  }
  const first = queryFor("n0");
  expect(cache.find(keyHash(first), first, 1)).toBeUndefined();
  cache.flush();
  expect(cache.heldBytes()).toBe(0);
  expect(cache.find(keyHash(used), used, 1)).toBeUndefined();
});

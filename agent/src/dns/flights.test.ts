import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { Miss } from "./flights.ts";
import { readQuery } from "./message.ts";
import { isSameKey, keyHash } from "./question-key.ts";

test("a query that waits holds its question and nothing that came with it", () => {
  const head = Buffer.from("123401000001000000000001016100000100010000290fa000000000", "hex");
  const message = Buffer.concat([head, Buffer.from([0xea, 0x60]), Buffer.alloc(60_000)]);
  const query = readQuery(message, true);
  if (query === undefined || "rcode" in query) throw new Error("no query");
  const { query: kept, hash, action } = new Miss(query, keyHash(query), 2).detached();
  expect({ ...kept, hash, action }).toEqual({
    ...query,
    message: message.subarray(0, query.questionEnd),
    hash: keyHash(kept),
    action: 2,
  });
  expect(isSameKey(kept, query)).toBe(true);
  expect(kept.message.buffer).not.toBe(message.buffer);
});

// What makes two queries ask for the same: name, type, and the bits that change an answer.
import { randomBytes } from "node:crypto";
import { CD, HEADER_BYTES, RD, isSameQuestion } from "./message.ts";
import type { Query } from "./message.ts";

/** Another one in every process, so that nobody can choose names that collide. */
const SEED = randomBytes(4).readInt32LE();

/** Keeps a hash a small integer, which V8 keeps without a box. */
const HASH_MASK = 0x3fff_ffff;

const PRIME = 0x0100_0193;

/** RD, CD and DO (RFC 4035 3.2): an answer for one setting of them is none for another. */
export function bitsOf({ message, isDo }: Query): number {
  return ((message[2] ?? 0) & RD) | ((message[3] ?? 0) & CD) | (isDo ? 2 : 0);
}

/** A hash of what is asked, upper and lower case alike. Two questions can share it: `isSameKey` tells. */
export function keyHash(query: Query): number {
  const { message, questionEnd } = query;
  let hash = SEED ^ bitsOf(query);
  for (let i = HEADER_BYTES; i < questionEnd; i++) {
    const byte = message[i] ?? 0;
    hash = Math.imul(hash ^ (byte >= 65 && byte <= 90 ? byte | 0x20 : byte), PRIME);
  }
  return (hash ^ (hash >>> 15)) & HASH_MASK;
}

/** Do both ask for the same? */
export const isSameKey = (a: Query, b: Query): boolean =>
  a.questionEnd === b.questionEnd &&
  bitsOf(a) === bitsOf(b) &&
  isSameQuestion(a.message, b.message, a.questionEnd);

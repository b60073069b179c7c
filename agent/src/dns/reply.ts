// Answers of our own, and what a client is sent of an upstream's answer.
import { Buffer } from "node:buffer";
import { copyBytes } from "./copy-bytes.ts";
import {
  AD,
  CD,
  HEADER_BYTES,
  QR,
  RA,
  RCODE,
  RD,
  TC,
  TYPE,
  putU16,
  putU32,
  u16,
  u32,
} from "./message.ts";
import type { Query } from "./message.ts";
import type { Edns } from "./upstream.ts";

/** How long a client may remember that a name is blocked, in seconds; short, so that an unblocked name works soon. */
export const BLOCK_TTL_SEC = 10;

/** What we take by UDP (RFC 9715 3.1). */
export const OUR_PAYLOAD = 1232;

/** Bytes of an OPT record without options. */
export const OPT_BYTES = 11;

/** Codes of options (RFC 6891 6.1.2). */
export const OPTION_EDE = 15;

/** Extended DNS errors that are sent (RFC 8914 4). */
export const EDE = { blocked: 15, noReachableAuthority: 22 } as const;

/** An EDE option. */
function edeOption(code: number, text: string): Uint8Array {
  const bytes = Buffer.from(text, "ascii");
  return Buffer.concat([
    Buffer.from([0, OPTION_EDE, 0, bytes.length + 2, code >>> 8, code & 0xff]),
    bytes,
  ]);
}

/** The options of an OPT record that has none (RFC 6891 6.1.2). */
export const NO_OPTIONS: Uint8Array = new Uint8Array(0);
const BLOCKED_OPTIONS = edeOption(EDE.blocked, "blocked by the policy of this device");
const UNREACHABLE_OPTIONS = edeOption(EDE.noReachableAuthority, "no upstream resolver answers");

/**
 * The SOA that makes a negative answer cacheable (RFC 2308 3), without which stubs ask again for ever. Its owner and its
 * MNAME are the name asked for, by pointers to the question.
 */
const SOA = Buffer.from(
  [
    "c00c 0006 0001",
    BLOCK_TTL_SEC.toString(16).padStart(8, "0"),
    "0017 c00c 00",
    "00000001 00000708 00000384 00093a80",
    BLOCK_TTL_SEC.toString(16).padStart(8, "0"),
  ]
    .join("")
    .replaceAll(" ", ""),
  "hex",
);

/** Writes an OPT record at `at`: our payload, the version 0, DO as asked for (RFC 3225 3), and options. */
export function putOpt(
  out: Uint8Array,
  at: number,
  isDo: boolean,
  options: Uint8Array,
  extendedRcode = 0,
): void {
  out[at] = 0;
  putU16(out, at + 1, TYPE.OPT);
  putU16(out, at + 3, OUR_PAYLOAD);
  out[at + 5] = extendedRcode;
  out[at + 6] = 0;
  putU16(out, at + 7, isDo ? 0x8000 : 0);
  putU16(out, at + 9, options.length);
  copyBytes(options, 0, options.length, out, at + OPT_BYTES);
}

/** What an answer is made of that repeats the question and adds records of our own. */
interface OwnAnswer {
  readonly rcode: number;
  /** Bits beside QR and RD in the third byte of the header. */
  readonly bits?: number;
  /** The record of the answer section, or that of the authority section. */
  readonly answer?: Uint8Array;
  readonly authority?: Uint8Array;
  readonly options?: Uint8Array;
}

function ownAnswer(query: Query, own: OwnAnswer): Uint8Array {
  const { rcode, bits = 0, answer, authority, options } = own;
  const { message, questionEnd, hasOpt, isDo } = query;
  const record = answer ?? authority ?? NO_OPTIONS;
  const given = options ?? NO_OPTIONS;
  const at = questionEnd + record.length;
  const out = Buffer.allocUnsafe(at + (hasOpt ? OPT_BYTES + given.length : 0));
  copyBytes(message, 0, questionEnd, out, 0);
  out[2] = QR | bits | ((message[2] ?? 0) & RD);
  out[3] = RA | ((message[3] ?? 0) & CD) | (rcode & 0xf);
  putU16(out, 6, answer === undefined ? 0 : 1);
  putU16(out, 8, authority === undefined ? 0 : 1);
  putU16(out, 10, hasOpt ? 1 : 0);
  copyBytes(record, 0, record.length, out, questionEnd);
  if (hasOpt) putOpt(out, at, isDo, given, rcode >>> 4);
  return out;
}

/** A name that a list blocks does not exist, for every type (RFC 2308 2.1), and why (RFC 8914 4.16). */
export const blockedAnswer = (query: Query): Uint8Array =>
  ownAnswer(query, { rcode: RCODE.NXDOMAIN, authority: SOA, options: BLOCKED_OPTIONS });

/** A special name that is told not to exist. */
export const absentAnswer = (query: Query): Uint8Array =>
  ownAnswer(query, { rcode: RCODE.NXDOMAIN, authority: SOA });

/** A name that exists and has nothing of the type asked for (RFC 2308 2.2). */
export const emptyAnswer = (query: Query): Uint8Array =>
  ownAnswer(query, { rcode: RCODE.NOERROR, authority: SOA });

/** An address of the name asked for, to be remembered as long as a block. */
const addressRecord = (type: number, bytes: readonly number[]): Uint8Array =>
  Uint8Array.of(0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, BLOCK_TTL_SEC, 0, bytes.length, ...bytes);

const LOOPBACK_V4 = addressRecord(TYPE.A, [127, 0, 0, 1]);
const LOOPBACK_V6 = addressRecord(TYPE.AAAA, [...Array.from({ length: 15 }, () => 0), 1]);

/** A name of this machine: its loopback addresses, and nothing of any other type. */
export function loopbackAnswer(query: Query): Uint8Array {
  const { type } = query;
  if (type === TYPE.A) return ownAnswer(query, { rcode: RCODE.NOERROR, answer: LOOPBACK_V4 });
  if (type === TYPE.AAAA) return ownAnswer(query, { rcode: RCODE.NOERROR, answer: LOOPBACK_V6 });
  return emptyAnswer(query);
}

/** SERVFAIL for a name that no resolver answers: never another resolver in silence, and never as if there were no such name. */
export const unreachableAnswer = (query: Query): Uint8Array =>
  ownAnswer(query, { rcode: RCODE.SERVFAIL, options: UNREACHABLE_OPTIONS });

/** The answer is larger than the client takes: it asks again by TCP (RFC 2181 9). */
const truncatedAnswer = (query: Query, rcode: number): Uint8Array =>
  ownAnswer(query, { rcode, bits: TC });

/**
 * Refuses a message of HEADER_BYTES and more that is no Query: its header alone, and an OPT record where the code needs
 * one (RFC 6891 6.1.3).
 */
export function refusalAnswer(message: Uint8Array, rcode: number): Uint8Array {
  const isExtended = rcode > 0xf;
  const out = Buffer.alloc(HEADER_BYTES + (isExtended ? OPT_BYTES : 0));
  putU16(out, 0, u16(message, 0));
  out[2] = QR | ((message[2] ?? 0) & ~(TC | 0x04));
  out[3] = RA | ((message[3] ?? 0) & CD) | (rcode & 0xf);
  if (isExtended) {
    putU16(out, 10, 1);
    putOpt(out, HEADER_BYTES, false, NO_OPTIONS, rcode >>> 4);
  }
  return out;
}

/** An upstream's answer that was read and checked: what every client that asks for the same is sent of it. */
export interface CheckedAnswer {
  /** The message without its OPT record, which is between two neighbours alone (RFC 6891 6.1.1). */
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly end: number;
  /** Where the TTLs of its records stand. */
  readonly ttlOffsets: readonly number[];
  /** How many seconds it may be kept; 0 for not at all. */
  readonly keepSec: number;
  /** The upstream's extended errors, as options. */
  readonly options: Uint8Array;
}

/** Has no record of an answer kept longer than so many seconds. The answer's bytes are changed. */
export function limitTtls({ bytes, at, ttlOffsets }: CheckedAnswer, mostSec: number): void {
  for (const offset of ttlOffsets) {
    putU32(bytes, at + offset, Math.min(mostSec, u32(bytes, at + offset)));
  }
}

function countDown(out: Uint8Array, ttlOffsets: readonly number[], ageSec: number): void {
  if (ageSec === 0) return;
  for (const at of ttlOffsets) putU32(out, at, Math.max(0, u32(out, at) - ageSec));
}

/** The fourth byte of the header of an answer: AD is for those who ask for it (RFC 6840 5.7, 5.8). */
function statusBits(answered: number, { message, isDo }: Query): number {
  const asked = message[3] ?? 0;
  const verified = isDo || (asked & AD) !== 0 ? answered & AD : 0;
  return RA | verified | (asked & CD) | (answered & 0xf);
}

/** What a client is sent of an answer that is `ageSec` old. The question is its own, in its own case (RFC 1034 3.1). */
export function answerFrom(answer: CheckedAnswer, query: Query, ageSec: number): Uint8Array {
  const { bytes, at, end, ttlOffsets, options } = answer;
  const { message, questionEnd, hasOpt, isDo, limit } = query;
  const status = bytes[at + 3] ?? 0;
  const length = end - at;
  const size = length + (hasOpt ? OPT_BYTES + options.length : 0);
  if (size > limit) return truncatedAnswer(query, status & 0xf);
  const out = Buffer.allocUnsafe(size);
  copyBytes(bytes, at, end, out, 0);
  out[0] = message[0] ?? 0;
  out[1] = message[1] ?? 0;
  out[2] = QR | ((message[2] ?? 0) & RD);
  out[3] = statusBits(status, query);
  copyBytes(message, HEADER_BYTES, questionEnd, out, HEADER_BYTES);
  countDown(out, ttlOffsets, ageSec);
  if (hasOpt) {
    putU16(out, 10, u16(out, 10) + 1);
    putOpt(out, length, isDo, options);
  }
  return out;
}

/**
 * The query that an upstream is sent for a client's: its question as it stands, RD and CD as it has them, and an OPT
 * record of ours. AD is asked for, since another client can be answered with the same. A server that does not know EDNS
 * knows neither of these bits.
 */
export function upstreamQuery(query: Query, id: number, edns: Edns): Uint8Array {
  const { message, questionEnd, isDo } = query;
  const hasOpt = edns === "edns";
  const out = Buffer.allocUnsafe(questionEnd + (hasOpt ? OPT_BYTES : 0));
  copyBytes(message, HEADER_BYTES, questionEnd, out, HEADER_BYTES);
  putU16(out, 0, id);
  out[2] = (message[2] ?? 0) & RD;
  out[3] = hasOpt ? AD | ((message[3] ?? 0) & CD) : 0;
  putU16(out, 4, 1);
  putU16(out, 6, 0);
  putU16(out, 8, 0);
  putU16(out, 10, hasOpt ? 1 : 0);
  if (hasOpt) putOpt(out, questionEnd, isDo, NO_OPTIONS);
  return out;
}

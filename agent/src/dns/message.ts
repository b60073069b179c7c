// Reading DNS messages as they come off the wire (RFC 1035 4, with the care of RFC 9267). Nothing here throws or allocates
// more than one small object, whatever the bytes are.

/** Bytes of a message before its question (RFC 1035 4.1.1); the question's name begins here. */
export const HEADER_BYTES = 12;

/** The longest name on the wire, its root included (RFC 1035 2.3.4). */
export const MAX_NAME_BYTES = 255;

/** What a sender without EDNS takes by UDP (RFC 1035 4.2.1). */
const PLAIN_PAYLOAD = 512;

/** The largest answer sent by UDP whatever the client offers; on loopback nothing is fragmented below it. */
const MAX_PAYLOAD = 4096;

/** The largest message by TCP: its length has two bytes (RFC 1035 4.2.2). */
export const MAX_STREAM_MESSAGE = 65_535;

/** A record is at least a root name, type, class, TTL and length. */
const MIN_RECORD_BYTES = 11;

/** Records after the question of a query: OPT and a signature. */
const MAX_QUERY_RECORDS = 2;

/** Types of records that are looked at. */
export const TYPE = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  AAAA: 28,
  SRV: 33,
  DNAME: 39,
  OPT: 41,
  SVCB: 64,
  HTTPS: 65,
  IXFR: 251,
  AXFR: 252,
} as const;

const CLASS_IN = 1;

/** Response codes (RFC 1035 4.1.1; BADVERS of RFC 6891 9). */
export const RCODE = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
  BADVERS: 16,
} as const;

/** Bits of the third byte of a header: a response, cut short, recursion desired (RFC 1035 4.1.1). */
export const QR = 0x80;
const OPCODE_MASK = 0x78;
export const TC = 0x02;
export const RD = 0x01;

/** Bits of the fourth byte of a header: recursion available (RFC 1035 4.1.1), data authentic, checking disabled (RFC 4035 3.2). */
export const RA = 0x80;
export const AD = 0x20;
export const CD = 0x10;

/** The two bytes at an offset, in network order; what lies beyond the message counts as zero. */
export const u16 = (message: Uint8Array, at: number): number =>
  ((message[at] ?? 0) << 8) | (message[at + 1] ?? 0);

/** The four bytes at an offset as an unsigned number, in network order; what lies beyond the message counts as zero. */
export const u32 = (message: Uint8Array, at: number): number =>
  u16(message, at) * 0x1_0000 + u16(message, at + 2);

/** Writes the low 16 bits of a number, in network order; there has to be room. */
export function putU16(message: Uint8Array, at: number, value: number): void {
  message[at] = value >>> 8;
  message[at + 1] = value;
}

/** Writes a number of 32 bits, in network order; there has to be room. */
export function putU32(message: Uint8Array, at: number, value: number): void {
  putU16(message, at, value >>> 16);
  putU16(message, at + 2, value & 0xffff);
}

/** A well-formed query of class IN for one name. */
export interface Query {
  readonly message: Uint8Array;
  /** Where the question ends: after QTYPE and QCLASS. */
  readonly questionEnd: number;
  readonly type: number;
  /** Whether it has an OPT record, so that its answer must have one (RFC 6891 6.1.1). */
  readonly hasOpt: boolean;
  /** Whether DNSSEC records are wanted (RFC 3225). */
  readonly isDo: boolean;
  /** The largest answer, in bytes, that the sender takes. */
  readonly limit: number;
}

/** What becomes of a message that is no Query: a response code to answer with, or nothing at all. */
export interface Refusal {
  readonly rcode: number;
}

const FORMERR: Refusal = { rcode: RCODE.FORMERR };
const NOTIMP: Refusal = { rcode: RCODE.NOTIMP };
const REFUSED: Refusal = { rcode: RCODE.REFUSED };
const BADVERS: Refusal = { rcode: RCODE.BADVERS };

/**
 * Where the labels that begin at `at` end, uncompressed (RFC 1035 3.1): the offset after the root; -1 where there is no
 * such name.
 */
function endOfLabels(message: Uint8Array, at: number): number {
  for (let next = at; next - at < MAX_NAME_BYTES;) {
    const length = message[next];
    if (length === undefined || length > 63) return -1;
    next += length + 1;
    if (length === 0) return next;
  }
  return -1;
}

/**
 * Where the name at `at` ends, compressed or not (RFC 1035 4.1.4); -1 where it runs out of the message or a pointer does
 * not lead to before the name.
 */
export function skipName(message: Uint8Array, at: number): number {
  let next = at;
  let length = message[next] ?? 0xff;
  while (length !== 0 && length <= 63) {
    next += length + 1;
    if (next - at >= MAX_NAME_BYTES) return -1;
    length = message[next] ?? 0xff;
  }
  if (length === 0) return next + 1;
  const target = u16(message, next) & 0x3fff;
  const isSound = next + 1 < message.length && target >= HEADER_BYTES && target < at;
  return length >= 0xc0 && isSound ? next + 2 : -1;
}

/**
 * Writes the name at `at` without compression into `out` (MAX_NAME_BYTES). Answers its length; -1 for a malformed name.
 * Each pointer must lead to before the name it stands in, so that it ends.
 */
export function expandName(message: Uint8Array, at: number, out: Uint8Array): number {
  let written = 0;
  for (let next = at, start = at; ;) {
    const length = message[next];
    if (length === undefined) return -1;
    if (length >= 0xc0) {
      const target = u16(message, next) & 0x3fff;
      if (next + 1 >= message.length || target < HEADER_BYTES || target >= start) return -1;
      next = target;
      start = target;
      continue;
    }
    const after = next + length + 1;
    if (length > 63 || after > message.length || written + length + 1 > MAX_NAME_BYTES) return -1;
    while (next < after) out[written++] = message[next++] ?? 0;
    if (length === 0) return written;
  }
}

/** Do `count` records fit into what is left after `at`? */
export const recordsFit = (message: Uint8Array, at: number, count: number): boolean =>
  count * MIN_RECORD_BYTES <= message.length - at;

/** Where the fixed fields of a record begin, and where its data ends. */
export interface RecordPlace {
  /** TYPE; CLASS, TTL and RDLENGTH follow it. */
  fields: number;
  end: number;
}

/** Bytes from TYPE to RDATA. */
export const RECORD_FIELDS = 10;

/** Finds the parts of the record at `at`; false where it does not fit into the message. */
export function readRecord(message: Uint8Array, at: number, place: RecordPlace): boolean {
  const fields = skipName(message, at);
  if (fields === -1 || fields + RECORD_FIELDS > message.length) return false;
  place.fields = fields;
  place.end = fields + RECORD_FIELDS + u16(message, fields + 8);
  return place.end <= message.length;
}

/** Only good until the next record is read. */
const scratch: RecordPlace = { fields: 0, end: 0 };

/** Does an answer to a query hold an address? One that can't be read holds none from there on. */
export function hasAddress({ questionEnd }: Query, answer: Uint8Array): boolean {
  let at = questionEnd;
  for (let left = u16(answer, 6); left > 0 && readRecord(answer, at, scratch); left--) {
    const type = u16(answer, scratch.fields);
    if (type === TYPE.A || type === TYPE.AAAA) return true;
    at = scratch.end;
  }
  return false;
}

/** Where the OPT record of a query is: the offset of its TYPE; 0 for none; -1 for a malformed query. */
function findOpt(message: Uint8Array, questionEnd: number): number {
  const count = u16(message, 10);
  if (count > MAX_QUERY_RECORDS || !recordsFit(message, questionEnd, count)) return -1;
  let opt = 0;
  let at = questionEnd;
  for (let i = 0; i < count; i++) {
    if (!readRecord(message, at, scratch)) return -1;
    if (u16(message, scratch.fields) === TYPE.OPT) {
      // One at most, and of the root (RFC 6891 6.1.1, 6.1.2).
      if (opt !== 0 || message[at] !== 0) return -1;
      opt = scratch.fields;
    }
    at = scratch.end;
  }
  return opt;
}

/**
 * Reads what a client sent, by TCP or else by UDP. Undefined is to be ignored: too short to have an id, or a response,
 * which two servers could throw at each other for ever.
 */
export function readQuery(message: Uint8Array, isStream: boolean): Query | Refusal | undefined {
  const bits = message[2] ?? 0;
  if (message.length < HEADER_BYTES || (bits & QR) !== 0) return undefined;
  if ((bits & OPCODE_MASK) !== 0) return NOTIMP;
  // Exactly one question (RFC 9619), and nothing that only answers have.
  const isBare = u16(message, 6) === 0 && u16(message, 8) === 0;
  if (u16(message, 4) !== 1 || !isBare) return isTransfer(message) ? NOTIMP : FORMERR;
  const nameEnd = endOfLabels(message, HEADER_BYTES);
  const questionEnd = nameEnd + 4;
  if (nameEnd === -1 || questionEnd > message.length) return FORMERR;
  return readRest(message, questionEnd, isStream);
}

/** A zone is asked for by a query that has a record of what is known of it (RFC 1995 3). */
function isTransfer(message: Uint8Array): boolean {
  const nameEnd = endOfLabels(message, HEADER_BYTES);
  return u16(message, 4) === 1 && nameEnd !== -1 && u16(message, nameEnd) === TYPE.IXFR;
}

function readRest(message: Uint8Array, questionEnd: number, isStream: boolean): Query | Refusal {
  const opt = findOpt(message, questionEnd);
  if (opt === -1) return FORMERR;
  const type = u16(message, questionEnd - 4);
  if (type === TYPE.AXFR || type === TYPE.IXFR) return NOTIMP;
  if (u16(message, questionEnd - 2) !== CLASS_IN) return REFUSED;
  const hasOpt = opt !== 0;
  if (hasOpt && message[opt + 5] !== 0) return BADVERS;
  const offered = hasOpt ? u16(message, opt + 2) : PLAIN_PAYLOAD;
  return {
    message,
    questionEnd,
    type,
    hasOpt,
    isDo: hasOpt && ((message[opt + 6] ?? 0) & 0x80) !== 0,
    limit: isStream ? MAX_STREAM_MESSAGE : Math.min(Math.max(offered, PLAIN_PAYLOAD), MAX_PAYLOAD),
  };
}

/** A byte of a name, a letter in lower case (RFC 4343 3). */
export const lower = (byte: number): number => (byte >= 65 && byte <= 90 ? byte | 0x20 : byte);

/** Is the question of `a` that of `b`, upper and lower case alike? Both end at `end`; `a` is well-formed. */
export function isSameQuestion(a: Uint8Array, b: Uint8Array, end: number): boolean {
  if (b.length < end) return false;
  for (let i = HEADER_BYTES; i < end - 4; i++) {
    if (a[i] !== b[i] && lower(a[i] ?? 0) !== lower(b[i] ?? 0)) return false;
  }
  return u32(a, end - 4) === u32(b, end - 4);
}

/** Is `reply` an answer to what a query asks, sent under an id of ours: id, question, and a response? */
export function isReplyTo({ message, questionEnd }: Query, id: number, reply: Uint8Array): boolean {
  return (
    reply.length >= HEADER_BYTES &&
    u16(reply, 0) === id &&
    ((reply[2] ?? 0) & (QR | OPCODE_MASK)) === QR &&
    u16(reply, 4) === 1 &&
    isSameQuestion(message, reply, questionEnd)
  );
}

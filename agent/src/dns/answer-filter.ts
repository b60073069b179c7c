// One bounded pass over an upstream's answer: is it sound, where does it lead, and how long may it be kept.
import { Buffer } from "node:buffer";
import { decideWire } from "@weir/engine";
import type { HostRules } from "@weir/engine";
import {
  AD,
  HEADER_BYTES,
  MAX_NAME_BYTES,
  RCODE,
  RECORD_FIELDS,
  TC,
  TYPE,
  expandName,
  putU16,
  putU32,
  readRecord,
  recordsFit,
  skipName,
  u16,
  u32,
} from "./message.ts";
import type { RecordPlace } from "./message.ts";
import { NO_OPTIONS, OPTION_EDE } from "./reply.ts";
import type { CheckedAnswer } from "./reply.ts";
import { stripEch } from "./strip-ech.ts";

/** The longest that anything is kept (RFC 8767 4 caps at days; a machine that sleeps wants less). */
const MAX_KEEP_SEC = 86_400;
/** Names that do not exist are kept five minutes at most, so that one that is made is soon seen. */
const MAX_NEGATIVE_SEC = 300;
/** Failures are kept a moment alone (RFC 9520 3.2). */
const FAILURE_SEC = 5;
/** Names that an answer leads to; one with more is refused, so that it costs little whatever it is. */
const MAX_TARGETS = 16;
/** Records of an answer, and bytes of their names; one with more is refused for the same reason. */
const MAX_RECORDS = 512;
const MAX_OWNER_BYTES = 16_384;

/** What is asked of an answer. */
export interface Checks {
  /** Rules that the names it leads to are held against; undefined where the name asked for decides alone. */
  readonly rules: HostRules | undefined;
  /** Is the name asked for one whose traffic is inspected? */
  readonly isInspected: boolean;
  /** Take the keys of Encrypted Client Hello away from inspected names (RFC 9460 7, key 5)? */
  readonly stripEch: boolean;
}

/** What was found: an answer to send, one that leads to a blocked name, or no sound message. */
export type Checked = CheckedAnswer | "blocked" | "malformed";

/** Only good while one answer is checked. */
const place: RecordPlace = { fields: 0, end: 0 };
const target = new Uint8Array(MAX_NAME_BYTES);

/** What the pass over the records gathers. */
class Pass {
  readonly message: Uint8Array;
  ttlOffsets: number[] = [];
  /** Where the OPT record begins and ends; 0 where there is none. */
  optAt = 0;
  optEnd = 0;
  additionalAt = 0;
  end = 0;
  leastTtl = MAX_KEEP_SEC;
  /** From the SOA of a negative answer (RFC 2308 5); -1 where there is none. */
  negativeTtl = -1;
  targets = 0;
  hasAnswer = false;
  isBlocked = false;
  hasInspectedTarget = false;
  hasService = false;

  constructor(message: Uint8Array) {
    this.message = message;
  }
}

/** Notes what the record at `place`, in section 0 (answer) to 2 (additional), says; false where it is malformed. */
function noteRecord(pass: Pass, at: number, section: number, checks: Checks): boolean {
  const { message } = pass;
  const { fields, end } = place;
  const type = u16(message, fields);
  if (type === TYPE.OPT) {
    if (section !== 2 || pass.optAt !== 0 || message[at] !== 0) return false;
    pass.optAt = at;
    pass.optEnd = end;
    return true;
  }
  const ttl = ttlAt(message, fields + 4);
  pass.ttlOffsets.push(fields + 4);
  pass.leastTtl = Math.min(pass.leastTtl, ttl);
  if (section === 1 && type === TYPE.SOA && end - fields >= RECORD_FIELDS + 22) {
    pass.negativeTtl = Math.min(ttl, u32(message, end - 4));
  }
  if (section === 0) {
    pass.hasAnswer ||= type !== TYPE.CNAME && type !== TYPE.DNAME;
    return noteTarget(pass, type, checks);
  }
  return true;
}

/** A TTL; one with its highest bit set is 0 (RFC 2181 8). */
function ttlAt(message: Uint8Array, at: number): number {
  const ttl = u32(message, at);
  if (ttl < 0x8000_0000) return ttl;
  putU32(message, at, 0);
  return 0;
}

/** Holds the name that an alias or service record leads to against the rules; false where it is malformed. */
function noteTarget(pass: Pass, type: number, { rules }: Checks): boolean {
  const isService = type === TYPE.SVCB || type === TYPE.HTTPS;
  if (!isService && type !== TYPE.CNAME && type !== TYPE.DNAME) return true;
  pass.hasService ||= isService;
  const at = place.fields + RECORD_FIELDS + (isService ? 2 : 0);
  // The name is all of the data of an alias, and within that of a service.
  const end = skipName(pass.message, at);
  if (end === -1 || end > place.end || ++pass.targets > MAX_TARGETS) return false;
  if (expandName(pass.message, at, target) === -1) return false;
  if (rules === undefined) return true;
  const action = decideWire(rules, target, 0);
  if (action === 3) pass.isBlocked = true;
  if (action === 2) pass.hasInspectedTarget = true;
  return true;
}

/** The pass over all records; undefined where one of them does not fit. */
function walk(message: Uint8Array, questionEnd: number, checks: Checks): Pass | undefined {
  const total = u16(message, 6) + u16(message, 8) + u16(message, 10);
  if (questionEnd > message.length || total > MAX_RECORDS) return undefined;
  if (!recordsFit(message, questionEnd, total)) return undefined;
  const pass = new Pass(message);
  let at = questionEnd;
  let ownerBytes = 0;
  for (let section = 0; section < 3; section++) {
    if (section === 2) pass.additionalAt = at;
    const count = u16(message, 6 + 2 * section);
    for (let i = 0; i < count; i++) {
      if (!readRecord(message, at, place)) return undefined;
      ownerBytes += place.fields - at;
      if (ownerBytes > MAX_OWNER_BYTES) return undefined;
      if (!noteRecord(pass, at, section, checks)) return undefined;
      at = place.end;
    }
  }
  pass.end = at;
  return pass;
}

/** How long the answer may be kept, in seconds (RFC 2308 5, RFC 9520 3.2). */
function keepSecOf({ message, leastTtl, negativeTtl, hasAnswer }: Pass): number {
  const rcode = (message[3] ?? 0) & 0xf;
  if (((message[2] ?? 0) & TC) !== 0) return 0;
  if (rcode === RCODE.SERVFAIL) return FAILURE_SEC;
  const isNegative = rcode === RCODE.NXDOMAIN || (rcode === RCODE.NOERROR && !hasAnswer);
  if (isNegative) return negativeTtl < 0 ? 0 : Math.min(negativeTtl, leastTtl, MAX_NEGATIVE_SEC);
  return rcode === RCODE.NOERROR ? leastTtl : 0;
}

/** The extended errors among the options of the OPT record; the others are for its neighbour alone. */
function extendedErrors({ message, optAt, optEnd }: Pass): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = optAt + 1 + RECORD_FIELDS;
  while (at + 4 <= optEnd) {
    const end = at + 4 + u16(message, at + 2);
    if (end > optEnd) break;
    if (u16(message, at) === OPTION_EDE) parts.push(message.subarray(at, end));
    at = end;
  }
  return parts.length === 0 ? NO_OPTIONS : Buffer.concat(parts);
}

/**
 * Takes the OPT record out. Where other records follow it, what they say is additional and left out with it:
 * to move them would break the pointers between them.
 */
function leaveOutOpt(pass: Pass): void {
  const { message, optAt, optEnd, end, additionalAt } = pass;
  if (optAt === 0) return;
  const isLast = optEnd === end;
  pass.end = isLast ? optAt : additionalAt;
  putU16(message, 10, isLast ? u16(message, 10) - 1 : 0);
  if (!isLast) pass.ttlOffsets = pass.ttlOffsets.filter((at) => at < pass.end);
}

/**
 * Reads an upstream's answer to a question that ends at `questionEnd` and was found to be the one asked. `message` is
 * changed and kept.
 */
export function checkAnswer(message: Uint8Array, questionEnd: number, checks: Checks): Checked {
  const pass = walk(message, questionEnd, checks);
  if (pass === undefined) return "malformed";
  if (pass.isBlocked) return "blocked";
  // Codes above 15 speak of EDNS between us and the upstream.
  if (pass.optAt !== 0 && message[pass.optAt + 5] !== 0) return "malformed";
  const options = extendedErrors(pass);
  leaveOutOpt(pass);
  const isInspected = checks.isInspected || pass.hasInspectedTarget;
  const answer = {
    bytes: message,
    at: 0,
    end: pass.end,
    ttlOffsets: pass.ttlOffsets,
    keepSec: keepSecOf(pass),
    options,
  };
  if (!checks.stripEch || !isInspected || !pass.hasService) return answer;
  const stripped = stripEch(message.subarray(0, pass.end), questionEnd);
  if (stripped === "malformed") return stripped;
  if (stripped === undefined) return answer;
  // A name can have been made to stand on a length that is another one now.
  const again = walk(stripped.body, questionEnd, checks);
  if (again === undefined) return "malformed";
  if (again.isBlocked) return "blocked";
  // What was changed can no longer be called verified.
  stripped.body[3] = (stripped.body[3] ?? 0) & ~AD;
  const { body, ttlOffsets: moved } = stripped;
  return { ...answer, bytes: body, end: body.length, ttlOffsets: moved };
}

/** The header's code of an answer that is at least a header. */
export const rcodeOf = (message: Uint8Array): number => (message[3] ?? 0) & 0xf;

/** Was the answer cut short? */
export const isCutShort = (message: Uint8Array): boolean =>
  message.length >= HEADER_BYTES && ((message[2] ?? 0) & TC) !== 0;

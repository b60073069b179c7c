// Takes the `ech` parameter out of service records (RFC 9460 2.2, RFC 9848 3), and moves what stands behind it.
import { Buffer } from "node:buffer";
import { HEADER_BYTES, RECORD_FIELDS, TYPE, putU16, readRecord, skipName, u16 } from "./message.ts";
import type { RecordPlace } from "./message.ts";

const KEY_ECH = 5;

/** A stretch that is left out. */
interface Cut {
  readonly from: number;
  readonly to: number;
}

/** The parts of a stripped message that changed. */
export interface Stripped {
  readonly body: Uint8Array;
  readonly ttlOffsets: readonly number[];
}

/** Where the names in the data of a record begin, by type: the types whose names may be compressed (RFC 3597 4). */
function nameOffsets(message: Uint8Array, type: number, data: number): number[] {
  switch (type) {
    case TYPE.NS:
    case TYPE.CNAME:
    case TYPE.PTR:
    case TYPE.DNAME:
      return [data];
    case TYPE.MX:
      return [data + 2];
    case TYPE.SRV:
      return [data + 6];
    case TYPE.SOA:
      return [data, skipName(message, data)];
    default:
      return [];
  }
}

/** The `ech` parameter of a service record; undefined where it has none, false where it is malformed. */
function findEch(message: Uint8Array, { fields, end }: RecordPlace): Cut | undefined | false {
  let at = skipName(message, fields + RECORD_FIELDS + 2);
  while (at !== -1 && at < end) {
    const next = at + 4 + u16(message, at + 2);
    if (at + 4 > end || next > end) return false;
    if (u16(message, at) === KEY_ECH) return { from: at, to: next };
    at = next;
  }
  return at === end ? undefined : false;
}

/** Puts a body together that lacks some stretches. */
class Shorter {
  private readonly out: Buffer;
  private readonly cuts: Cut[] = [];
  private readonly message: Uint8Array;
  private copied = 0;
  private written = 0;

  constructor(message: Uint8Array) {
    this.message = message;
    this.out = Buffer.allocUnsafe(message.length);
  }

  /** Copies what stands before `end`. */
  copyTo(end: number): void {
    this.out.set(this.message.subarray(this.copied, end), this.written);
    this.written += end - this.copied;
    this.copied = end;
  }

  leaveOut(cut: Cut): void {
    this.copyTo(cut.from);
    this.copied = cut.to;
    this.cuts.push(cut);
  }

  get hasCuts(): boolean {
    return this.cuts.length > 0;
  }

  /** Where what stood at `at` stands now; -1 where it was left out. */
  moved(at: number): number {
    let by = 0;
    for (const { from, to } of this.cuts) {
      if (at >= to) by += to - from;
      else if (at >= from) return -1;
    }
    return at - by;
  }

  /** Mends the pointer that the name at `at`, copied already, ends with; false where it leads into what was left out. */
  mendName(at: number): boolean {
    const end = skipName(this.message, at);
    if (end === -1) return false;
    if (!this.isPointer(at, end)) return true;
    const target = this.moved(u16(this.message, end - 2) & 0x3fff);
    if (target === -1) return false;
    putU16(this.out, this.moved(end - 2), 0xc000 | target);
    return true;
  }

  putU16(at: number, value: number): void {
    putU16(this.out, this.moved(at), value);
  }

  finish(): Buffer {
    this.copyTo(this.message.length);
    return this.out.subarray(0, this.written);
  }

  /** Does the name from `at` to `end` end with a pointer? */
  private isPointer(at: number, end: number): boolean {
    let next = at;
    while (next < end - 2) next += (this.message[next] ?? 0) + 1;
    return next === end - 2;
  }
}

/** Copies one record without its `ech`; false where it is malformed. */
function copyRecord(shorter: Shorter, message: Uint8Array, at: number, place: RecordPlace) {
  const { fields, end } = place;
  const type = u16(message, fields);
  const isService = type === TYPE.SVCB || type === TYPE.HTTPS;
  const cut = isService ? findEch(message, place) : undefined;
  if (cut === false) return false;
  if (cut !== undefined) shorter.leaveOut(cut);
  shorter.copyTo(end);
  if (cut !== undefined) {
    const length = end - fields - RECORD_FIELDS - (cut.to - cut.from);
    shorter.putU16(fields + 8, length);
  }
  if (!shorter.hasCuts) return true;
  return [at, ...nameOffsets(message, type, fields + RECORD_FIELDS)].every((name) =>
    shorter.mendName(name),
  );
}

/** A copy of a sound message, which has no OPT record, without any `ech`; undefined where there is none in it. */
export function stripEch(
  message: Uint8Array,
  questionEnd: number,
): Stripped | undefined | "malformed" {
  const count = u16(message, 6) + u16(message, 8) + u16(message, 10);
  const shorter = new Shorter(message);
  const ttlOffsets: number[] = [];
  const place: RecordPlace = { fields: 0, end: 0 };
  let at = Math.max(questionEnd, HEADER_BYTES);
  for (let i = 0; i < count; i++) {
    if (!readRecord(message, at, place)) return "malformed";
    if (!copyRecord(shorter, message, at, place)) return "malformed";
    ttlOffsets.push(shorter.moved(place.fields + 4));
    at = place.end;
  }
  if (!shorter.hasCuts) return undefined;
  return { body: shorter.finish(), ttlOffsets };
}

// Answers that are still good, in memory alone, as bytes in two blocks: nothing that the collector would have to follow.
import { HEADER_BYTES, putU16, u16 } from "./message.ts";
import type { Query } from "./message.ts";
import { bitsOf } from "./question-key.ts";
import { NO_OPTIONS } from "./reply.ts";
import type { CheckedAnswer } from "./reply.ts";

/** What is kept of a question: its answer, or that the answer leads to a blocked name. */
export type KeptAnswer = CheckedAnswer | "blocked" | "unreachable";

/** An answer that was found, and its age in whole seconds. Only good until something is stored or the cache is asked again. */
export interface Kept {
  readonly answer: KeptAnswer;
  readonly ageSec: number;
}

/** Bytes of a full cache, the index left out; it takes none before they are needed. */
export const CACHE_BYTES = 4 * 1024 * 1024;

/** Chains of entries in each half of a cache; a power of two. */
const CHAINS = 16_384;

/** A bounded cache. Where it is full, half of it is let go: what came or was of use before all that is in the other half. */
export interface AnswerCache {
  /** The answer kept for a question; `hash` is its `keyHash`. */
  readonly find: (hash: number, query: Query) => Kept | undefined;
  readonly store: (hash: number, query: Query, answer: KeptAnswer, keepSec: number) => void;
  readonly flush: () => void;
}

/** Since when and how long an answer is kept. */
interface KeepTime {
  readonly nowMs: number;
  readonly keepSec: number;
}

/** The numbers at the head of an entry, by their place; body, options and the places of the TTLs follow. */
const HEAD = {
  /** The next entry of the same chain; 0 for none. */
  next: 0,
  hash: 1,
  bits: 2,
  kind: 3,
  questionEnd: 4,
  bodyBytes: 5,
  optionBytes: 6,
  ttls: 7,
} as const;
/** The times behind them, in numbers of 8 bytes. */
const TIME = { storedMs: 4, expiresMs: 5 } as const;
const HEAD_BYTES = 48;

const KINDS = ["answer", "blocked", "unreachable"] as const;

const NO_TTLS: readonly number[] = [];

const lower = (byte: number): number => (byte >= 65 && byte <= 90 ? byte | 0x20 : byte);

const evened = (bytes: number): number => (bytes + 7) & ~7;

/** What is stored of an answer; of one that is a word alone, the question by which it is found. */
function partsOf(answer: KeptAnswer, { message, questionEnd }: Query): CheckedAnswer {
  if (typeof answer !== "string") return answer;
  const bytes = message;
  return { bytes, at: 0, end: questionEnd, ttlOffsets: NO_TTLS, options: NO_OPTIONS, keepSec: 0 };
}

const sizeOf = ({ at, end, options, ttlOffsets }: CheckedAnswer): number =>
  HEAD_BYTES + end - at + options.length + 2 * ttlOffsets.length;

/** Entries one behind the other, in chains by their hashes. */
class Block {
  private readonly bytes: Uint8Array;
  private readonly numbers: Int32Array;
  private readonly times: Float64Array;
  private readonly chains = new Uint32Array(CHAINS);
  /** Entries begin at multiples of 8, and none at 0. */
  private used = 8;

  constructor(size: number) {
    const buffer = new ArrayBuffer(evened(size));
    this.bytes = new Uint8Array(buffer);
    this.numbers = new Int32Array(buffer);
    this.times = new Float64Array(buffer);
  }

  hasRoom(bytes: number): boolean {
    return this.used + bytes <= this.bytes.length;
  }

  /** Where the latest entry for a question begins; 0 for none. */
  find(hash: number, query: Query): number {
    const bits = bitsOf(query);
    let at = this.chains[hash & (CHAINS - 1)] ?? 0;
    while (at !== 0) {
      const isAlike = this.number(at, HEAD.hash) === hash && this.number(at, HEAD.bits) === bits;
      if (isAlike && this.isQuestion(at, query)) return at;
      at = this.number(at, HEAD.next);
    }
    return 0;
  }

  read(entry: number, nowMs: number): Kept | undefined {
    if ((this.times[(entry >>> 3) + TIME.expiresMs] ?? 0) <= nowMs) return undefined;
    const ageMs = nowMs - (this.times[(entry >>> 3) + TIME.storedMs] ?? 0);
    const ageSec = Math.floor(ageMs / 1000);
    const kind = KINDS[this.number(entry, HEAD.kind)] ?? "unreachable";
    if (kind !== "answer") return { answer: kind, ageSec };
    const { bytes } = this;
    const at = entry + HEAD_BYTES;
    const end = at + this.number(entry, HEAD.bodyBytes);
    const ttlsAt = end + this.number(entry, HEAD.optionBytes);
    const options = ttlsAt === end ? NO_OPTIONS : bytes.subarray(end, ttlsAt);
    // What is as young as it was needs no change of its TTLs.
    const ttlOffsets = ageSec === 0 ? NO_TTLS : this.ttlsAt(ttlsAt, this.number(entry, HEAD.ttls));
    return { answer: { bytes, at, end, options, ttlOffsets, keepSec: 0 }, ageSec };
  }

  write(hash: number, query: Query, answer: KeptAnswer, { nowMs, keepSec }: KeepTime): void {
    const parts = partsOf(answer, query);
    const { options, ttlOffsets } = parts;
    const entry = this.take(hash, sizeOf(parts));
    const { numbers, times, bytes } = this;
    const head = entry >>> 2;
    numbers[head + HEAD.hash] = hash;
    numbers[head + HEAD.bits] = bitsOf(query);
    numbers[head + HEAD.kind] = typeof answer === "string" ? KINDS.indexOf(answer) : 0;
    numbers[head + HEAD.questionEnd] = query.questionEnd;
    numbers[head + HEAD.bodyBytes] = parts.end - parts.at;
    numbers[head + HEAD.optionBytes] = options.length;
    numbers[head + HEAD.ttls] = ttlOffsets.length;
    times[(entry >>> 3) + TIME.storedMs] = nowMs;
    times[(entry >>> 3) + TIME.expiresMs] = nowMs + keepSec * 1000;
    let at = entry + HEAD_BYTES;
    for (let i = parts.at; i < parts.end; i++) bytes[at++] = parts.bytes[i] ?? 0;
    bytes.set(options, at);
    at += options.length;
    for (const offset of ttlOffsets) {
      putU16(bytes, at, offset);
      at += 2;
    }
    this.foldQuestion(entry + HEAD_BYTES, query.questionEnd);
  }

  /** Takes over an entry of another block; answers where it begins now. */
  copy(from: Block, entry: number): number {
    const size = from.sizeAt(entry);
    const to = this.take(from.number(entry, HEAD.hash), size);
    const next = this.number(to, HEAD.next);
    this.bytes.set(from.bytes.subarray(entry, entry + size), to);
    this.numbers[to >>> 2] = next;
    return to;
  }

  sizeAt(entry: number): number {
    const parts = this.number(entry, HEAD.bodyBytes) + this.number(entry, HEAD.optionBytes);
    return HEAD_BYTES + parts + 2 * this.number(entry, HEAD.ttls);
  }

  private number(entry: number, place: number): number {
    return this.numbers[(entry >>> 2) + place] ?? 0;
  }

  /** Takes room for an entry, at the front of its chain. */
  private take(hash: number, bytes: number): number {
    const entry = this.used;
    this.used += evened(bytes);
    this.numbers[entry >>> 2] = this.chains[hash & (CHAINS - 1)] ?? 0;
    this.chains[hash & (CHAINS - 1)] = entry;
    return entry;
  }

  /** Who asks for the same in another case is sent his own question. */
  private foldQuestion(at: number, questionEnd: number): void {
    const { bytes } = this;
    for (let i = at + HEADER_BYTES; i < at + questionEnd; i++) bytes[i] = lower(bytes[i] ?? 0);
  }

  private isQuestion(entry: number, { message, questionEnd }: Query): boolean {
    if (this.number(entry, HEAD.questionEnd) !== questionEnd) return false;
    const { bytes } = this;
    const at = entry + HEAD_BYTES;
    for (let i = HEADER_BYTES; i < questionEnd; i++) {
      if (bytes[at + i] !== lower(message[i] ?? 0)) return false;
    }
    return true;
  }

  private ttlsAt(at: number, count: number): number[] {
    const offsets: number[] = [];
    for (let i = 0; i < count; i++) offsets.push(u16(this.bytes, at + 2 * i));
    return offsets;
  }
}

/** Makes a cache; `nowMs` answers milliseconds that never go back. */
export function createCache(nowMs: () => number, limitBytes = CACHE_BYTES): AnswerCache {
  const blockBytes = limitBytes / 2;
  /** The block that is being filled, and the one that was before it. */
  let young: Block | undefined;
  let old: Block | undefined;

  const roomFor = (bytes: number): Block => {
    if (young?.hasRoom(bytes) === true) return young;
    old = young;
    young = new Block(blockBytes);
    return young;
  };

  return {
    find: (hash, query) => {
      const at = young?.find(hash, query) ?? 0;
      if (at !== 0) return young?.read(at, nowMs());
      const oldAt = old?.find(hash, query) ?? 0;
      if (old === undefined || oldAt === 0) return undefined;
      // What is of use stays when the old block goes.
      const from = old;
      const to = roomFor(from.sizeAt(oldAt));
      return to.read(to.copy(from, oldAt), nowMs());
    },
    store: (hash, query, answer, keepSec) => {
      const bytes = sizeOf(partsOf(answer, query));
      if (keepSec <= 0 || bytes + HEAD_BYTES > blockBytes) return;
      roomFor(bytes).write(hash, query, answer, { nowMs: nowMs(), keepSec });
    },
    flush: () => {
      young = undefined;
      old = undefined;
    },
  };
}

// Answers that are still good, in memory alone, as bytes in two blocks: nothing that the collector would have to follow.
import { copyBytes } from "./copy-bytes.ts";
import { HEADER_BYTES, lower, putU16, u16 } from "./message.ts";
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

/** Slots of the index of each half; a power of two. */
const SLOTS = 32_768;

/** How many of them are taken at most, so that a search soon meets a free one. */
const MAX_ENTRIES = (SLOTS / 4) * 3;

/** What a slot holds: in its low bits where an entry begins, in units of 8 bytes; above, the high bits of a hash; 0 is free. */
const PLACE_BITS = 18;
const PLACE_MASK = 2 ** PLACE_BITS - 1;
const tagOf = (hash: number): number => hash >>> 16;

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
  /** Length and bits of the question. */
  key: 0,
  kind: 1,
  bodyBytes: 2,
  optionBytes: 3,
  ttls: 4,
} as const;
/** The times behind them, in numbers of 8 bytes. */
const TIME = { storedMs: 3, expiresMs: 4 } as const;
const HEAD_BYTES = 40;

const KINDS = ["answer", "blocked", "unreachable"] as const;

/** The type and the class behind a question's name, which have no letters: 65 is not 97. */
const TYPE_CLASS_BYTES = 4;

const NO_TTLS: readonly number[] = [];

/** What two questions must have in common before their names are looked at. */
const headKeyOf = (query: Query): number => (query.questionEnd << 8) | bitsOf(query);

const evened = (bytes: number): number => (bytes + 7) & ~7;

/** What is stored of an answer; of one that is a word alone, the question by which it is found. */
function partsOf(answer: KeptAnswer, { message, questionEnd }: Query): CheckedAnswer {
  if (typeof answer !== "string") return answer;
  const bytes = message;
  return { bytes, at: 0, end: questionEnd, ttlOffsets: NO_TTLS, options: NO_OPTIONS, keepSec: 0 };
}

const sizeOf = ({ at, end, options, ttlOffsets }: CheckedAnswer): number =>
  HEAD_BYTES + end - at + options.length + 2 * ttlOffsets.length;

/** Entries one behind the other, and an open-address index of them. */
class Block {
  private readonly bytes: Uint8Array;
  private readonly numbers: Int32Array;
  private readonly times: Float64Array;
  private readonly slots = new Int32Array(SLOTS);
  private entries = 0;
  /** Entries begin at multiples of 8, and none at 0. */
  private used = 8;

  constructor(size: number) {
    const buffer = new ArrayBuffer(evened(size));
    this.bytes = new Uint8Array(buffer);
    this.numbers = new Int32Array(buffer);
    this.times = new Float64Array(buffer);
  }

  hasRoom(bytes: number): boolean {
    return this.used + bytes <= this.bytes.length && this.entries < MAX_ENTRIES;
  }

  /** Forgets all entries. The memory is used again: new memory would cost more than all that is written to it. */
  clear(): void {
    this.slots.fill(0);
    this.entries = 0;
    this.used = 8;
  }

  /** Where the entry for a question begins; 0 for none. */
  find(hash: number, query: Query): number {
    return this.entryOf(this.slots[this.slotOf(hash, query)] ?? 0);
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
    const bodyBytes = parts.end - parts.at;
    const entry = this.take(hash, query, sizeOf(parts));
    const { numbers, times, bytes } = this;
    const head = entry >>> 2;
    numbers[head + HEAD.key] = headKeyOf(query);
    numbers[head + HEAD.kind] = typeof answer === "string" ? KINDS.indexOf(answer) : 0;
    numbers[head + HEAD.bodyBytes] = bodyBytes;
    numbers[head + HEAD.optionBytes] = options.length;
    numbers[head + HEAD.ttls] = ttlOffsets.length;
    times[(entry >>> 3) + TIME.storedMs] = nowMs;
    times[(entry >>> 3) + TIME.expiresMs] = nowMs + keepSec * 1000;
    let at = entry + HEAD_BYTES;
    copyBytes(parts.bytes, parts.at, parts.end, bytes, at);
    this.foldQuestion(at, query.questionEnd);
    at += bodyBytes;
    copyBytes(options, 0, options.length, bytes, at);
    at += options.length;
    for (let i = 0; i < ttlOffsets.length; i++, at += 2) putU16(bytes, at, ttlOffsets[i] ?? 0);
  }

  /** Takes over an entry of another block; answers where it begins now. */
  copy(from: Block, entry: number, hash: number, query: Query): number {
    const size = from.sizeAt(entry);
    const to = this.take(hash, query, size);
    this.bytes.set(from.bytes.subarray(entry, entry + size), to);
    return to;
  }

  sizeAt(entry: number): number {
    const parts = this.number(entry, HEAD.bodyBytes) + this.number(entry, HEAD.optionBytes);
    return HEAD_BYTES + parts + 2 * this.number(entry, HEAD.ttls);
  }

  private number(entry: number, place: number): number {
    return this.numbers[(entry >>> 2) + place] ?? 0;
  }

  /** Where the entry that a slot holds begins. */
  private entryOf(slot: number): number {
    return (slot & PLACE_MASK) * 8;
  }

  /** The slot of a question: the one that holds its entry, or the free one where that belongs. */
  private slotOf(hash: number, query: Query): number {
    const { slots } = this;
    const tag = tagOf(hash);
    let at = hash % SLOTS;
    for (let slot = slots[at] ?? 0; slot !== 0; slot = slots[at] ?? 0) {
      if (slot >>> PLACE_BITS === tag && this.isQuestion(this.entryOf(slot), query)) return at;
      at = (at + 1) % SLOTS;
    }
    return at;
  }

  /** Takes room for an entry. One that it takes the place of is forgotten. */
  private take(hash: number, query: Query, bytes: number): number {
    const entry = this.used;
    const at = this.slotOf(hash, query);
    if (this.slots[at] === 0) this.entries++;
    this.slots[at] = (tagOf(hash) << PLACE_BITS) | (entry / 8);
    this.used += evened(bytes);
    return entry;
  }

  /** Who asks for the same in another case is sent his own question. */
  private foldQuestion(at: number, questionEnd: number): void {
    const { bytes } = this;
    const nameEnd = at + questionEnd - TYPE_CLASS_BYTES;
    for (let i = at + HEADER_BYTES; i < nameEnd; i++) bytes[i] = lower(bytes[i] ?? 0);
  }

  private isQuestion(entry: number, query: Query): boolean {
    if (this.number(entry, HEAD.key) !== headKeyOf(query)) return false;
    const { message, questionEnd } = query;
    const { bytes } = this;
    const at = entry + HEAD_BYTES;
    const nameEnd = questionEnd - TYPE_CLASS_BYTES;
    for (let i = HEADER_BYTES; i < nameEnd; i++) {
      if (bytes[at + i] !== lower(message[i] ?? 0)) return false;
    }
    for (let i = nameEnd; i < questionEnd; i++) {
      if (bytes[at + i] !== message[i]) return false;
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
    const next = old ?? new Block(blockBytes);
    next.clear();
    old = young;
    young = next;
    return next;
  };

  return {
    find: (hash, query) => {
      const at = young?.find(hash, query) ?? 0;
      if (at !== 0) return young?.read(at, nowMs());
      const oldAt = old?.find(hash, query) ?? 0;
      if (old === undefined || oldAt === 0) return undefined;
      // What is of use stays when the old block goes, as long as there is room beside it.
      if (young?.hasRoom(old.sizeAt(oldAt)) !== true) return old.read(oldAt, nowMs());
      return young.read(young.copy(old, oldAt, hash, query), nowMs());
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

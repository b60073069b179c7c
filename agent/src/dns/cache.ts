// Answers that are still good, in memory alone.
import { isSameKey } from "./question-key.ts";
import type { Query } from "./message.ts";
import type { CheckedAnswer } from "./reply.ts";

/** What is kept of a question: its answer, or that the answer leads to a blocked name. */
export type KeptAnswer = CheckedAnswer | "blocked" | "unreachable";

/** An answer that was found, and its age in whole seconds. */
export interface Kept {
  readonly answer: KeptAnswer;
  readonly ageSec: number;
}

/** Most bytes of answers, with what it takes to keep them. */
export const CACHE_BYTES = 4 * 1024 * 1024;

/** What an entry costs beside its bytes: objects of V8, measured over a full cache. */
const ENTRY_BYTES = 600;

interface Entry {
  readonly query: Query;
  readonly answer: KeptAnswer;
  readonly storedMs: number;
  readonly expiresMs: number;
  readonly bytes: number;
  /** Whether it was of use since it was last considered for eviction. */
  isUsed: boolean;
}

/** A bounded cache. Where it is full the oldest go first, but for those that were of use meanwhile (second chance). */
export interface AnswerCache {
  /** The answer kept for a question; `hash` is its `keyHash`. */
  readonly find: (hash: number, query: Query, nowMs: number) => Kept | undefined;
  readonly store: (hash: number, query: Query, answer: KeptAnswer, time: KeepTime) => void;
  readonly flush: () => void;
  readonly heldBytes: () => number;
}

/** Since when and how long an answer is kept. */
export interface KeepTime {
  readonly nowMs: number;
  readonly keepSec: number;
}

const bytesOf = (answer: KeptAnswer): number =>
  typeof answer === "string"
    ? 0
    : answer.body.length + answer.ttlOffsets.byteLength + answer.options.length;

/** Only the question of a query is kept, not what a client sent with it. */
function questionOf(query: Query): Query {
  return { ...query, message: query.message.slice(0, query.questionEnd) };
}

export function createCache(limitBytes = CACHE_BYTES): AnswerCache {
  /** By hash; of two questions with the same hash the later one is kept. */
  const entries = new Map<number, Entry>();
  let held = 0;

  const remove = (hash: number, entry: Entry): void => {
    entries.delete(hash);
    held -= entry.bytes;
  };
  const makeRoom = (nowMs: number): void => {
    for (const [hash, entry] of entries) {
      if (held <= limitBytes) return;
      remove(hash, entry);
      if (entry.isUsed && entry.expiresMs > nowMs) {
        entry.isUsed = false;
        entries.set(hash, entry);
        held += entry.bytes;
      }
    }
  };

  return {
    find: (hash, query, nowMs) => {
      const entry = entries.get(hash);
      if (entry === undefined || !isSameKey(entry.query, query)) return undefined;
      if (entry.expiresMs <= nowMs) {
        remove(hash, entry);
        return undefined;
      }
      entry.isUsed = true;
      return { answer: entry.answer, ageSec: Math.floor((nowMs - entry.storedMs) / 1000) };
    },
    store: (hash, query, answer, { nowMs, keepSec }) => {
      if (keepSec <= 0) return;
      const old = entries.get(hash);
      if (old !== undefined) remove(hash, old);
      const bytes = ENTRY_BYTES + query.questionEnd + bytesOf(answer);
      const expiresMs = nowMs + keepSec * 1000;
      entries.set(hash, {
        query: questionOf(query),
        answer,
        storedMs: nowMs,
        expiresMs,
        bytes,
        isUsed: false,
      });
      held += bytes;
      makeRoom(nowMs);
    },
    flush: () => {
      entries.clear();
      held = 0;
    },
    heldBytes: () => held,
  };
}

import type { Clock } from "./clock.ts";
import { createTurns } from "./turns.ts";
import type { Turns } from "./turns.ts";

/** How long and how many; both from the contract. */
export const SESSION_LIMITS = { keepMs: 10 * 60 * 1000, sessions: 4096 } as const;

interface Session {
  readonly tail: string;
  readonly usedAtMs: number;
}

/** The ends of earlier scans by session, so that a secret cut in two by a paste is matched. In memory alone. */
export interface Sessions {
  /** Turns by session, so that each scan has the tail of the one before it. */
  readonly turns: Turns;
  /** The tail of a session's last scan; empty where there is none or it is too old. */
  readonly tailOf: (sessionId: string) => string;
  /** Keeps a tail; where there are too many sessions, the least recently used one is dropped. */
  readonly keep: (sessionId: string, tail: string) => void;
  /** Forgets what is too old. The tails hold content, so they should not wait for the next scan to be dropped. */
  readonly dropExpired: () => void;
  readonly count: () => number;
}

/** How long after a tail was kept what is too old is dropped, though nobody asks, in milliseconds. */
const SWEEP_MS = 60_000;

/** Sessions that forget what is too old by themselves. The timer runs while there are any, and keeps no process alive. */
export function sweptSessions(clock: Clock): Sessions {
  const sessions = createSessions(clock);
  let timer: NodeJS.Timeout | undefined;
  const arm = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      sessions.dropExpired();
      if (sessions.count() > 0) arm();
    }, SWEEP_MS).unref();
  };
  return {
    ...sessions,
    keep: (sessionId, tail) => {
      sessions.keep(sessionId, tail);
      arm();
    },
  };
}

/** A slice of a text keeps the whole text in memory; a copy keeps itself. Lone surrogates survive. */
const copyOf = (text: string): string => Buffer.from(text, "utf16le").toString("utf16le");

/** An empty set of sessions. */
export function createSessions(clock: Clock, limits = SESSION_LIMITS): Sessions {
  // A Map keeps the order of insertion, and whatever is used is inserted anew: the oldest stands first.
  const sessions = new Map<string, Session>();
  const dropExpired = (): void => {
    const oldestMs = clock.nowMs() - limits.keepMs;
    for (const [id, { usedAtMs }] of sessions) {
      if (usedAtMs > oldestMs) break;
      sessions.delete(id);
    }
  };
  return {
    dropExpired,
    turns: createTurns(),
    count: () => sessions.size,
    tailOf: (sessionId) => {
      dropExpired();
      return sessions.get(sessionId)?.tail ?? "";
    },
    keep: (sessionId, tail) => {
      dropExpired();
      sessions.delete(sessionId);
      sessions.set(sessionId, { tail: copyOf(tail), usedAtMs: clock.nowMs() });
      if (sessions.size <= limits.sessions) return;
      for (const oldest of sessions.keys()) {
        sessions.delete(oldest);
        break;
      }
    },
  };
}

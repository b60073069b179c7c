import type { ServerResponse } from "node:http";

/** Answers wait no longer than this for others to leave with, in milliseconds; looked at when the next one comes. */
const HOLD_MS = 2;

/**
 * Where answers wait for the others of the same turn of the event loop. Each one that is written by itself wakes its
 * client, and what the system does then throws out of the processor's cache what the next scan needs.
 */
export interface Outbox {
  /** Ends a response whose head is written, in this turn or right behind it. */
  readonly end: (response: ServerResponse, body: string | Uint8Array | undefined) => void;
  /** Sends what waits; for whoever is about to keep the event loop busy for long. */
  readonly flush: () => void;
}

/** An empty outbox. As many answers wait as are made within the time above. */
export function createOutbox(): Outbox {
  let waiting: (readonly [ServerResponse, string | Uint8Array | undefined])[] = [];
  let sinceMs = 0;
  const flush = (): void => {
    const leaving = waiting;
    waiting = [];
    for (const [response, body] of leaving) {
      if (!response.destroyed) response.end(body);
    }
  };
  return {
    flush,
    end: (response, body) => {
      waiting.push([response, body]);
      const nowMs = performance.now();
      if (waiting.length === 1) {
        sinceMs = nowMs;
        setImmediate(flush);
      } else if (nowMs - sinceMs > HOLD_MS) flush();
    },
  };
}

import { performance } from "node:perf_hooks";
import { Chain } from "./chain.ts";
import type { Linked } from "./chain.ts";

/** Cancels a deadline; more than once does no harm. */
export type Cancel = () => void;

interface Deadline extends Linked<Deadline> {
  readonly dueMs: number;
  readonly expire: () => void;
}

/** Deadlines that all come the same time after they were set. One timer serves them all, and none runs without them. */
export interface Deadlines {
  readonly add: (expire: () => void) => Cancel;
  /** Forgets all of them. */
  readonly clear: () => void;
}

export function createDeadlines(afterMs: number): Deadlines {
  const waiting = new Chain<Deadline>();
  let timer: NodeJS.Timeout | undefined;

  const expireDue = (): void => {
    timer = undefined;
    const nowMs = performance.now();
    while (waiting.first !== undefined) {
      const { first } = waiting;
      // A timer can come a fraction of a millisecond early.
      if (first.dueMs > nowMs + 1) {
        timer = setTimeout(expireDue, first.dueMs - nowMs);
        return;
      }
      waiting.remove(first);
      first.expire();
    }
  };

  return {
    add: (expire) => {
      const dueMs = performance.now() + afterMs;
      const deadline: Deadline = { dueMs, expire, previous: undefined, next: undefined };
      waiting.add(deadline);
      timer ??= setTimeout(expireDue, afterMs);
      return () => waiting.remove(deadline);
    },
    clear: () => {
      while (waiting.first !== undefined) waiting.remove(waiting.first);
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

import { performance } from "node:perf_hooks";
import { Chain } from "./chain.ts";
import type { Linked } from "./chain.ts";

/** What happens when something is not over in time. It can be set over and over, which makes nothing anew. */
export class Deadline implements Linked<Deadline> {
  readonly expire: () => void;
  dueMs = 0;
  previous: Deadline | undefined;
  next: Deadline | undefined;

  constructor(expire: () => void) {
    this.expire = expire;
  }
}

/** Deadlines that all come the same time after they were set. One timer serves them all, and none runs without them. */
export interface Deadlines {
  /** Sets a deadline, or puts one off that is set. `nowMs` is the time of `performance.now`, where it is known. */
  readonly set: (deadline: Deadline, nowMs?: number) => void;
  /** Cancels a deadline; one that is not set stays so. */
  readonly cancel: (deadline: Deadline) => void;
  /** Forgets all of them. */
  readonly clear: () => void;
}

/** Deadlines that come `afterMs` milliseconds after they were set, by the clock of `performance.now`. */
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
    set: (deadline, nowMs = performance.now()) => {
      waiting.remove(deadline);
      deadline.dueMs = nowMs + afterMs;
      waiting.add(deadline);
      timer ??= setTimeout(expireDue, afterMs);
    },
    cancel: (deadline) => waiting.remove(deadline),
    clear: () => {
      while (waiting.first !== undefined) waiting.remove(waiting.first);
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

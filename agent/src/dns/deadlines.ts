/** Cancels a deadline; more than once does no harm. */
export type Cancel = () => void;

interface Deadline {
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
  /** Oldest first. */
  const waiting = new Set<Deadline>();
  let timer: NodeJS.Timeout | undefined;

  const expireDue = (): void => {
    timer = undefined;
    const nowMs = performance.now();
    for (const deadline of waiting) {
      // A timer can come a fraction of a millisecond early.
      if (deadline.dueMs > nowMs + 1) {
        timer = setTimeout(expireDue, deadline.dueMs - nowMs);
        return;
      }
      waiting.delete(deadline);
      deadline.expire();
    }
  };

  return {
    add: (expire) => {
      const deadline = { dueMs: performance.now() + afterMs, expire };
      waiting.add(deadline);
      timer ??= setTimeout(expireDue, afterMs);
      return () => waiting.delete(deadline);
    },
    clear: () => {
      waiting.clear();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

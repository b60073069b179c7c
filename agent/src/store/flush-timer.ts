/** What a timer flushes. */
export interface Flushed {
  readonly flush: () => void;
  /** Is something left to be written? */
  readonly isPending: () => boolean;
}

/** Flushes a while after something has changed, and sleeps while nothing has: an idle agent wakes nobody. */
export interface FlushTimer {
  /** To be called when something has changed. */
  readonly arm: () => void;
  readonly stop: () => void;
}

/**
 * A timer that flushes `intervalMs` after it was armed, and again as long as something is left. A crash loses at most
 * what was counted in one interval. The timer does not keep the process alive.
 */
export function flushTimer(intervalMs: number, { flush, isPending }: Flushed): FlushTimer {
  let timer: NodeJS.Timeout | undefined;
  const arm = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush();
      if (isPending()) arm();
    }, intervalMs).unref();
  };
  return { arm, stop: () => clearTimeout(timer) };
}

/** Work that never runs twice at once. */
export interface OneAtATime<T> {
  /** The run that is under way, or a new one. */
  readonly join: () => Promise<T>;
  /** A run that has begun after this was called; all who wait for it share one. */
  readonly fresh: () => Promise<T>;
}

/** Holds work to one run at a time. A run that fails rejects for all who wait for it. */
export function oneAtATime<T>(work: () => Promise<T>): OneAtATime<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const run = async (): Promise<T> => {
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  const runNext = async (): Promise<T> => {
    await Promise.allSettled([running]);
    next = undefined;
    return run();
  };
  return {
    join: async () => running ?? run(),
    fresh: async () => (running === undefined ? run() : (next ??= runNext())),
  };
}

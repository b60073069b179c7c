/** What wants to be done one after the other, by a name for each row of it. */
export interface Turns {
  /**
   * Waits for a turn, first come first served. Answers what ends it, to be called once; undefined where `gone` aborts before
   * it has begun.
   */
  readonly take: (name: string, gone: AbortSignal) => Promise<(() => void) | undefined>;
  /** Does somebody have a turn of this name? */
  readonly isTaken: (name: string) => boolean;
}

/** Nobody has a turn. As many wait as ask, and no longer than their signals last. */
export function createTurns(): Turns {
  /** Who waits, for each name of which somebody has a turn. */
  const waiting = new Map<string, Set<() => void>>();
  const end = (name: string, queue: Set<() => void>): void => {
    const [next] = queue;
    if (next === undefined) waiting.delete(name);
    else next();
  };
  return {
    isTaken: (name) => waiting.has(name),
    take: async (name, gone) => {
      if (gone.aborted) return undefined;
      const queue = waiting.get(name);
      if (queue === undefined) {
        const own = new Set<() => void>();
        waiting.set(name, own);
        return () => end(name, own);
      }
      return new Promise((resolve) => {
        const leaveWith = (turn: (() => void) | undefined): void => {
          queue.delete(begin);
          gone.removeEventListener("abort", leave);
          resolve(turn);
        };
        const begin = (): void => leaveWith(() => end(name, queue));
        const leave = (): void => leaveWith(undefined);
        queue.add(begin);
        gone.addEventListener("abort", leave);
      });
    },
  };
}

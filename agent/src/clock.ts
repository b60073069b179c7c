/** The two times that the agent asks for; tests bring their own. */
export interface Clock {
  /** Milliseconds since some start, never going back, also those in which the machine slept; for durations. */
  readonly nowMs: () => number;
  /** Whole seconds since 1970; for people. */
  readonly wallSec: () => number;
}

/** By how much the time of day may differ from what has gone by before it was set or the machine slept, in milliseconds. */
const JUMP_MS = 1000;

/**
 * The time that has gone by, by two clocks: one that stands still while the machine sleeps, as Linux has it, and the time of
 * day, which can be set. What ends after a while, such as a pause, ends by whichever has gone further.
 */
export function sleeplessMs(awakeMs: () => number, dayMs: () => number): () => number {
  let sleptMs = 0;
  let apartMs = dayMs() - awakeMs();
  return () => {
    const ms = awakeMs();
    const jumpMs = dayMs() - ms - apartMs;
    if (Math.abs(jumpMs) >= JUMP_MS) {
      apartMs += jumpMs;
      sleptMs += Math.max(0, jumpMs);
    }
    return ms + sleptMs;
  };
}

/** The machine's clocks. */
export const systemClock: Clock = {
  nowMs: sleeplessMs(
    () => performance.now(),
    () => Date.now(),
  ),
  wallSec: () => Math.floor(Date.now() / 1000),
};

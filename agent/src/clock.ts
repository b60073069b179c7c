/** The two times that the agent asks for; tests bring their own. */
export interface Clock {
  /** Milliseconds since some start, never going back; for durations. */
  readonly nowMs: () => number;
  /** Whole seconds since 1970; for people. */
  readonly wallSec: () => number;
}

/** The machine's clocks. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  wallSec: () => Math.floor(Date.now() / 1000),
};

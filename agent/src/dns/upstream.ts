/** Why an upstream gave no answer: it said nothing in time, or it or the way to it failed. */
export type UpstreamFailure = "timeout" | "unreachable" | "malformed";

/** How an attempt ended: with a message whose id and question are those sent, or without. */
export type Outcome = Uint8Array | UpstreamFailure;

/** What an upstream is sent: a query whose id is 0, and where its question ends. */
export interface Asked {
  readonly bytes: Uint8Array;
  readonly questionEnd: number;
}

/** One resolver, by one transport. */
export interface Upstream {
  /** Asks once. `done` is called once, never before `ask` returns; the bytes sent are not changed. */
  readonly ask: (asked: Asked, done: (outcome: Outcome) => void) => void;
  /** Lets go of every connection, as when the network changed; the next query makes new ones. */
  readonly reset: () => void;
  /** As `reset`, for good. */
  readonly close: () => void;
}

/** How long one attempt may take. */
export const ATTEMPT_MS = 1500;

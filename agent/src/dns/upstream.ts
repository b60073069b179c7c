import type { Query } from "./message.ts";

/** Why an upstream gave no answer: it said nothing in time, or it or the way to it failed. */
export type UpstreamFailure = "timeout" | "unreachable" | "malformed";

/** How an attempt ended: with a message of the question that was asked, whose id is 0, or without. */
export type Outcome = Uint8Array | UpstreamFailure;

/** How a query is sent: with EDNS, or without for a server that does not know it (RFC 6891 7). */
export type Edns = "edns" | "plain";

/** One resolver, by one transport. */
export interface Upstream {
  /** Asks once for what a client asks. `done` is called once, never before `ask` returns. */
  readonly ask: (query: Query, edns: Edns, done: (outcome: Outcome) => void) => void;
  /** Lets go of every connection, as when the network changed; the next query makes new ones. */
  readonly reset: () => void;
  /** As `reset`, for good. */
  readonly close: () => void;
}

/** How long one attempt may take. */
export const ATTEMPT_MS = 1500;

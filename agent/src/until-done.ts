import type { Clock } from "./clock.ts";
import { AgentError } from "./errors.ts";

/** How often it is tried, in milliseconds. */
const RETRY_MS = 5000;

/**
 * Tries at each call, though not more often than every few seconds, until the work answers that it is done. An AgentError means
 * that it can't be done and that trying again would not help.
 */
export function untilDone({ nowMs }: Clock, work: () => boolean): () => void {
  let isDone = work();
  let triedMs = nowMs();
  return () => {
    if (isDone || nowMs() - triedMs < RETRY_MS) return;
    triedMs = nowMs();
    try {
      isDone = work();
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      isDone = true;
    }
  };
}

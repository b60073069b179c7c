// V8 gives memory back while nothing is asked for, and then rests. Of itself it does neither in a process that hardly
// allocates: it cannot tell that from one that it knows nothing of yet, and looks again every 8 seconds for good.
import { setFlagsFromString } from "node:v8";
import type { Clock } from "./clock.ts";

/** What tells time and V8; tests bring their own. */
export interface IdleMemoryDeps extends Pick<Clock, "nowMs"> {
  /** How long nothing was asked for until the agent counts as idle, in milliseconds. */
  readonly idleMs?: number;
  readonly setFlags?: (flags: string) => void;
}

/**
 * Marks work: whenever it is done, V8 favours speed; once there was none for a while, it favours memory, in every thread. The
 * timer keeps no process alive.
 */
export function savingMemoryWhenIdle({
  nowMs,
  idleMs = 10_000,
  setFlags = setFlagsFromString,
}: IdleMemoryDeps): <A extends unknown[], R>(work: (...args: A) => R) => (...args: A) => R {
  let isSaving = false;
  let workedMs = nowMs();
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    timer = undefined;
    isSaving = nowMs() - workedMs >= idleMs;
    if (isSaving) setFlags("--optimize-for-size");
    else arm();
  };
  const arm = (): void => {
    timer ??= setTimeout(save, idleMs).unref();
  };
  arm();
  return (work) =>
    (...args) => {
      workedMs = nowMs();
      if (isSaving) setFlags("--no-optimize-for-size");
      isSaving = false;
      arm();
      return work(...args);
    };
}

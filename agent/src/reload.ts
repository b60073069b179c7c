import { AgentError, errorClass } from "./errors.ts";
import type { Log } from "./log.ts";
import { refused } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";

/** Where faults of what was loaded anew are told. */
export interface ReloadDeps {
  readonly log: Log;
  /** Tells a person, with every fault. */
  readonly tell: (error: AgentError) => void;
}

/** How a reload ended: in force; faults, told; a fault of Weir itself, logged; or the agent stopped before. */
export type ReloadEnd = "taken_up" | "refused" | "failed" | "stopped";

/** A reload that came to its end, but for what of `apply` keeps no later one waiting. */
interface Applied {
  readonly end: ReloadEnd;
  readonly rest?: unknown;
}

/** Reloads, one after the other, so that an older reading never replaces a newer one. Disposing of them ends them. */
export interface Reloads extends Disposable {
  /**
   * What loads anew and puts what was loaded in force by `apply`, in one go; where it has faults, nothing changes and that is
   * told. Asked for while the same reload waits for its turn, it is that one. What `apply` answers is waited for. Never rejects.
   */
  readonly of: <T>(
    load: (gone: AbortSignal) => Promise<T>,
    apply: (loaded: T) => unknown,
  ) => () => Promise<ReloadEnd>;
}

/** No reload yet. As many wait as there are kinds of them. */
export function createReloads({ log, tell }: ReloadDeps): Reloads {
  const ending = new AbortController();
  const gone = ending.signal;
  const stopped = new Promise<ReloadEnd>((resolve) => {
    gone.addEventListener("abort", () => resolve("stopped"));
  });
  let last: Promise<unknown> = Promise.resolve();
  const fail = (error: unknown): ReloadEnd => {
    if (error instanceof AgentError) {
      tell(error);
      log.write({ event: "config_refused", faults: Math.max(1, error.details.length) });
      return "refused";
    }
    log.write({ event: "internal_fault", error_class: errorClass(error) });
    return "failed";
  };
  return {
    of: (load, apply) => {
      let waiting: Promise<Applied> | undefined;
      const begin = async (earlier: Promise<unknown>): Promise<Applied> => {
        await earlier;
        waiting = undefined;
        try {
          gone.throwIfAborted();
          const loaded = await load(gone);
          gone.throwIfAborted();
          return { end: "taken_up", rest: apply(loaded) };
        } catch (error) {
          return { end: gone.aborted ? "stopped" : fail(error) };
        }
      };
      const finish = async (beginning: Promise<Applied>): Promise<ReloadEnd> => {
        const { end, rest } = await beginning;
        try {
          await rest;
          return end;
        } catch (error) {
          return fail(error);
        }
      };
      return async () => {
        if (waiting === undefined) {
          waiting = begin(last);
          last = waiting;
        }
        return Promise.race([finish(waiting), stopped]);
      };
    },
    [Symbol.dispose]: () => ending.abort(),
  };
}

const PROBLEMS = {
  refused: "reload_refused",
  failed: "internal_fault",
  stopped: "stopping",
} as const;

/** What whoever asked for a reload is answered: what is in force by then, or why nothing was changed. */
export const reloadOutcome = <T>(end: ReloadEnd, inForce: () => T): Outcome<T> =>
  end === "taken_up" ? { ok: true, value: inForce() } : refused(PROBLEMS[end]);

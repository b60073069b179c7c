import { AgentError, errorClass } from "./errors.ts";
import type { Log } from "./log.ts";

/** Where faults of what was loaded anew are told. */
export interface ReloadDeps {
  readonly log: Log;
  /** Tells a person, with every fault. */
  readonly tell: (error: AgentError) => void;
}

/** Reloads, one after the other, so that an older reading never replaces a newer one. Disposing of them ends them. */
export interface Reloads extends Disposable {
  /**
   * What loads anew and puts what was loaded in force by `apply`, in one go; where it has faults, nothing changes and that is
   * told. Asked for while the same reload waits for its turn, it is that one. Never rejects.
   */
  readonly of: <T>(
    load: (gone: AbortSignal) => Promise<T>,
    apply: (loaded: T) => void,
  ) => () => Promise<void>;
}

/** No reload yet. As many wait as there are kinds of them. */
export function createReloads({ log, tell }: ReloadDeps): Reloads {
  const end = new AbortController();
  const gone = end.signal;
  let last = Promise.resolve();
  const fail = (error: unknown): void => {
    if (error instanceof AgentError) {
      tell(error);
      log.write({ event: "config_refused", faults: Math.max(1, error.details.length) });
    } else {
      log.write({ event: "internal_fault", error_class: errorClass(error) });
    }
  };
  return {
    of: (load, apply) => {
      let waiting: Promise<void> | undefined;
      const begin = async (earlier: Promise<void>): Promise<void> => {
        await earlier;
        waiting = undefined;
        try {
          gone.throwIfAborted();
          const loaded = await load(gone);
          if (!gone.aborted) apply(loaded);
        } catch (error) {
          if (!gone.aborted) fail(error);
        }
      };
      return async () => {
        if (waiting === undefined) {
          waiting = begin(last);
          last = waiting;
        }
        return waiting;
      };
    },
    [Symbol.dispose]: () => end.abort(),
  };
}

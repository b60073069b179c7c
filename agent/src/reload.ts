import { AgentError, errorClass } from "./errors.ts";
import type { Log } from "./log.ts";

/** Where faults of what was loaded anew are told. */
export interface ReloadDeps {
  readonly log: Log;
  /** Tells a person, with every fault. */
  readonly tell: (error: AgentError) => void;
}

/** Loads anew and puts what was loaded in force by `apply`; where it has faults, nothing changes and that is told. */
export function reload<T>(
  { log, tell }: ReloadDeps,
  load: () => T,
  apply: (loaded: T) => void,
): void {
  try {
    apply(load());
  } catch (error) {
    if (error instanceof AgentError) {
      tell(error);
      log.write({ event: "config_refused", faults: Math.max(1, error.details.length) });
    } else {
      log.write({ event: "internal_fault", error_class: errorClass(error) });
    }
  }
}

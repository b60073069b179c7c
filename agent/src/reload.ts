import { AgentError, errorClass } from "./errors.ts";
import type { Log } from "./log.ts";

/** Loads anew and puts what was loaded in force by `apply`; where it has faults, nothing changes and the log tells. */
export function reload<T>(log: Log, load: () => T, apply: (loaded: T) => void): void {
  try {
    apply(load());
  } catch (error) {
    if (error instanceof AgentError) {
      log.write({ event: "config_refused", faults: Math.max(1, error.details.length) });
    } else {
      log.write({ event: "internal_fault", error_class: errorClass(error) });
    }
  }
}

import type { Counters } from "@weir/schema";

/** The five integers that are all the agent remembers of its work. */
export interface CounterStore {
  /** Adds one. */
  readonly add: (name: keyof Counters) => void;
  /** The figures as they stand. */
  readonly read: () => Counters;
}

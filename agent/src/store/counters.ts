import type { Counters } from "@weir/schema";

/** The five integers that are all the agent remembers of its work. */
export interface CounterStore {
  /** Adds one, or as many as were counted elsewhere. */
  readonly add: (name: keyof Counters, count?: number) => void;
  /** The figures as they stand. */
  readonly read: () => Counters;
}

import type { Counters } from "@weir/schema";

/** The five integers that are all the agent remembers of its work. */
export interface CounterStore {
  /** Adds one. */
  readonly add: (name: keyof Counters) => void;
  /** The figures as they stand. */
  readonly read: () => Counters;
}

/** Counters that begin at 0 and end with the process. */
export function createCounters(): CounterStore {
  const counters: Counters = {
    dns_queries_total: 0,
    dns_blocks_total: 0,
    dlp_scans_total: 0,
    dlp_blocks_total: 0,
    tamper_detections_total: 0,
  };
  return {
    add: (name) => {
      counters[name]++;
    },
    read: () => ({ ...counters }),
  };
}

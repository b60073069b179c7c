// What the benchmarks of scans share.
import { scan } from "@weir/engine";
import type { Ruleset } from "@weir/engine";
import { defaultPolicy } from "../corpus/shipped-ruleset.ts";

export type Texts = readonly (readonly [name: string, text: string])[];

/** What is measured with a slice of a text. */
export type Candidate = (slice: string) => void;

/** Milliseconds that `run` takes; the thread's processor time is counted in ticks too long for a single scan. */
export function elapsedMs(run: () => void): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

export const scanOf =
  (own: Ruleset): Candidate =>
  (slice) =>
    void scan(own, defaultPolicy, slice);

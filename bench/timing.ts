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

/**
 * How many times as long V8 took by a page of `npm run bench`, by text and size: what one machine has against another is in both.
 * It is the first ratio of a row; behind it stands what became of it since.
 */
export function lastRatios(page: string): ReadonlyMap<string, number> {
  const ratios = new Map<string, number>();
  for (const line of page.split("\n")) {
    const [, kind, size, ...cells] = line.split("|").map((cell) => cell.trim());
    const ratio = cells.find((cell) => cell.endsWith("x"));
    if (ratio !== undefined) ratios.set(`${kind} ${size}`, Number(ratio.slice(0, -1)));
  }
  return ratios;
}

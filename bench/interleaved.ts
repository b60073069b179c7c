// Scans with several rulesets or of several texts, measured in turns.
import { scan } from "@weir/engine";
import type { Ruleset } from "@weir/engine";
import { defaultPolicy } from "../corpus/shipped-ruleset.ts";
import { median } from "./server-process.ts";

export const KIB = 1024;
export const ROUNDS = 11;
/** Characters that each candidate scans in a round. */
const ROUND_CHARS = 128 * KIB;

/** One scan of the next slice of a text. */
export interface Candidate {
  readonly ruleset: Ruleset;
  readonly slices: readonly string[];
}

/** So many characters of a text are measured at most. */
const TEXT_CHARS = 1024 * KIB;

/** A text in slices, as far as it is measured. */
export const slicesOf = (text: string, chars: number): string[] =>
  Array.from({ length: Math.floor(Math.min(text.length, TEXT_CHARS) / chars) }, (_, i) =>
    text.slice(i * chars, (i + 1) * chars),
  );

/**
 * Microseconds a scan takes, for each candidate: the median of interleaved rounds over changing slices, whose words the rules
 * have met before. Each round begins with another candidate, since one leaves the next its memory to evict.
 */
export function measure(candidates: readonly Candidate[]): number[] {
  const times = candidates.map((): number[] => []);
  for (const { ruleset, slices } of candidates)
    for (const slice of slices) scan(ruleset, defaultPolicy, slice);
  for (let round = 0; round < ROUNDS; round++) {
    for (let turn = 0; turn < candidates.length; turn++) {
      const i = (round + turn) % candidates.length;
      const candidate = candidates[i];
      if (candidate === undefined) continue;
      const { ruleset, slices } = candidate;
      const scans = Math.max(1, Math.round(ROUND_CHARS / (slices[0]?.length ?? 1)));
      // The words of a ruleset that another one has pushed out are laid where they are looked for by its first scan.
      scan(ruleset, defaultPolicy, slices[0] ?? "");
      const started = performance.now();
      for (let n = 0; n < scans; n++)
        scan(ruleset, defaultPolicy, slices[(round * scans + n) % slices.length] ?? "");
      times[i]?.push(((performance.now() - started) * 1000) / scans);
    }
  }
  return times.map(median);
}

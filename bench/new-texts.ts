// Scans of texts that the rules have not met before, in a process that has scanned others: what an agent sees all day.
import { scan } from "@weir/engine";
import type { Ruleset } from "@weir/engine";
import { loadCorpus } from "../corpus/load.ts";
import type { CorpusKind } from "../corpus/load.ts";
import { defaultPolicy } from "../corpus/shipped-ruleset.ts";
import { KIB, slicesOf } from "./interleaved.ts";
import { mixedFiles } from "./package-texts.ts";
import { median } from "./server-process.ts";

const PIECE_CHARS = 4 * KIB;
/** So many pieces are scanned before any is measured. */
const BEFORE = 1000;

/** Milliseconds. */
export interface NewTexts {
  readonly scans: number;
  readonly p50: number;
  readonly p90: number;
  /** The share that took less than one. */
  readonly underOne: number;
}

/** Times of one scan each of pieces of 4 KiB of the files of packages: code, documentation, settings and tables. */
export function newTexts(ruleset: Ruleset): NewTexts {
  const times: number[] = [];
  for (const text of mixedFiles()) {
    for (let from = 0; from + PIECE_CHARS <= text.length; from += PIECE_CHARS) {
      const started = performance.now();
      scan(ruleset, defaultPolicy, text.slice(from, from + PIECE_CHARS));
      times.push(performance.now() - started);
    }
  }
  const measured = times.slice(BEFORE).toSorted((a, b) => a - b);
  const at = (share: number): number => measured[Math.floor(share * (measured.length - 1))] ?? 0;
  const under = measured.filter((ms) => ms < 1).length;
  return { scans: measured.length, p50: at(0.5), p90: at(0.9), underOne: under / measured.length };
}

/** Fillings of the corpus's templates that are scanned before one is measured. */
const FILLINGS_BEFORE = 3;

/**
 * Milliseconds that 4 KiB take at the median which are all cases of the corpus, one behind the other, with values that were not met:
 * a secret in each two lines, or something that looks like one.
 */
export function denseTexts(ruleset: Ruleset, kind: CorpusKind): number {
  const cases = loadCorpus(kind, "tune");
  const times: number[] = [];
  for (let seed = 0; seed <= FILLINGS_BEFORE; seed++) {
    const text = cases.map((each) => each.text(seed)).join("\n\n");
    for (const piece of slicesOf(text, PIECE_CHARS)) {
      const started = performance.now();
      scan(ruleset, defaultPolicy, piece);
      if (seed === FILLINGS_BEFORE) times.push(performance.now() - started);
    }
  }
  return median(times);
}

import { buildAccelerator } from "./accelerator.ts";
import type { Accelerator } from "./accelerator.ts";
import { ClassReader } from "./code-points.ts";
import type { Program } from "./program.ts";
import {
  DEFAULT_CACHE_LIMITS,
  FINAL,
  IDLE,
  MATCHED_BEFORE,
  MATCHED_NOW,
  OFFSET,
  TransitionCache,
} from "./transition-cache.ts";
import type { CacheLimits } from "./transition-cache.ts";
import { entryOf } from "./transitions.ts";

/** Only a match at the start; the first match from there on; or the match that ends first. */
export type ForwardMode = "anchored" | "search" | "earliest";

/** A skip costs as much as reading this many characters would: a run gives skipping up after a few that were shorter. */
const SHORT_SKIP = 128;
const SHORT_SKIPS = 8;

/**
 * Finds where matches end. A deterministic automaton that is built as texts need it, over classes of code points: a
 * known transition costs one table read (https://swtch.com/~rsc/regexp/regexp1.html and regexp3.html). The cache of
 * transitions is bounded; when a text keeps missing it, the rest of the run steps the threads uncached, so that a run is
 * linear in the text whatever it holds.
 */
export class ForwardDfa {
  /** Where the last run stopped reading. */
  at = 0;

  private readonly program: Program;
  private readonly cache: TransitionCache;
  private readonly reader: ClassReader;
  /** Built by the first search. */
  private accelerator: Accelerator | undefined;
  private searched = false;
  /** Where the run began, where it has to end, and whether the match that ends first is wanted. */
  private from = 0;
  private limit = 0;
  private earliest = false;
  /** The end of the match found so far, or -1. */
  private last = -1;
  /** The state that `run` left off in, at `at`. */
  private state = 0;

  /** `limits` bounds the cache; tests make it tiny. */
  constructor(program: Program, limits: CacheLimits = DEFAULT_CACHE_LIMITS) {
    this.program = program;
    this.reader = new ClassReader(program.alphabet);
    this.cache = new TransitionCache(program, true, limits);
  }

  /**
   * The end of the match that `mode` asks for, at or before `limit`, or -1; searches try no start beyond `lastStart`. None
   * of the three may split a pair of surrogates.
   */
  find(text: string, at: number, limit: number, mode: ForwardMode, lastStart = limit): number {
    const { cache } = this;
    const search = mode !== "anchored";
    const bound = search ? Math.min(limit, lastStart) : limit;
    if (search && !this.searched) {
      this.searched = true;
      this.accelerator = buildAccelerator(this.program);
      cache.accelerated = this.accelerator !== undefined;
    }
    this.at = at;
    this.from = at;
    this.limit = limit;
    this.earliest = mode === "earliest";
    this.last = -1;
    const skips = bound - at < SHORT_SKIP ? 0 : SHORT_SKIPS;
    let open = this.follow(text, this.start(text, search), bound, skips);
    if (open && bound < limit) {
      open = this.follow(text, cache.closeSearch(this.state, bound - at), limit, 0);
    }
    if (open) {
      this.settleEnd(text, at);
    }
    cache.endRun(this.at - at);
    return this.last;
  }

  /** Goes on from an entry up to `bound`, and skips so many times at most; false when the run is over before. */
  private follow(text: string, first: number, bound: number, skipCount: number): boolean {
    const { cache, earliest } = this;
    let entry = first;
    let skips = skipCount;
    for (;;) {
      if (cache.thrashing) {
        this.runUncached(text, bound);
        return false;
      }
      if (entry < 0) {
        if (this.arrive(entry, earliest)) {
          return false;
        }
        if ((entry & IDLE) !== 0 && skips > 0 && this.isStart(text, entry)) {
          skips -= this.skip(text, bound) < SHORT_SKIP ? 1 : 0;
          entry = this.start(text, true);
        }
      }
      const slow = FINAL | MATCHED_BEFORE | (earliest ? MATCHED_NOW : 0) | (skips > 0 ? IDLE : 0);
      entry = this.run(text, bound, entry & OFFSET, slow);
      if (this.at >= bound) {
        return true;
      }
      const cls = this.reader.after(text, this.at);
      if (entry === 0) {
        entry = cache.miss(this.state, cls, this.at - this.from);
      }
      this.noteBefore(entry);
      this.at += this.reader.width;
    }
  }

  /** Follows known transitions; the answer is the entry that it stopped at, for the code point at `at`. */
  private run(text: string, limit: number, from: number, slow: number): number {
    const { reader } = this;
    const { ascii } = this.program.alphabet;
    const { cells, shift } = this.cache.transitions;
    let i = this.at;
    let state = from;
    let entry = 0;
    for (;;) {
      // Plain ASCII transitions, which nearly all are, in a loop of their own: it runs twice as fast as the one around it.
      let unit = 0;
      while (i < limit) {
        unit = text.charCodeAt(i);
        if (unit >= 0x80) {
          break;
        }
        entry = entryOf(cells, shift, state + (ascii[unit] ?? 0));
        if (entry <= 0) {
          break;
        }
        state = entry;
        i += 1;
      }
      if (i >= limit) {
        break;
      }
      let width = 1;
      if (unit >= 0x80) {
        entry = entryOf(cells, shift, state + reader.wideAfter(text, i, unit));
        width = reader.width;
      }
      if (entry === 0 || (entry < 0 && (entry & slow) !== 0)) {
        break;
      }
      i += width;
      state = entry & OFFSET;
      if (entry < 0 && (entry & MATCHED_NOW) !== 0) {
        this.last = i;
      }
    }
    this.at = i;
    this.state = state;
    return entry;
  }

  /** At the limit: the state, or the next character or the end of the text, may show that the regex has matched. */
  private settleEnd(text: string, from: number): void {
    const { cache } = this;
    if (cache.isMatch(this.state)) {
      this.last = this.at;
    } else if (this.program.usesAssertions) {
      const cls = this.reader.after(text, this.at);
      const entry = cache.transitions.get(this.state + cls);
      this.noteBefore(entry === 0 ? cache.miss(this.state, cls, this.at - from) : entry);
    }
  }

  /** Takes in what an entry says of the position that it leads to; true when the run is over. */
  private arrive(entry: number, earliest: boolean): boolean {
    const settled = earliest && this.last >= 0;
    if ((entry & MATCHED_NOW) !== 0 && !settled) {
      this.last = this.at;
    }
    return (entry & FINAL) !== 0 || (earliest && this.last >= 0);
  }

  /** Takes in what an entry says of the position before the code point that it reads. */
  private noteBefore(entry: number): void {
    if (entry < 0 && (entry & MATCHED_BEFORE) !== 0) {
      this.last = this.at;
    }
  }

  /** Goes on from the stepper's threads, which stand at `at`, without the cache; no start beyond `bound` is tried. */
  private runUncached(text: string, bound: number): void {
    const { limit, earliest } = this;
    const { stepper } = this.cache;
    for (;;) {
      if (this.at === bound && bound < limit) {
        stepper.dropSearch();
      }
      if (stepper.matched && !(earliest && this.last >= 0)) {
        this.last = this.at;
      }
      const inside = this.at < limit;
      const waiting = inside || stepper.pending;
      if (stepper.count === 0 || !waiting || (earliest && this.last >= 0)) {
        return;
      }
      stepper.step(this.reader.after(text, this.at));
      if (stepper.matchedBefore) {
        this.last = this.at;
      }
      if (!inside) {
        return;
      }
      this.at += this.reader.width;
    }
  }

  private start(text: string, search: boolean): number {
    const kind = this.program.usesAssertions ? this.reader.kindBefore(text, this.at) : 0;
    return this.cache.start(kind, search);
  }

  /** Whether a search that started afresh here would be in the same state: an assertion can make another place look so. */
  private isStart(text: string, entry: number): boolean {
    return !this.program.usesAssertions || ((this.start(text, true) ^ entry) & OFFSET) === 0;
  }

  private skip(text: string, bound: number): number {
    const from = this.at;
    this.at = this.accelerator?.next(text, from, bound, this.limit) ?? from;
    return this.at - from;
  }
}

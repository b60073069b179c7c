import { ClassReader } from "./code-points.ts";
import type { Program } from "./program.ts";
import {
  DEFAULT_CACHE_LIMITS,
  FINAL,
  MATCHED_BEFORE,
  MATCHED_NOW,
  OFFSET,
  TransitionCache,
} from "./transition-cache.ts";
import type { CacheLimits } from "./transition-cache.ts";
import { entryOf } from "./transitions.ts";

/**
 * Finds where matches start: reads a text backwards from a match's end with the reversed program, and keeps the longest
 * match. As no match starts before the leftmost one, that is where the leftmost match with that end starts
 * (https://swtch.com/~rsc/regexp/regexp3.html). Bounds and costs are those of `ForwardDfa`.
 */
export class ReverseDfa {
  /** Where the last run stopped reading. */
  at = 0;

  private readonly program: Program;
  private readonly cache: TransitionCache;
  private readonly reader: ClassReader;
  /** The least start found so far, or -1. */
  private last = -1;
  /** The state that `run` left off in, at `at`. */
  private state = 0;

  /** `limits` bounds the cache; tests make it tiny. */
  constructor(program: Program, limits: CacheLimits = DEFAULT_CACHE_LIMITS) {
    this.program = program;
    this.reader = new ClassReader(program.alphabet);
    this.cache = new TransitionCache(program, false, limits);
  }

  /** The least start, at or after `floor`, of a match that ends at `end`; -1 if there is none. Neither may split a pair. */
  find(text: string, end: number, floor: number): number {
    const { cache } = this;
    this.at = end;
    this.last = -1;
    const kind = this.program.usesAssertions ? this.reader.kindAfter(text, end) : 0;
    let entry = cache.start(kind, false);
    for (;;) {
      if (entry < 0) {
        if ((entry & MATCHED_NOW) !== 0) {
          this.last = this.at;
        }
        if ((entry & FINAL) !== 0) {
          break;
        }
      }
      entry = this.run(text, floor, entry & OFFSET);
      if (this.at <= floor) {
        this.settleEnd(text, end);
        break;
      }
      const cls = this.reader.before(text, this.at);
      if (entry === 0) {
        entry = cache.miss(this.state, cls, end - this.at);
      }
      this.noteBefore(entry);
      this.at -= this.reader.width;
      if (cache.thrashing) {
        this.runUncached(text, floor);
        break;
      }
    }
    cache.endRun(end - this.at);
    return this.last;
  }

  /** Follows known transitions; the answer is the entry that it stopped at, for the code point before `at`. */
  private run(text: string, floor: number, from: number): number {
    const { reader } = this;
    const { ascii } = this.program.alphabet;
    const { cells, shift } = this.cache.transitions;
    let i = this.at;
    let state = from;
    let entry = 0;
    for (;;) {
      // Plain ASCII transitions in a loop of their own, for speed, as in `ForwardDfa`.
      let unit = 0;
      while (i > floor) {
        unit = text.charCodeAt(i - 1);
        if (unit >= 0x80) {
          break;
        }
        entry = entryOf(cells, shift, state + (ascii[unit] ?? 0));
        if (entry <= 0) {
          break;
        }
        state = entry;
        i -= 1;
      }
      if (i <= floor) {
        break;
      }
      let width = 1;
      if (unit >= 0x80) {
        entry = entryOf(cells, shift, state + reader.wideBefore(text, i, unit));
        width = reader.width;
      }
      if (entry === 0 || (entry < 0 && (entry & (FINAL | MATCHED_BEFORE)) !== 0)) {
        break;
      }
      i -= width;
      state = entry & OFFSET;
      if (entry < 0) {
        this.last = i;
      }
    }
    this.at = i;
    this.state = state;
    return entry;
  }

  /** At the floor: the state, or the character before it or the start of the text, may show that the regex has matched. */
  private settleEnd(text: string, from: number): void {
    const { cache } = this;
    if (cache.isMatch(this.state)) {
      this.last = this.at;
    } else if (this.program.usesAssertions) {
      const cls = this.reader.before(text, this.at);
      const entry = cache.transitions.get(this.state + cls);
      this.noteBefore(entry === 0 ? cache.miss(this.state, cls, from - this.at) : entry);
    }
  }

  /** Takes in what an entry says of the position before the code point that it reads. */
  private noteBefore(entry: number): void {
    if (entry < 0 && (entry & MATCHED_BEFORE) !== 0) {
      this.last = this.at;
    }
  }

  /** Goes on from the stepper's threads, which stand at `at`, without the cache. */
  private runUncached(text: string, floor: number): void {
    const { stepper } = this.cache;
    for (;;) {
      if (stepper.matched) {
        this.last = this.at;
      }
      const inside = this.at > floor;
      if (stepper.count === 0 || (!inside && !stepper.pending)) {
        return;
      }
      stepper.step(this.reader.before(text, this.at));
      if (stepper.matchedBefore) {
        this.last = this.at;
      }
      if (!inside) {
        return;
      }
      this.at -= this.reader.width;
    }
  }
}

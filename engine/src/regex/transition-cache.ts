import type { Program } from "./program.ts";
import { StateStore } from "./state-store.ts";
import type { Stepper } from "./stepper.ts";

/** Set on an entry that asks for more than going to the next state; such an entry is negative. */
const TAG = 1 << 31;
/** The regex has matched where this entry leads. */
export const MATCHED_NOW = 1 << 30;
/** The regex had matched before the character of this transition. */
export const MATCHED_BEFORE = 1 << 29;
/** No thread is left: there is no state to go to. */
export const FINAL = 1 << 28;
/** A search starts afresh here, so that an accelerator may skip. */
export const IDLE = 1 << 27;
/** The bits of an entry that are its state's offset into the table. */
export const OFFSET = IDLE - 1;

/** The bounds of a cache; reaching one empties it. */
export interface CacheLimits {
  readonly states: number;
  /** 32-bit cells, in the table and in the thread lists each. */
  readonly cells: number;
}

/** About 2 MB for one automaton at the very most. */
export const DEFAULT_CACHE_LIMITS: CacheLimits = { states: 4096, cells: 1 << 18 };

/** A cache that served fewer characters than this per state, when it is full, isn't worth its cost. */
const CHARS_PER_STATE = 10;

/**
 * The states of an automaton and the transitions between them, built as texts need them. `table[state + class]` is an
 * entry: 0 when not built yet, the next state's offset when positive, and tagged bits beside an offset when negative.
 */
export class TransitionCache {
  table: Int32Array;
  /** Set once the cache was emptied without having been worth it: the `stepper` then holds the threads to go on with. */
  thrashing = false;
  /** Whether the starts of a search are to be marked `IDLE`; to be set before the first search. */
  accelerated = false;
  readonly stepper: Stepper;

  private readonly program: Program;
  private readonly limits: CacheLimits;
  private readonly stride: number;
  private readonly store = new StateStore();
  /** The entry of each start: by the kind of the character before, 4 more for a search; 0 when not built. */
  private readonly starts = new Int32Array(8);
  private idleStates: number[] = [];
  private served = 0;

  constructor(program: Program, stepper: Stepper, limits: CacheLimits) {
    this.program = program;
    this.stepper = stepper;
    this.limits = limits;
    this.stride = program.alphabet.classCount + 1;
    this.table = new Int32Array(this.stride * 4);
  }

  /** The entry to start from after a character of `kind`. */
  start(kind: number, search: boolean): number {
    const slot = search ? kind + 4 : kind;
    const known = this.starts[slot] ?? 0;
    return known === 0 ? this.buildStart(slot) : known;
  }

  /** Whether the state is a match itself. */
  isMatch(state: number): boolean {
    return this.store.isMatch(state / this.stride);
  }

  /**
   * Builds the entry of a transition; `read` is how many characters the run has read so far. Transitions within a state
   * that matches or is idle are plain, as most characters of a long match or of idle text take one: what leaves such a
   * match for no other match says `MATCHED_BEFORE` instead, and `isMatch` tells when the text leaves none.
   */
  miss(state: number, cls: number, read: number): number {
    const { stepper } = this;
    this.store.restore(state / this.stride, stepper);
    const left = stepper.matched;
    stepper.step(cls);
    const emptied = this.makeRoom(read);
    let entry = this.entryOfStepper();
    if (left && !stepper.matched) {
      entry |= TAG | MATCHED_BEFORE;
    }
    if (!emptied) {
      if (entry < 0 && (entry & MATCHED_BEFORE) === 0 && this.staysIn(state, entry & OFFSET)) {
        entry &= OFFSET;
      }
      this.table[state + cls] = entry;
    }
    return entry;
  }

  /** Whether a transition stays in a state, or goes from one idle state to another. */
  private staysIn(state: number, next: number): boolean {
    const { idleStates, stride } = this;
    const idle = idleStates.includes(state / stride) && idleStates.includes(next / stride);
    return next === state || (idle && !this.stepper.matched);
  }

  /** Notes a run's end, so that a full cache can tell whether it was worth it. */
  endRun(read: number): void {
    this.served += read;
    this.thrashing = false;
  }

  private buildStart(slot: number): number {
    // All starts of a search first: whichever transition leads to one of them then knows it for idle.
    if (slot >= 4 && this.accelerated && this.program.usesAssertions) {
      for (let other = 4; other < 8; other += 1) {
        this.addStart(other);
      }
    }
    return this.addStart(slot);
  }

  private addStart(slot: number): number {
    const search = slot >= 4;
    this.stepper.begin(search ? this.program.searchStart : this.program.start, slot & 3);
    this.makeRoom(0);
    if (search && this.accelerated) {
      const state = this.store.intern(this.stepper);
      if (!this.idleStates.includes(state)) {
        this.idleStates.push(state);
      }
    }
    const entry = this.entryOfStepper();
    this.starts[slot] = entry;
    return entry;
  }

  private entryOfStepper(): number {
    const { count, matched, matchedBefore } = this.stepper;
    let entry = (matched ? MATCHED_NOW : 0) | (matchedBefore ? MATCHED_BEFORE : 0);
    if (count === 0) {
      return TAG | FINAL | entry;
    }
    const state = this.store.intern(this.stepper);
    const offset = state * this.stride;
    if (offset + this.stride > this.table.length) {
      this.growTable(offset + this.stride);
    }
    if (this.idleStates.includes(state)) {
      entry |= IDLE;
    }
    return entry === 0 ? offset : TAG | entry | offset;
  }

  /** Empties the cache when it could pass its bounds with the stepper's list; true when it did. */
  private makeRoom(read: number): boolean {
    const { store, limits } = this;
    const full =
      store.count >= limits.states ||
      store.poolSize + this.stepper.count > limits.cells ||
      (store.count + 2) * this.stride > limits.cells;
    // Where no thread is left, there is no state to store.
    if (!full || store.count === 0 || this.stepper.count === 0) {
      return false;
    }
    this.thrashing = this.served + read < CHARS_PER_STATE * store.count;
    this.served = -read;
    store.clear();
    this.table.fill(0);
    this.starts.fill(0);
    this.idleStates = [];
    return true;
  }

  private growTable(least: number): void {
    const table = new Int32Array(Math.max(least, this.table.length * 2));
    table.set(this.table);
    this.table = table;
  }
}

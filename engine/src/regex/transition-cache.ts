import type { Program } from "./program.ts";
import { StateStore } from "./state-store.ts";
import { Stepper, StepperMemory } from "./stepper.ts";
import { Transitions } from "./transitions.ts";

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
/** The bits of an entry that are its state's offset, to which the class of a character is added. */
export const OFFSET = IDLE - 1;

/** The bounds of a cache; reaching one empties it. */
export interface CacheLimits {
  readonly states: number;
  /** 32-bit cells, in the table and in the thread lists each. */
  readonly cells: number;
  /** Shared with other expressions. */
  readonly budget?: CacheBudget;
}

/** About 3 MB for one automaton at the very most. */
export const DEFAULT_CACHE_LIMITS: CacheLimits = { states: 4096, cells: 1 << 18 };

/** 32-bit cells that all automata of a ruleset may hold: 32 MB. Ordinary texts fill a part of that; credentials of hundreds of services, nearly all. */
const BUDGET_CELLS = 8 << 20;

/**
 * What the caches of many expressions may hold together. When they grow beyond it, those are emptied that were not used
 * since this happened last; and all others where that frees less than a quarter.
 */
export class CacheBudget {
  /** How often caches were emptied. */
  releases = 0;
  private readonly held = new Map<TransitionCache, number>();
  private cells = 0;
  private readonly most: number;

  constructor(most = BUDGET_CELLS) {
    this.most = most;
  }

  /** Takes note of what a cache holds now, and makes room for it. */
  note(cache: TransitionCache): void {
    const { cells } = cache;
    this.cells += cells - (this.held.get(cache) ?? 0);
    this.held.set(cache, cells);
    if (this.cells <= this.most) {
      return;
    }
    this.releases += 1;
    this.releaseAllBut(cache, (other) => other.usedAt < this.releases - 1);
    if (this.cells > this.most - this.most / 4) {
      this.releaseAllBut(cache, () => true);
    }
  }

  private releaseAllBut(kept: TransitionCache, isOver: (cache: TransitionCache) => boolean): void {
    for (const [cache, cells] of this.held) {
      if (cache !== kept && isOver(cache)) {
        cache.release();
        this.cells -= cells;
        this.held.delete(cache);
      }
    }
  }
}

/** Shared by all automata: no run of one begins within that of another. */
const STEPPER_MEMORY = new StepperMemory();

/** A cache that served fewer characters than this per state, when it is full, isn't worth its cost. */
const CHARS_PER_STATE = 10;

/**
 * The states of an automaton and the transitions between them, built as texts need them. That of `state + class` is an
 * entry: 0 when not built yet, the next state's offset when positive, and tagged bits beside an offset when negative.
 */
export class TransitionCache {
  readonly transitions = new Transitions();
  /** Set once the cache was emptied without having been worth it: the `stepper` then holds the threads to go on with. */
  thrashing = false;
  /** Whether the starts of a search are to be marked `IDLE`; to be set before the first search. */
  accelerated = false;
  readonly stepper: Stepper;
  /** How often the budget had emptied caches when this one was used last. */
  usedAt = 0;

  private readonly program: Program;
  private readonly limits: CacheLimits;
  private readonly stride: number;
  private readonly store = new StateStore();
  /** The entry of each start: by the kind of the character before, 4 more for a search; 0 when not built. */
  private readonly starts = new Int32Array(8);
  private idleStates: number[] = [];
  /** For states of a search, the entry of the same threads without the one that tries later starts. */
  private readonly closed = new Map<number, number>();
  private served = 0;

  /** With `cut`, matches are leftmost-first; without, longest. */
  constructor(program: Program, cut: boolean, limits: CacheLimits) {
    this.program = program;
    this.stepper = new Stepper(program, cut, STEPPER_MEMORY);
    this.limits = limits;
    this.stride = program.alphabet.classCount + 1;
  }

  /** The entry to start from after a character of `kind`. */
  start(kind: number, search: boolean): number {
    const slot = search ? kind + 4 : kind;
    const known = this.starts[slot] ?? 0;
    return known === 0 ? this.buildStart(slot) : known;
  }

  /** Cells of 32 bits that the cache holds. */
  get cells(): number {
    return this.transitions.cells.length + this.store.cells;
  }

  /** Empties the cache, between two runs, and gives its memory back. */
  release(): void {
    this.store.release();
    this.transitions.release();
    this.forget();
    this.served = 0;
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
      this.keep(state + cls, entry);
    }
    return entry;
  }

  /** The entry that goes on from a state of a search with what has begun alone; `read` as in `miss`. */
  closeSearch(state: number, read: number): number {
    const known = this.closed.get(state);
    if (known !== undefined) {
      return known;
    }
    const { stepper } = this;
    this.store.restore(state / this.stride, stepper);
    stepper.matchedBefore = false;
    stepper.dropSearch();
    const emptied = this.makeRoom(read);
    const entry = this.entryOfStepper();
    if (!emptied) {
      this.closed.set(state, entry);
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
    this.usedAt = this.limits.budget?.releases ?? 0;
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
      this.transitions.cells.length > limits.cells;
    // Where no thread is left, there is no state to store.
    if (!full || store.count === 0 || this.stepper.count === 0) {
      return false;
    }
    this.thrashing = this.served + read < CHARS_PER_STATE * store.count;
    this.served = -read;
    store.clear();
    this.transitions.clear();
    this.forget();
    return true;
  }

  private forget(): void {
    this.starts.fill(0);
    this.idleStates = [];
    this.closed.clear();
  }

  private keep(key: number, entry: number): void {
    if (this.transitions.add(key, entry)) this.limits.budget?.note(this);
  }
}

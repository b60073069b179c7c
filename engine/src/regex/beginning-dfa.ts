import { kindAt, unitClass } from "./alphabet.ts";
import type { Ast } from "./ast.ts";
import { beginningOf } from "./beginning.ts";
import { compileProgram, programParts } from "./program.ts";
import type { Program } from "./program.ts";
import { StateStore } from "./state-store.ts";
import { Stepper, StepperMemory } from "./stepper.ts";

/** No match begins in this way. */
export const DEAD = 0;
/** Whatever comes next, a match may go on. */
export const OPEN = -1;

/** More states than this are not kept: an automaton that would need them answers `OPEN`. */
const MAX_STATES = 1023;

/** Shared by all: no step begins within another. */
const MEMORY = new StepperMemory();

const UNKNOWN = -2;

const ASCII = 128;

/** Is this one half of a larger character? Texts are told apart up to the first of them. */
const isHalf = (unit: number): boolean => (unit & 0xf800) === 0xd800;

/** How far texts are read: nearly all that begin like a match by chance alone differ from it before. */
export const BEGINNING_CHARS = 72;

/**
 * How the texts of a tree begin: states are small positive numbers, built as texts need them. For a mirrored tree,
 * how they end.
 */
export class BeginningDfa {
  private readonly program: Program;
  private readonly stepper: Stepper;
  private readonly store = new StateStore();
  private readonly starts = new Int16Array(4).fill(UNKNOWN);
  private readonly stride: number;
  private table: Int16Array;

  /** Tells texts apart by their first `BEGINNING_CHARS` characters. O(tree). */
  constructor(tree: Ast) {
    const parts = programParts(beginningOf(tree, BEGINNING_CHARS));
    this.program = compileProgram(parts, "forward");
    this.stepper = new Stepper(this.program, false, MEMORY);
    this.stride = this.program.alphabet.classCount;
    this.table = new Int16Array(this.stride * 4).fill(UNKNOWN);
  }

  /** The state to start in behind a character of a `KIND_*`. */
  start(kind: number): number {
    const known = this.starts[kind] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    this.stepper.begin(this.program.start, kind);
    const state = this.stateOfStepper();
    this.starts[kind] = state;
    return state;
  }

  /** The state behind a character of one UTF-16 unit, from one that is neither `DEAD` nor `OPEN`. */
  next(state: number, unit: number): number {
    const { alphabet } = this.program;
    const cls = unit < ASCII ? (alphabet.ascii[unit] ?? 0) : unitClass(alphabet, unit);
    const cell = state * this.stride + cls;
    const known = this.table[cell] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const { stepper } = this;
    this.store.restore(state, stepper);
    stepper.step(cls);
    const next = stepper.matchedBefore ? OPEN : this.stateOfStepper();
    this.table[cell] = next;
    return next;
  }

  /** The state behind a word, behind a character of a `KIND_*`. */
  behind(kind: number, word: string): number {
    let state = this.start(kind);
    for (let i = 0; i < word.length && state > DEAD; i++) {
      const unit = word.charCodeAt(i);
      if (isHalf(unit)) return OPEN;
      state = this.next(state, unit);
    }
    return state;
  }

  /** The classes of the characters of ASCII that the automaton tells apart. */
  get classes(): Uint8Array {
    return this.program.alphabet.ascii;
  }

  /** May what stands from `at` on be the beginning of a text of the tree? */
  mayBeginAt(text: string, at: number): boolean {
    const end = Math.min(text.length, at + BEGINNING_CHARS);
    let state = this.start(kindAt(text, at - 1));
    for (let i = at; i < end && state > DEAD; i++) {
      const unit = text.charCodeAt(i);
      if (isHalf(unit)) return true;
      state = this.next(state, unit);
    }
    return state !== DEAD;
  }

  /** May what stands before `at` be the end of a text of the mirrored tree? */
  mayEndAt(text: string, at: number): boolean {
    const last = Math.max(0, at - BEGINNING_CHARS);
    let state = this.start(kindAt(text, at));
    for (let i = at - 1; i >= last && state > DEAD; i--) {
      const unit = text.charCodeAt(i);
      if (isHalf(unit)) return true;
      state = this.next(state, unit);
    }
    return state !== DEAD;
  }

  private stateOfStepper(): number {
    const { stepper, store, stride } = this;
    if (stepper.matched) return OPEN;
    if (stepper.count === 0) return DEAD;
    const state = store.intern(stepper);
    if (state > MAX_STATES) return OPEN;
    if ((state + 1) * stride > this.table.length) {
      const table = new Int16Array((state + 1) * stride * 2).fill(UNKNOWN);
      table.set(this.table);
      this.table = table;
    }
    return state;
  }
}

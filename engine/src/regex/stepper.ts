import { KIND_EDGE, KIND_NEWLINE, KIND_WORD } from "./alphabet.ts";
import {
  ASSERT_LINE_AFTER,
  ASSERT_LINE_BEFORE,
  ASSERT_TEXT_AFTER,
  ASSERT_TEXT_BEFORE,
  ASSERT_WORD_BOUNDARY,
  OP_ALT,
  OP_ASSERT,
  OP_CHAR,
  OP_MATCH,
  OP_SAVE,
} from "./program.ts";
import type { Program } from "./program.ts";

/** The next character isn't known yet: assertions about it wait in the list. */
const UNKNOWN = -1;

/** The arrays that a stepper works in. */
export class StepperMemory {
  list = new Int32Array(0);
  spare = new Int32Array(0);
  roots = new Int32Array(0);
  stack = new Int32Array(0);
  seen = new Uint32Array(0);
  generation = 0;

  /** Makes them large enough for a program of so many instructions; what they held is gone when they were not. */
  makeRoom(size: number): void {
    if (this.seen.length >= size) {
      return;
    }
    this.list = new Int32Array(size);
    this.spare = new Int32Array(size);
    this.roots = new Int32Array(size);
    this.stack = new Int32Array(size + 1);
    this.seen = new Uint32Array(size);
    this.generation = 0;
  }
}

/**
 * The threads of a program at one position, most preferred first, and the step to the next position. A thread is an
 * instruction that reads a character. The automata cache these steps and, when a cache is of no use, take them one by
 * one: both give the same answers. A step costs O(program).
 */
export class Stepper {
  count = 0;
  /** The `KIND_*` of the character before this position. */
  kind = 0;
  /** Some assertion waits for the next character; `list` then holds where the threads go on, assertions included. */
  pending = false;
  /** The regex has matched here. */
  matched = false;
  /** The regex had matched before the character that the last step read, as that character has shown. */
  matchedBefore = false;

  private readonly program: Program;
  private readonly stride: number;
  private readonly cut: boolean;
  private readonly memory: StepperMemory;
  private rootCount = 0;
  private depth = 0;

  /**
   * With `cut`, a match drops the threads it is preferred to (leftmost-first); without, all go on (longest). Steppers that
   * are never in use at the same time may share their memory.
   */
  constructor(program: Program, cut: boolean, memory = new StepperMemory()) {
    this.program = program;
    this.stride = program.alphabet.classCount + 1;
    this.cut = cut;
    this.memory = memory;
    memory.makeRoom(program.ops.length);
  }

  /** The threads, in `list[0 .. count)`. */
  get list(): Int32Array {
    return this.memory.list;
  }

  /** Puts the one thread of `start` at a position after a character of `kind`. */
  begin(start: number, kind: number): void {
    this.clear();
    this.kind = kind;
    this.matchedBefore = false;
    this.rootCount = 0;
    this.grow(start);
    this.keepRoots();
  }

  /** Puts threads that an earlier step left. */
  load(list: Int32Array, from: number, count: number): void {
    this.list.set(list.subarray(from, from + count));
    this.count = count;
  }

  /** Drops the thread that tries later starts: what goes on has begun at or before this position. */
  dropSearch(): void {
    const { args, start, searchStart } = this.program;
    const last = this.count - 1;
    if (last < 0 || searchStart === start) {
      return;
    }
    if (this.pending && this.list[last] === searchStart) {
      this.list[last] = start;
    } else if (!this.pending && this.list[last] === args[searchStart]) {
      this.count = last;
    }
  }

  /** Moves the threads over a character of class `cls`; the class after the last one is the end of the text. */
  step(cls: number): void {
    const { outs, args, alphabet } = this.program;
    const { accepts } = alphabet;
    const next = alphabet.kinds[cls] ?? 0;
    this.matchedBefore = false;
    if (this.pending) {
      this.settle(next);
    }
    const from = this.list;
    const { count } = this;
    this.swap();
    this.clear();
    this.kind = next;
    this.rootCount = 0;
    if (cls === this.stride - 1) {
      return;
    }
    for (let i = 0; i < count; i += 1) {
      const pc = from[i] ?? 0;
      if (accepts[(args[pc] ?? 0) + cls] === 1 && this.grow(outs[pc] ?? 0)) {
        break;
      }
    }
    this.keepRoots();
  }

  /** Adds what a thread that goes on at `root` leads to; true when the less preferred threads are to be dropped. */
  private grow(root: number): boolean {
    if (this.memory.seen[root] === this.memory.generation) {
      return false;
    }
    this.memory.roots[this.rootCount] = root;
    this.rootCount += 1;
    return this.follow(root, this.kind, UNKNOWN);
  }

  /**
   * When assertions wait, the list is where threads go on, not what that leads to: once the next character is known, the
   * order of preference must come from walking the whole way anew, or a loop around an assertion would be entered twice.
   */
  private keepRoots(): void {
    if (this.pending) {
      const { memory } = this;
      const { list } = memory;
      memory.list = memory.roots;
      memory.roots = list;
      this.count = this.rootCount;
    }
  }

  /** Decides the waiting assertions now that the next character is known, without reading it. */
  private settle(next: number): void {
    const from = this.list;
    const { count, kind } = this;
    this.swap();
    this.clear();
    for (let i = 0; i < count; i += 1) {
      if (this.follow(from[i] ?? 0, kind, next)) {
        break;
      }
    }
    this.matchedBefore = this.matched;
  }

  private swap(): void {
    const { memory } = this;
    const { list } = memory;
    memory.list = memory.spare;
    memory.spare = list;
  }

  private clear(): void {
    this.count = 0;
    this.pending = false;
    this.matched = false;
    const { memory } = this;
    memory.generation += 1;
    if (memory.generation > 0xffff_ffff) {
      memory.seen.fill(0);
      memory.generation = 1;
    }
  }

  /** Adds the threads that an instruction leads to; true when the less preferred ones are to be dropped. */
  private follow(start: number, kind: number, next: number): boolean {
    const { seen, stack, generation } = this.memory;
    this.depth = 0;
    let pc = start;
    for (;;) {
      let onward = -1;
      if (seen[pc] !== generation) {
        seen[pc] = generation;
        onward = this.visit(pc, kind, next);
      }
      if (onward < 0) {
        if (this.matched && this.cut) {
          return true;
        }
        if (this.depth === 0) {
          return false;
        }
        this.depth -= 1;
        onward = stack[this.depth] ?? 0;
      }
      pc = onward;
    }
  }

  /** Takes one instruction; the answer is the one to go on with, or -1 for what waits on the stack. */
  private visit(pc: number, kind: number, next: number): number {
    const { ops, outs, args } = this.program;
    switch (ops[pc] ?? OP_MATCH) {
      case OP_CHAR:
        this.add(pc);
        return -1;
      case OP_ALT:
        this.memory.stack[this.depth] = args[pc] ?? 0;
        this.depth += 1;
        return outs[pc] ?? 0;
      case OP_ASSERT:
        return this.passes(pc, kind, next) ? (outs[pc] ?? 0) : -1;
      case OP_SAVE:
        return outs[pc] ?? 0;
      default:
        this.matched = true;
        return -1;
    }
  }

  /** Whether the assertion at `pc` holds; one about an unknown next character waits. */
  private passes(pc: number, kind: number, next: number): boolean {
    const what = this.program.args[pc] ?? 0;
    if (next === UNKNOWN && what !== ASSERT_TEXT_BEFORE && what !== ASSERT_LINE_BEFORE) {
      this.pending = true;
      return false;
    }
    return assertionHolds(what, kind, next);
  }

  private add(pc: number): void {
    this.memory.list[this.count] = pc;
    this.count += 1;
  }
}

/** Whether an `ASSERT_*` holds between characters of kinds `before` and `after`, in the direction of reading. */
export function assertionHolds(what: number, before: number, after: number): boolean {
  switch (what) {
    case ASSERT_TEXT_BEFORE:
      return before === KIND_EDGE;
    case ASSERT_TEXT_AFTER:
      return after === KIND_EDGE;
    case ASSERT_LINE_BEFORE:
      return before === KIND_EDGE || before === KIND_NEWLINE;
    case ASSERT_LINE_AFTER:
      return after === KIND_EDGE || after === KIND_NEWLINE;
    default: {
      const boundary = (before === KIND_WORD) !== (after === KIND_WORD);
      return boundary === (what === ASSERT_WORD_BOUNDARY);
    }
  }
}

import { Backtracker, MAX_PAIRS } from "./backtracker.ts";
import { ClassReader } from "./code-points.ts";
import { OP_ALT, OP_ASSERT, OP_CHAR, OP_MATCH, OP_SAVE } from "./program.ts";
import type { Program } from "./program.ts";
import type { Span } from "./regex.ts";
import { assertionHolds } from "./stepper.ts";

/** Threads at one position, most preferred first, each with its slots: where each group starts and ends. */
interface Threads {
  count: number;
  pcs: Int32Array;
  slots: Int32Array;
}

/**
 * The machine's memory, which every expression uses in turn: it holds nothing between two runs, and some thousand
 * expressions would each keep their own.
 */
const memory = {
  threads: { count: 0, pcs: new Int32Array(64), slots: new Int32Array(256) } satisfies Threads,
  nextThreads: { count: 0, pcs: new Int32Array(64), slots: new Int32Array(256) } satisfies Threads,
  seen: new Uint32Array(64),
  generation: 0,
};

function makeRoom(size: number, slotCount: number): void {
  for (const threads of [memory.threads, memory.nextThreads]) {
    if (threads.pcs.length < size) {
      threads.pcs = new Int32Array(size);
    }
    if (threads.slots.length < size * slotCount) {
      threads.slots = new Int32Array(size * slotCount);
    }
  }
  if (memory.seen.length < size) {
    memory.seen = new Uint32Array(size);
    memory.generation = 0;
  }
}

/**
 * Pike's machine with captures (https://swtch.com/~rsc/regexp/regexp2.html). It runs only over a span that the automata
 * have found, at O(program) for each character.
 */
export class CaptureMachine {
  private readonly program: Program;
  private readonly backtracker: Backtracker;
  private readonly slotCount: number;
  private readonly reader: ClassReader;
  private threads: Threads = memory.threads;
  private nextThreads: Threads = memory.nextThreads;
  /** The slots of the thread that is being followed. */
  private readonly slots: number[];
  /** Instructions still to be followed; a negative entry puts the slot `-1 - entry` back to the value below it. */
  private readonly waiting: number[] = [];

  constructor(program: Program, groupCount: number) {
    this.program = program;
    this.backtracker = new Backtracker(program);
    this.slotCount = groupCount * 2 + 2;
    this.reader = new ClassReader(program.alphabet);
    this.slots = Array.from<number>({ length: this.slotCount }).fill(-1);
  }

  /** The slots of the most preferred way to match the span as a whole; -1 for groups when it doesn't match. */
  find(text: string, span: Span): readonly number[] {
    const { ops, start } = this.program;
    const { slots, slotCount } = this;
    slots.fill(-1);
    slots[0] = span.start;
    slots[1] = span.end;
    if ((span.end - span.start + 1) * ops.length <= MAX_PAIRS) {
      this.backtracker.find(text, span, slots);
      return slots.slice();
    }
    makeRoom(ops.length, slotCount);
    const none = slots.slice();
    let at = span.start;
    this.clear();
    this.follow(text, at, start);
    while (at < span.end) {
      at = this.step(text, at);
    }
    const { count, pcs, slots: found } = this.nextThreads;
    const match = pcs.subarray(0, count).findIndex((pc) => ops[pc] === OP_MATCH);
    return match < 0
      ? none
      : Array.from(found.subarray(match * slotCount, (match + 1) * slotCount));
  }

  private step(text: string, at: number): number {
    const { ops, outs, args, alphabet } = this.program;
    const { threads, slots, slotCount } = this;
    const cls = this.reader.after(text, at);
    const next = at + this.reader.width;
    this.threads = this.nextThreads;
    this.nextThreads = threads;
    this.clear();
    const { count, pcs, slots: held } = this.threads;
    for (let i = 0; i < count; i += 1) {
      const pc = pcs[i] ?? 0;
      if (ops[pc] === OP_CHAR && alphabet.accepts[(args[pc] ?? 0) + cls] === 1) {
        for (let slot = 2; slot < slotCount; slot += 1) {
          slots[slot] = held[i * slotCount + slot] ?? -1;
        }
        this.follow(text, next, outs[pc] ?? 0);
      }
    }
    return next;
  }

  private clear(): void {
    this.nextThreads.count = 0;
    memory.generation += 1;
    if (memory.generation > 0xffff_ffff) {
      memory.seen.fill(0);
      memory.generation = 1;
    }
  }

  /** Adds the threads that an instruction leads to, most preferred first, with the slots as they are on the way there. */
  private follow(text: string, at: number, start: number): void {
    const { waiting, slots } = this;
    const { seen, generation } = memory;
    waiting.push(start);
    for (let pc = waiting.pop(); pc !== undefined; pc = waiting.pop()) {
      if (pc < 0) {
        slots[-1 - pc] = waiting.pop() ?? -1;
      } else if (seen[pc] !== generation) {
        seen[pc] = generation;
        this.visit(text, at, pc);
      }
    }
  }

  private visit(text: string, at: number, pc: number): void {
    const { ops, outs, args } = this.program;
    const { waiting, slots } = this;
    const out = outs[pc] ?? 0;
    const arg = args[pc] ?? 0;
    switch (ops[pc] ?? OP_MATCH) {
      case OP_ALT:
        waiting.push(arg, out);
        break;
      case OP_SAVE:
        waiting.push(slots[arg] ?? -1, -1 - arg, out);
        slots[arg] = at;
        break;
      case OP_ASSERT:
        if (this.passes(text, at, pc)) {
          waiting.push(out);
        }
        break;
      default:
        this.add(pc);
    }
  }

  private add(pc: number): void {
    const { nextThreads, slots, slotCount } = this;
    const first = nextThreads.count * slotCount;
    nextThreads.pcs[nextThreads.count] = pc;
    for (let slot = 0; slot < slotCount; slot += 1) {
      nextThreads.slots[first + slot] = slots[slot] ?? -1;
    }
    nextThreads.count += 1;
  }

  private passes(text: string, at: number, pc: number): boolean {
    const { reader } = this;
    const what = this.program.args[pc] ?? 0;
    return assertionHolds(what, reader.kindBefore(text, at), reader.kindAfter(text, at));
  }
}

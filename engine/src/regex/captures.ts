import { ClassReader } from "./code-points.ts";
import { OP_ALT, OP_ASSERT, OP_CHAR, OP_MATCH, OP_SAVE } from "./program.ts";
import type { Program } from "./program.ts";
import type { Span } from "./regex.ts";
import { assertionHolds } from "./stepper.ts";

/** The slots of a thread: where each group starts and ends. Shared between threads, so never written to. */
type Slots = readonly number[];

/** An instruction still to be followed. */
interface Job {
  readonly pc: number;
  readonly slots: Slots;
}

/** Threads at one position, most preferred first. */
interface Threads {
  count: number;
  readonly pcs: Int32Array;
  readonly slots: Slots[];
}

/**
 * Pike's machine with captures (https://swtch.com/~rsc/regexp/regexp2.html). It runs only over a span that the automata
 * have found, at O(program) for each character.
 */
export class CaptureMachine {
  private readonly program: Program;
  private readonly slotCount: number;
  private readonly reader: ClassReader;
  private threads: Threads;
  private nextThreads: Threads;
  private readonly seen: Uint32Array;
  private generation = 0;
  private readonly waiting: Job[] = [];

  constructor(program: Program, groupCount: number) {
    const size = program.ops.length;
    this.program = program;
    this.slotCount = groupCount * 2 + 2;
    this.reader = new ClassReader(program.alphabet);
    this.threads = { count: 0, pcs: new Int32Array(size), slots: [] };
    this.nextThreads = { count: 0, pcs: new Int32Array(size), slots: [] };
    this.seen = new Uint32Array(size);
  }

  /** The slots of the most preferred way to match the span as a whole; -1 for groups when it doesn't match. */
  find(text: string, span: Span): readonly number[] {
    const { ops } = this.program;
    const none: number[] = Array.from({ length: this.slotCount }, () => -1);
    none[0] = span.start;
    none[1] = span.end;
    let at = span.start;
    this.clear();
    this.follow(text, at, this.program.start, none);
    while (at < span.end) {
      at = this.step(text, at);
    }
    const { count, pcs, slots } = this.nextThreads;
    const match = pcs.subarray(0, count).findIndex((pc) => ops[pc] === OP_MATCH);
    const found = match < 0 ? none : (slots[match] ?? none);
    this.threads.slots.length = 0;
    this.nextThreads.slots.length = 0;
    return found;
  }

  private step(text: string, at: number): number {
    const { ops, outs, args, alphabet } = this.program;
    const cls = this.reader.after(text, at);
    const next = at + this.reader.width;
    const { threads } = this;
    this.threads = this.nextThreads;
    this.nextThreads = threads;
    this.clear();
    const { count, pcs, slots } = this.threads;
    for (let i = 0; i < count; i += 1) {
      const pc = pcs[i] ?? 0;
      if (ops[pc] === OP_CHAR && alphabet.accepts[(args[pc] ?? 0) + cls] === 1) {
        this.follow(text, next, outs[pc] ?? 0, slots[i] ?? []);
      }
    }
    return next;
  }

  private clear(): void {
    this.nextThreads.count = 0;
    this.generation += 1;
    if (this.generation > 0xffff_ffff) {
      this.seen.fill(0);
      this.generation = 1;
    }
  }

  /** Adds the threads that an instruction leads to, most preferred first. */
  private follow(text: string, at: number, start: number, slots: Slots): void {
    const { seen, generation, waiting } = this;
    waiting.push({ pc: start, slots });
    for (let job = waiting.pop(); job !== undefined; job = waiting.pop()) {
      if (seen[job.pc] !== generation) {
        seen[job.pc] = generation;
        this.visit(text, at, job);
      }
    }
  }

  private visit(text: string, at: number, job: Job): void {
    const { ops, outs, args } = this.program;
    const { nextThreads, waiting } = this;
    const { pc, slots } = job;
    const out = outs[pc] ?? 0;
    switch (ops[pc] ?? OP_MATCH) {
      case OP_ALT:
        waiting.push({ pc: args[pc] ?? 0, slots }, { pc: out, slots });
        break;
      case OP_SAVE:
        waiting.push({ pc: out, slots: slots.with(args[pc] ?? 0, at) });
        break;
      case OP_ASSERT:
        if (this.passes(text, at, pc)) {
          waiting.push({ pc: out, slots });
        }
        break;
      default:
        nextThreads.pcs[nextThreads.count] = pc;
        nextThreads.slots[nextThreads.count] = slots;
        nextThreads.count += 1;
    }
  }

  private passes(text: string, at: number, pc: number): boolean {
    const { reader } = this;
    const what = this.program.args[pc] ?? 0;
    return assertionHolds(what, reader.kindBefore(text, at), reader.kindAfter(text, at));
  }
}

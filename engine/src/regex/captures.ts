import { ClassReader } from "./code-points.ts";
import { OP_ALT, OP_ASSERT, OP_CHAR, OP_MATCH, OP_SAVE } from "./program.ts";
import type { Program } from "./program.ts";
import type { Span } from "./regex.ts";
import { assertionHolds } from "./stepper.ts";
import { DEFAULT_CACHE_LIMITS } from "./transition-cache.ts";
import type { CacheLimits } from "./transition-cache.ts";

/** A way through the program from where a thread stands: the slots that it sets here, and the instruction at its end. */
interface Path {
  readonly pc: number;
  /** The index of the thread that it begins with. */
  readonly source: number;
  readonly saves: readonly number[];
}

/** Threads at one position, most preferred first: instructions that the character before led to. */
interface Threads {
  readonly pcs: readonly number[];
  /** The `KIND_*` of the character before. */
  readonly kind: number;
  /** By the class of the character here: what it leads to. */
  readonly steps: (Step | undefined)[];
  /** By the class of the character here: the most preferred way to end; `null` where there is none. */
  readonly ends: (Path | null | undefined)[];
}

/** What reading one character does: the threads behind it, and how each of them came about. */
interface Step {
  readonly next: Threads;
  readonly paths: readonly Path[];
}

const NO_SAVES: readonly number[] = [];

/** How much a cache may grow, in cells, before its budget is told. */
const NOTED_CELLS = 1024;

/**
 * Pike's machine with captures (https://swtch.com/~rsc/regexp/regexp2.html), its steps cached as those of the automata
 * are: a run follows them to the end of the match, and the slots are read off on the way back. It runs only over a span
 * that the automata have found, at one look-up for a character with a known step and O(program) for another.
 */
export class CaptureMachine {
  /** Cells of 32 bits, about, that the known steps take up. */
  cells = 0;
  /** How often the budget had emptied caches when this one was used last. */
  usedAt = 0;

  private readonly program: Program;
  private readonly limits: CacheLimits;
  private readonly slotCount: number;
  private readonly reader: ClassReader;
  private readonly known = new Map<string, Threads>();
  private notedCells = 0;

  constructor(program: Program, groupCount: number, limits: CacheLimits = DEFAULT_CACHE_LIMITS) {
    this.program = program;
    this.limits = limits;
    this.slotCount = groupCount * 2 + 2;
    this.reader = new ClassReader(program.alphabet);
  }

  /** The slots of the most preferred way to match the span as a whole; -1 for groups when it doesn't match. */
  find(text: string, span: Span): readonly number[] {
    const { reader } = this;
    const slots = Array.from({ length: this.slotCount }, () => -1);
    slots[0] = span.start;
    slots[1] = span.end;
    const steps: Step[] = [];
    const offsets: number[] = [];
    let threads = this.threadsOf([this.program.start], reader.kindBefore(text, span.start));
    let at = span.start;
    while (at < span.end) {
      const step = this.stepOf(threads, reader.after(text, at));
      steps.push(step);
      offsets.push(at);
      at += reader.width;
      threads = step.next;
    }
    const end = this.endOf(threads, reader.after(text, at));
    this.noteUse();
    if (end === null) {
      return slots;
    }
    let open = slots.length - 2 - save(slots, end.saves, at);
    let thread = end.source;
    for (let i = steps.length - 1; i >= 0 && open > 0; i -= 1) {
      const { source, saves } = steps[i]?.paths[thread] ?? end;
      open -= save(slots, saves, offsets[i] ?? 0);
      thread = source;
    }
    return slots;
  }

  /** Empties the cache, between two runs. */
  release(): void {
    this.known.clear();
    this.cells = 0;
    this.notedCells = 0;
  }

  private noteUse(): void {
    const { budget, cells } = this.limits;
    this.usedAt = budget?.releases ?? 0;
    if (this.cells > cells) {
      this.release();
    }
    if (this.cells - this.notedCells >= NOTED_CELLS) {
      this.notedCells = this.cells;
      budget?.note(this);
    }
  }

  private threadsOf(pcs: readonly number[], kind: number): Threads {
    const key = `${kind}:${pcs.join()}`;
    let threads = this.known.get(key);
    if (threads === undefined) {
      threads = { pcs, kind, steps: [], ends: [] };
      this.known.set(key, threads);
      this.cells += pcs.length * 4 + this.program.alphabet.classCount;
    }
    return threads;
  }

  private stepOf(threads: Threads, cls: number): Step {
    return (threads.steps[cls] ??= this.buildStep(threads, cls));
  }

  private endOf(threads: Threads, cls: number): Path | null {
    const known = threads.ends[cls];
    if (known !== undefined) {
      return known;
    }
    const { ops } = this.program;
    const end = this.pathsFrom(threads, cls).find(({ pc }) => ops[pc] === OP_MATCH) ?? null;
    threads.ends[cls] = end;
    return end;
  }

  private buildStep(threads: Threads, cls: number): Step {
    const { ops, outs, args, alphabet } = this.program;
    const paths: Path[] = [];
    const pcs = new Set<number>();
    for (const path of this.pathsFrom(threads, cls)) {
      const { pc } = path;
      const out = outs[pc] ?? 0;
      const reads = ops[pc] === OP_CHAR && alphabet.accepts[(args[pc] ?? 0) + cls] === 1;
      if (reads && !pcs.has(out)) {
        pcs.add(out);
        paths.push(path);
      }
    }
    this.cells += paths.length * 8;
    return { next: this.threadsOf([...pcs], alphabet.kinds[cls] ?? 0), paths };
  }

  /** The ways from threads to what reads a character or has matched, most preferred first. */
  private pathsFrom({ pcs, kind }: Threads, cls: number): Path[] {
    const { ops, outs, args, alphabet } = this.program;
    const after = alphabet.kinds[cls] ?? 0;
    const seen = new Set<number>();
    const paths: Path[] = [];
    const waiting = pcs.map((pc, source): Path => ({ pc, source, saves: NO_SAVES })).toReversed();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const { pc, source, saves } = path;
      if (seen.has(pc)) {
        continue;
      }
      seen.add(pc);
      const out = outs[pc] ?? 0;
      const arg = args[pc] ?? 0;
      const op = ops[pc];
      if (op === OP_ALT) {
        waiting.push({ pc: arg, source, saves }, { pc: out, source, saves });
      } else if (op === OP_SAVE) {
        waiting.push({ pc: out, source, saves: [...saves, arg] });
      } else if (op !== OP_ASSERT) {
        paths.push(path);
      } else if (assertionHolds(arg, kind, after)) {
        waiting.push({ pc: out, source, saves });
      }
    }
    return paths;
  }
}

/** Sets the slots that nothing behind this place has set, and tells how many. */
function save(slots: number[], saves: readonly number[], at: number): number {
  let set = 0;
  for (const slot of saves) {
    if (slots[slot] === -1) {
      slots[slot] = at;
      set += 1;
    }
  }
  return set;
}

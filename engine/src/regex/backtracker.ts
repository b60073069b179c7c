import { ClassReader } from "./code-points.ts";
import { OP_ALT, OP_ASSERT, OP_CHAR, OP_MATCH, OP_SAVE } from "./program.ts";
import type { Program } from "./program.ts";
import type { Span } from "./regex.ts";
import { assertionHolds } from "./stepper.ts";

/** Pairs of an instruction and a position that are kept apart: beyond, the memory would be too large. */
export const MAX_PAIRS = 1 << 21;

const BITS = 32;

/** Shared by all expressions: no search begins within another. */
const memory = { seen: new Uint32Array(64) };

/** Was a pair marked before? Marks it. */
function wasSeen(pair: number): boolean {
  const { seen } = memory;
  const word = pair >>> 5;
  const bit = 1 << (pair & (BITS - 1));
  const marks = seen[word] ?? 0;
  seen[word] = marks | bit;
  return (marks & bit) !== 0;
}

/**
 * Matches a whole span with captures by trying the preferred way first. No choice is made twice at one position, so
 * that the cost is O(program * span) at worst; it is about the length of the span where the first ways succeed, as they
 * nearly always do where an automaton has found the span
 * (https://swtch.com/~rsc/regexp/regexp3.html, "bit-state").
 */
export class Backtracker {
  private readonly program: Program;
  private readonly reader: ClassReader;
  /** Ways still to be tried: an instruction and where; or `-1 - slot` and what to put back into it. It keeps its length. */
  private readonly waiting: number[] = [];
  private depth = 0;

  constructor(program: Program) {
    this.program = program;
    this.reader = new ClassReader(program.alphabet);
  }

  /** Fills the slots of the groups, which are -1; false when the span does not match. */
  find(text: string, span: Span, slots: number[]): boolean {
    const width = span.end - span.start + 1;
    this.clear(width * this.program.ops.length);
    const { waiting } = this;
    this.depth = 0;
    this.wait(this.program.start, span.start);
    while (this.depth > 0) {
      this.depth -= 2;
      const pc = waiting[this.depth] ?? 0;
      const value = waiting[this.depth + 1] ?? 0;
      if (pc < 0) slots[-1 - pc] = value;
      else if (this.follow(text, span, pc, value, slots)) return true;
    }
    return false;
  }

  private wait(pc: number, value: number): void {
    this.waiting[this.depth] = pc;
    this.waiting[this.depth + 1] = value;
    this.depth += 2;
  }

  /** The class of the character at `at`, or -1 at the end of the span. */
  private classAt(text: string, at: number, end: number): number {
    return at < end ? this.reader.after(text, at) : -1;
  }

  /** May an instruction go on with a character of that class? */
  private mayRead(pc: number, cls: number): boolean {
    const { ops, args, alphabet } = this.program;
    return ops[pc] !== OP_CHAR || (cls >= 0 && alphabet.accepts[(args[pc] ?? 0) + cls] === 1);
  }

  /** Goes on from an instruction as long as there is one way; true when the span has matched. */
  private follow(text: string, span: Span, from: number, start: number, slots: number[]): boolean {
    const { ops, outs, args } = this.program;
    const width = span.end - span.start + 1;
    let at = start;
    let cls = this.classAt(text, at, span.end);
    for (let pc = from; ;) {
      const arg = args[pc] ?? 0;
      const out = outs[pc] ?? 0;
      switch (ops[pc] ?? OP_MATCH) {
        case OP_CHAR:
          if (!this.mayRead(pc, cls)) return false;
          at += this.reader.width;
          cls = this.classAt(text, at, span.end);
          break;
        case OP_ALT:
          // Ways that meet go through a choice before they can go on for long.
          if (wasSeen(pc * width + at - span.start)) return false;
          // Of the words of a list, nearly all are told by their first character.
          if (!this.mayRead(out, cls)) {
            pc = arg;
            continue;
          }
          if (this.mayRead(arg, cls)) this.wait(arg, at);
          break;
        case OP_SAVE:
          this.wait(-1 - arg, slots[arg] ?? -1);
          slots[arg] = at;
          break;
        case OP_ASSERT:
          if (!this.passes(text, at, arg)) return false;
          break;
        default:
          return at === span.end;
      }
      pc = out;
    }
  }

  private passes(text: string, at: number, what: number): boolean {
    const { reader } = this;
    return assertionHolds(what, reader.kindBefore(text, at), reader.kindAfter(text, at));
  }

  private clear(pairs: number): void {
    const words = Math.ceil(pairs / BITS);
    if (memory.seen.length < words) memory.seen = new Uint32Array(words);
    else memory.seen.fill(0, 0, words);
  }
}

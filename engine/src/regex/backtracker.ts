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
  /** Ways still to be tried: an instruction and where; or `-1 - slot` and what to put back into it. */
  private readonly waiting: number[] = [];

  constructor(program: Program) {
    this.program = program;
    this.reader = new ClassReader(program.alphabet);
  }

  /** Fills the slots of the groups, which are -1; false when the span does not match. */
  find(text: string, span: Span, slots: number[]): boolean {
    const width = span.end - span.start + 1;
    this.clear(width * this.program.ops.length);
    const { waiting } = this;
    waiting.length = 0;
    waiting.push(this.program.start, span.start);
    while (waiting.length > 0) {
      const value = waiting.pop() ?? 0;
      const pc = waiting.pop() ?? 0;
      if (pc < 0) slots[-1 - pc] = value;
      else if (this.follow(text, span, pc, value, slots)) return true;
    }
    return false;
  }

  /** Goes on from an instruction as long as there is one way; true when the span has matched. */
  private follow(text: string, span: Span, from: number, start: number, slots: number[]): boolean {
    const { ops, outs, args, alphabet } = this.program;
    const { accepts } = alphabet;
    const { waiting, reader } = this;
    const width = span.end - span.start + 1;
    let at = start;
    for (let pc = from; ; pc = outs[pc] ?? 0) {
      const arg = args[pc] ?? 0;
      switch (ops[pc] ?? OP_MATCH) {
        case OP_CHAR: {
          if (at >= span.end) return false;
          const cls = reader.after(text, at);
          if (accepts[arg + cls] !== 1) return false;
          at += reader.width;
          break;
        }
        case OP_ALT:
          // Ways that meet go through a choice before they can go on for long.
          if (wasSeen(pc * width + at - span.start)) return false;
          waiting.push(arg, at);
          break;
        case OP_SAVE:
          waiting.push(-1 - arg, slots[arg] ?? -1);
          slots[arg] = at;
          break;
        case OP_ASSERT:
          if (!this.passes(text, at, arg)) return false;
          break;
        default:
          return at === span.end;
      }
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

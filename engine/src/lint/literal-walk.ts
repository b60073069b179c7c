import type { Alphabet } from "../regex/alphabet.ts";
import { wideClass } from "../regex/alphabet.ts";
import type { Ast } from "../regex/ast.ts";
import { MAX_CODE_POINT } from "../regex/charset.ts";
import {
  compileProgram,
  OP_ALT,
  OP_ASSERT,
  OP_CHAR,
  OP_MATCH,
  OP_SAVE,
  programParts,
} from "../regex/program.ts";
import type { Program } from "../regex/program.ts";

/** Whether matches of an expression hold a literal. With neither, nothing matches at all. */
export interface LiteralUse {
  /** Some match holds it. */
  readonly canHold: boolean;
  /** Some match does not. */
  readonly canLack: boolean;
}

/** How many code points are in each class. */
function classSizes({ classCount, ascii, starts, classes }: Alphabet): readonly number[] {
  const sizes = Array.from({ length: classCount }, () => 0);
  const add = (cls: number, count: number): void => {
    sizes[cls] = (sizes[cls] ?? 0) + count;
  };
  for (const cls of ascii) add(cls, 1);
  for (const [i, cls] of classes.entries()) {
    const lo = Math.max(0x80, starts[i] ?? 0);
    add(cls, (starts[i + 1] ?? MAX_CODE_POINT + 1) - lo);
  }
  return sizes;
}

/** Where one further character leads, from each number of the literal's characters met so far (Knuth, Morris, Pratt 1977). */
function literalSteps(chars: readonly string[]): readonly ReadonlyMap<string, number>[] {
  const text = chars.join("");
  return chars.map((_, met) => {
    const before = chars.slice(0, met).join("");
    const next = new Map<string, number>();
    for (const char of new Set(chars)) {
      let seen = before + char;
      while (!text.startsWith(seen)) seen = Array.from(seen).slice(1).join("");
      next.set(char, Array.from(seen).length);
    }
    return next;
  });
}

/** What an expression under `(?i)` takes for an ASCII letter beside its two cases; folding leaves neither in a text. */
const STRANGE_CASES: Readonly<Record<string, string>> = { k: "\u212a", s: "\u017f" };

/** For each class, which of the literal's characters it holds, in either case, and whether it holds others. */
function classMembers(alphabet: Alphabet, chars: readonly string[]) {
  const sizes = classSizes(alphabet);
  const members = sizes.map(() => new Set<string>());
  const found = sizes.map(() => new Set<number>());
  for (const char of chars) {
    for (const form of [char, char.toUpperCase(), STRANGE_CASES[char] ?? char]) {
      const code = form.codePointAt(0) ?? 0;
      if (Array.from(form).length !== 1) continue;
      const cls = code < 0x80 ? (alphabet.ascii[code] ?? 0) : wideClass(alphabet, code);
      members[cls]?.add(char);
      found[cls]?.add(code);
    }
  }
  return members.map((held, cls) => {
    return { held, others: (sizes[cls] ?? 0) > (found[cls]?.size ?? 0) };
  });
}

/** For every row of the program's sets and every number of characters met, the numbers that can come next. */
function nextCounts(
  program: Program,
  chars: readonly string[],
): (row: number, met: number) => Iterable<number> {
  const steps = literalSteps(chars);
  const classes = classMembers(program.alphabet, chars);
  const known = new Map<number, Set<number>>();
  return (row, met) => {
    if (met === chars.length) return [met];
    const key = row * (chars.length + 1) + met;
    const done = known.get(key);
    if (done !== undefined) return done;
    const next = new Set<number>();
    for (const [cls, { held, others }] of classes.entries()) {
      if (program.alphabet.accepts[row + cls] !== 1) continue;
      if (others) next.add(0);
      for (const char of held) next.add(steps[met]?.get(char) ?? 0);
    }
    known.set(key, next);
    return next;
  };
}

/**
 * Whether the matches of an expression hold a lower-case literal, in either case: a walk over the expression's program and
 * the literal side by side. Assertions are taken to hold. O(program * literal).
 */
export function literalUse(ast: Ast, literal: string): LiteralUse {
  const program = compileProgram(programParts(ast), "forward");
  const chars = Array.from(literal);
  const counts = chars.length + 1;
  const next = nextCounts(program, chars);
  const seen = new Uint8Array(program.ops.length * counts);
  const stack: number[] = [];
  const visit = (pc: number, met: number): void => {
    const state = pc * counts + met;
    if (seen[state] === 1) return;
    seen[state] = 1;
    stack.push(state);
  };
  visit(program.start, 0);
  const use = { canHold: false, canLack: false };
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    const pc = Math.floor(state / counts);
    const met = state % counts;
    const out = program.outs[pc] ?? 0;
    switch (program.ops[pc] ?? OP_MATCH) {
      case OP_MATCH:
        use[met === chars.length ? "canHold" : "canLack"] = true;
        break;
      case OP_ALT:
        visit(out, met);
        visit(program.args[pc] ?? 0, met);
        break;
      case OP_ASSERT:
      case OP_SAVE:
        visit(out, met);
        break;
      case OP_CHAR:
        for (const count of next(program.args[pc] ?? 0, met)) visit(out, count);
        break;
      default:
    }
  }
  return use;
}

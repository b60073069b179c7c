import type { Alphabet } from "./alphabet.ts";
import { buildAlphabet, SetTable } from "./alphabet.ts";
import type { Assertion, Ast, RepeatNode } from "./ast.ts";
import { canMatchEmpty, startsAtTextStart } from "./ast-facts.ts";
import { ANY } from "./charset.ts";

/** Reads one code point of set `arg`, then goes to `out`. */
export const OP_CHAR = 0;
/** Goes to `out` first and to `arg` second. */
export const OP_ALT = 1;
/** Goes to `out` if assertion `arg` holds here. */
export const OP_ASSERT = 2;
/** Notes the position in slot `arg`, then goes to `out`. */
export const OP_SAVE = 3;
/** The regex has matched. */
export const OP_MATCH = 4;

/** Bits of an assertion's `arg`: which edge of the text or line, seen in the direction of reading, or a word boundary. */
export const ASSERT_TEXT_BEFORE = 0;
export const ASSERT_TEXT_AFTER = 1;
export const ASSERT_LINE_BEFORE = 2;
export const ASSERT_LINE_AFTER = 3;
export const ASSERT_WORD_BOUNDARY = 4;
export const ASSERT_NOT_WORD_BOUNDARY = 5;

/**
 * A program for Pike's machine: https://swtch.com/~rsc/regexp/regexp2.html. `searchStart` first tries `start` and else
 * reads one code point and comes back: the least preferred thread, which makes a search of a match. It is `start` itself
 * when matches can only start where the text does.
 */
export interface Program {
  readonly ops: Uint8Array;
  readonly outs: Int32Array;
  /** For `OP_CHAR`, the set's row in `alphabet.accepts`, already multiplied out. */
  readonly args: Int32Array;
  readonly start: number;
  readonly searchStart: number;
  readonly usesAssertions: boolean;
  readonly alphabet: Alphabet;
}

/** What the programs of one regex share. */
export interface ProgramParts {
  readonly ast: Ast;
  readonly sets: SetTable;
  readonly alphabet: Alphabet;
  readonly usesAssertions: boolean;
}

/** Collects the sets of a tree and partitions the code points by them. O(tree + ranges * log ranges). */
export function programParts(ast: Ast): ProgramParts {
  const sets = new SetTable();
  const assertions = new Set<Assertion>();
  collect(ast, sets, assertions);
  sets.indexOf(ANY);
  const words = assertions.has("wordBoundary") || assertions.has("notWordBoundary");
  const lines = assertions.has("lineStart") || assertions.has("lineEnd");
  const alphabet = buildAlphabet(sets.sets, words, lines);
  return { ast, sets, alphabet, usesAssertions: assertions.size > 0 };
}

function collect(ast: Ast, sets: SetTable, assertions: Set<Assertion>): void {
  switch (ast.kind) {
    case "empty":
      return;
    case "chars":
      sets.indexOf(ast.set);
      return;
    case "assert":
      assertions.add(ast.what);
      return;
    case "concat":
    case "alternate":
      for (const item of ast.items) {
        collect(item, sets, assertions);
      }
      return;
    case "group":
    case "repeat":
      collect(ast.item, sets, assertions);
  }
}

/**
 * Emits a program: `forward`; `reverse`, which reads a match from its end to its start; or `captures`, forward with
 * `OP_SAVE` for the groups. O(instructions), which `checkProgramSize` has bounded.
 */
export function compileProgram(
  parts: ProgramParts,
  kind: "forward" | "reverse" | "captures",
): Program {
  const emitter = new Emitter(parts, kind === "reverse", kind === "captures");
  const start = emitter.emit(parts.ast, emitter.add(OP_MATCH, 0, 0));
  const searchStart = startsAtTextStart(parts.ast) ? start : emitter.addSearch(start);
  return {
    ops: Uint8Array.from(emitter.ops),
    outs: Int32Array.from(emitter.outs),
    args: Int32Array.from(emitter.args),
    start,
    searchStart,
    usesAssertions: parts.usesAssertions,
    alphabet: parts.alphabet,
  };
}

const FORWARD: Readonly<Record<Assertion, number>> = {
  textStart: ASSERT_TEXT_BEFORE,
  textEnd: ASSERT_TEXT_AFTER,
  lineStart: ASSERT_LINE_BEFORE,
  lineEnd: ASSERT_LINE_AFTER,
  wordBoundary: ASSERT_WORD_BOUNDARY,
  notWordBoundary: ASSERT_NOT_WORD_BOUNDARY,
};

const REVERSE: Readonly<Record<Assertion, number>> = {
  textStart: ASSERT_TEXT_AFTER,
  textEnd: ASSERT_TEXT_BEFORE,
  lineStart: ASSERT_LINE_AFTER,
  lineEnd: ASSERT_LINE_BEFORE,
  wordBoundary: ASSERT_WORD_BOUNDARY,
  notWordBoundary: ASSERT_NOT_WORD_BOUNDARY,
};

/** Emits from the end of a match to its start, so that every instruction knows where it goes on. */
class Emitter {
  readonly ops: number[] = [];
  readonly outs: number[] = [];
  readonly args: number[] = [];
  private readonly parts: ProgramParts;
  private readonly reverse: boolean;
  private readonly saves: boolean;

  constructor(parts: ProgramParts, reverse: boolean, saves: boolean) {
    this.parts = parts;
    this.reverse = reverse;
    this.saves = saves;
  }

  add(op: number, out: number, arg: number): number {
    this.ops.push(op);
    this.outs.push(out);
    this.args.push(arg);
    return this.ops.length - 1;
  }

  row(set: readonly number[]): number {
    return this.parts.sets.indexOf(set) * (this.parts.alphabet.classCount + 1);
  }

  /** Emits the loop that tries `start` at every position in turn. */
  addSearch(start: number): number {
    const search = this.add(OP_ALT, start, 0);
    this.args[search] = this.add(OP_CHAR, search, this.row(ANY));
    return search;
  }

  /** Emits the tree so that it goes on at `next`; the answer is where it starts. */
  emit(ast: Ast, next: number): number {
    switch (ast.kind) {
      case "empty":
        return next;
      case "chars":
        return this.add(OP_CHAR, next, this.row(ast.set));
      case "assert":
        return this.add(OP_ASSERT, next, (this.reverse ? REVERSE : FORWARD)[ast.what]);
      case "concat": {
        const items = this.reverse ? ast.items : ast.items.toReversed();
        return items.reduce((at, item) => this.emit(item, at), next);
      }
      case "alternate": {
        const starts = ast.items.map((item) => this.emit(item, next));
        return starts.reduceRight((second, first) => this.add(OP_ALT, first, second));
      }
      case "group": {
        if (!this.saves) {
          return this.emit(ast.item, next);
        }
        const close = this.add(OP_SAVE, next, ast.index * 2 + 1);
        return this.add(OP_SAVE, this.emit(ast.item, close), ast.index * 2);
      }
      case "repeat":
        return this.emitRepeat(ast, next);
    }
  }

  private emitRepeat(ast: RepeatNode, next: number): number {
    const { item, min, max, greedy } = ast;
    let at = next;
    let copies = min;
    if (max === Infinity) {
      at = this.loop(ast, next);
      copies = Math.max(0, min - 1);
    } else {
      // x{2,4} is xx(x(x)?)?: each optional copy stands inside the one before.
      for (let optional = max - min; optional > 0; optional -= 1) {
        at = this.branch(this.emit(item, at), next, greedy);
      }
    }
    for (; copies > 0; copies -= 1) {
      at = this.emit(item, at);
    }
    return at;
  }

  /** x* or, for `min` of 1 or more, x+. */
  private loop(ast: RepeatNode, next: number): number {
    const { item, min, greedy } = ast;
    const branch = this.branch(next, next, greedy);
    const body = this.emit(item, branch);
    if (greedy) {
      this.outs[branch] = body;
    } else {
      this.args[branch] = body;
    }
    if (min > 0) {
      return body;
    }
    // x* is (x+)? when x may be empty, so that (|a)* prefers what (|a)+ prefers, as in RE2.
    return canMatchEmpty(item) ? this.branch(body, next, greedy) : branch;
  }

  private branch(item: number, skip: number, greedy: boolean): number {
    return greedy ? this.add(OP_ALT, item, skip) : this.add(OP_ALT, skip, item);
  }
}

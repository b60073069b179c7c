import type { Ast } from "./ast.ts";
import { RegexSyntaxError } from "./syntax-error.ts";

/** A program may hold this many instructions: it bounds the memory of a regex and the cost of a character read. */
const MAX_INSTRUCTIONS = 20_000;

/** Throws `RegexSyntaxError` when the program of the tree would pass `MAX_INSTRUCTIONS`; O(tree). */
export function checkProgramSize(ast: Ast): void {
  const size = programSize(ast);
  if (size > MAX_INSTRUCTIONS) {
    const limit = `${MAX_INSTRUCTIONS} instructions`;
    throw new RegexSyntaxError(`expression is too large: ${size}, the limit is ${limit}`, 0);
  }
}

/** The instructions that `compileProgram` emits at most for the tree, with capture groups. */
export function programSize(ast: Ast): number {
  switch (ast.kind) {
    case "empty":
    case "chars":
    case "assert":
      return 1;
    case "concat":
      return sum(ast.items);
    case "alternate":
      return sum(ast.items) + ast.items.length - 1;
    case "group":
      return programSize(ast.item) + 2;
    case "repeat": {
      const item = programSize(ast.item);
      if (ast.max === Infinity) {
        return item * Math.max(1, ast.min) + 2;
      }
      return item * ast.max + ast.max - ast.min;
    }
  }
}

function sum(items: readonly Ast[]): number {
  let total = 0;
  for (const item of items) {
    total += programSize(item);
  }
  return total;
}

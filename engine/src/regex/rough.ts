import type { Ast } from "./ast.ts";

/** Repeats that differ by no more than this stay exact; what is more becomes a loop, which has few states. */
const MAX_OPTIONAL = 3;

/** Is a repeat between two numbers of times told by as many states as there are times? */
export const isCounted = (min: number, max: number): boolean =>
  max !== Infinity && max - min > MAX_OPTIONAL;

/**
 * An expression that matches all that a tree matches, and may match more: a repeat of up to some number of times has no bound.
 * Its automaton has a state for a loop where the tree's own has one for each number of times, and for each combination of
 * such; the tree itself where nothing in it is counted. O(tree).
 */
export function roughOf(ast: Ast): Ast {
  switch (ast.kind) {
    case "empty":
    case "chars":
    case "assert":
      return ast;
    case "group":
      return roughOf(ast.item);
    case "concat":
    case "alternate": {
      const items = ast.items.map(roughOf);
      return items.every((item, i) => item === ast.items[i]) ? ast : { ...ast, items };
    }
    case "repeat": {
      const item = roughOf(ast.item);
      const max = isCounted(ast.min, ast.max) ? Infinity : ast.max;
      return item === ast.item && max === ast.max ? ast : { ...ast, item, max };
    }
  }
}

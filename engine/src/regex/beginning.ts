import type { Ast, RepeatNode } from "./ast.ts";
import { measure } from "./ast-facts.ts";
import { isCounted } from "./rough.ts";

const EMPTY: Ast = { kind: "empty" };

/** A tree of which `left` characters are still to be told apart behind it. */
interface Cut {
  readonly ast: Ast;
  readonly left: number;
}

function cutRepeat(ast: RepeatNode, chars: number): Cut {
  const least = Math.max(1, measure(ast.item).min);
  const item = cut(ast.item, chars).ast;
  const min = Math.min(ast.min, Math.ceil(chars / least));
  const max = isCounted(ast.min, ast.max) || min < ast.min ? Infinity : ast.max;
  const left = Math.max(0, chars - min * measure(ast.item).min);
  return { ast: { ...ast, item, min, max }, left };
}

function cut(ast: Ast, chars: number): Cut {
  if (chars <= 0) return { ast: EMPTY, left: 0 };
  switch (ast.kind) {
    case "empty":
    case "assert":
      return { ast, left: chars };
    case "chars":
      return { ast, left: chars - 1 };
    case "group":
      return cut(ast.item, chars);
    case "alternate": {
      const items = ast.items.map((item) => cut(item, chars));
      return {
        ast: { kind: "alternate", items: items.map((item) => item.ast) },
        left: Math.max(...items.map(({ left }) => left)),
      };
    }
    case "concat": {
      const items: Ast[] = [];
      let left = chars;
      for (const item of ast.items) {
        const part = cut(item, left);
        items.push(part.ast);
        left = part.left;
        if (left <= 0) break;
      }
      return { ast: { kind: "concat", items }, left };
    }
    case "repeat":
      return cutRepeat(ast, chars);
  }
}

/**
 * An expression for how matches of a tree begin: every text that begins with a match begins with one of it. It tells texts
 * apart by about their first `chars` code points alone, and is much smaller than a tree with long or counted repeats.
 * O(tree).
 */
export function beginningOf(ast: Ast, chars: number): Ast {
  return cut(ast, chars).ast;
}

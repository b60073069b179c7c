import type { Assertion, Ast } from "./ast.ts";
import { flatten } from "./ast-facts.ts";

/** A place in a flattened tree: before an item or, in an alternation, within each branch of it. */
export interface Place {
  readonly item: number;
  readonly branches?: readonly Place[];
}

/** The tree of what stands from a place on. O(tree). */
export function behind(ast: Ast, { item, branches }: Place): Ast {
  const [first, ...rest] = flatten(ast).slice(item);
  if (branches === undefined || first?.kind !== "alternate")
    return { kind: "concat", items: first === undefined ? [] : [first, ...rest] };
  const ways = first.items.map((way, i) => behind(way, branches[i] ?? { item: 0 }));
  return { kind: "concat", items: [{ kind: "alternate", items: ways }, ...rest] };
}

/** The tree of what stands before a place. O(tree). */
export function ahead(ast: Ast, { item, branches }: Place): Ast {
  const items = flatten(ast).slice(0, item + 1);
  const last = items.pop();
  if (branches === undefined || last?.kind !== "alternate") return { kind: "concat", items };
  const ways = last.items.map((way, i) => ahead(way, branches[i] ?? { item: 0 }));
  return { kind: "concat", items: [...items, { kind: "alternate", items: ways }] };
}

const MIRRORED: Readonly<Record<Assertion, Assertion>> = {
  textStart: "textEnd",
  textEnd: "textStart",
  lineStart: "lineEnd",
  lineEnd: "lineStart",
  wordBoundary: "wordBoundary",
  notWordBoundary: "notWordBoundary",
};

/** The tree that reads from its end to its start what a tree reads from its start to its end. O(tree). */
export function mirrored(ast: Ast): Ast {
  switch (ast.kind) {
    case "empty":
    case "chars":
      return ast;
    case "assert":
      return { ...ast, what: MIRRORED[ast.what] };
    case "concat":
      return { ...ast, items: ast.items.map(mirrored).toReversed() };
    case "alternate":
      return { ...ast, items: ast.items.map(mirrored) };
    case "group":
    case "repeat":
      return { ...ast, item: mirrored(ast.item) };
  }
}

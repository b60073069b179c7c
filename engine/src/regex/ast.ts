import type { CharSet } from "./charset.ts";

/**
 * A zero-width assertion. `^` is `textStart` or, under `(?m)`, `lineStart`; `$` is `textEnd` or `lineEnd`; `\b` and `\B`
 * are ASCII word boundaries.
 */
export type Assertion =
  | "textStart"
  | "textEnd"
  | "lineStart"
  | "lineEnd"
  | "wordBoundary"
  | "notWordBoundary";

/**
 * A parsed RE2 expression. Flags are already applied: `(?i)` is in the sets, `(?s)` and `(?m)` in the nodes, `(?U)` in
 * `greedy`. `max` is Infinity when a repeat has no bound.
 */
export type Ast =
  | { readonly kind: "empty" }
  | { readonly kind: "chars"; readonly set: CharSet }
  | { readonly kind: "assert"; readonly what: Assertion }
  | { readonly kind: "concat"; readonly items: readonly Ast[] }
  | { readonly kind: "alternate"; readonly items: readonly Ast[] }
  | RepeatNode
  | {
      readonly kind: "group";
      readonly index: number;
      readonly name: string | undefined;
      readonly item: Ast;
    };

/** `item` repeated `min` to `max` times, preferring more (`greedy`) or fewer. */
export interface RepeatNode {
  readonly kind: "repeat";
  readonly item: Ast;
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
}

import type { Ast } from "./ast.ts";
import { flatten, measure } from "./ast-facts.ts";
import { charPositions, eitherPositions } from "./char-positions.ts";
import type { CharPositions } from "./char-positions.ts";
import { everyUnit } from "./required.ts";

/** Where a literal stands in every match. */
export interface LiteralPlace {
  /** How many UTF-16 units of the match stand before it, at most. */
  readonly before: number;
  /** What stands in its place and behind it. */
  readonly ahead: CharPositions;
  /** What stands before it, the last character first. */
  readonly behind: CharPositions;
}

/** What a match holds on both sides of a node. */
interface Context {
  readonly left: readonly Ast[];
  readonly right: readonly Ast[];
}

const isLetter = (unit: number): boolean => {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
};

/** Does a node stand for this one character, in either case? */
function spells(ast: Ast | undefined, unit: number): boolean {
  return (
    ast?.kind === "chars" &&
    everyUnit(
      ast.set,
      (member) => (member | 0x20) === (unit | 0x20) && (member === unit || isLetter(unit)),
    )
  );
}

function placeInItems(
  items: readonly Ast[],
  literal: string,
  { left, right }: Context,
): LiteralPlace | undefined {
  let best: LiteralPlace | undefined;
  let before = 0;
  for (const [i, item] of items.entries()) {
    const isHere = Array.from(literal).every((char, k) => spells(items[i + k], char.charCodeAt(0)));
    const head = [...left, ...items.slice(0, i)];
    const isInner = item.kind === "alternate" || item.kind === "repeat";
    const found = isHere
      ? {
          before: 0,
          ahead: charPositions([...items.slice(i), ...right]),
          behind: charPositions(head, true),
        }
      : isInner
        ? placeIn(item, literal, { left: head, right: [...items.slice(i + 1), ...right] })
        : undefined;
    const isNearer =
      found !== undefined && (best === undefined || before + found.before < best.before);
    if (isNearer) best = { ...found, before: before + found.before };
    before += measure(item).max;
  }
  return best;
}

function placeIn(ast: Ast, literal: string, context: Context): LiteralPlace | undefined {
  if (ast.kind === "alternate") {
    let any: LiteralPlace | undefined;
    for (const item of ast.items) {
      const found = placeIn(item, literal, context);
      if (found === undefined) return undefined;
      any = {
        before: Math.max(found.before, any?.before ?? 0),
        ahead: any === undefined ? found.ahead : eitherPositions(any.ahead, found.ahead),
        behind: any === undefined ? found.behind : eitherPositions(any.behind, found.behind),
      };
    }
    return any;
  }
  if (ast.kind === "repeat") {
    if (ast.min === 0) return undefined;
    // It is the first time round that is meant.
    const again: Ast = { ...ast, min: ast.min - 1, max: ast.max - 1 };
    return placeIn(ast.item, literal, {
      left: context.left,
      right: [again, ...context.right],
    });
  }
  return placeInItems(flatten(ast), literal, context);
}

/**
 * Where every match holds an ASCII literal, in either case; undefined where there are matches without it. O(tree * depth).
 */
export function literalPlace(ast: Ast, literal: string): LiteralPlace | undefined {
  return placeIn(ast, literal, { left: [], right: [] });
}

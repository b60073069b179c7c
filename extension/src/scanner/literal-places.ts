/** Where a pattern's only literal stands in its expression, in whatever case; nothing where it is not told by that. */
export interface LiteralPlace {
  readonly from?: number;
  readonly chars?: number;
}

/** The place of literals, which `literalAt` finds again. */
export function placeOf(literals: readonly string[], regex: string): LiteralPlace {
  const [literal = "", ...others] = literals;
  const from = regex.toLowerCase().indexOf(literal);
  const place = { from, chars: literal.length };
  return literal !== "" && others.length === 0 && literalAt(place, regex)?.[0] === literal
    ? place
    : {};
}

/** The literals at a place; undefined where they are told otherwise. */
export const literalAt = (
  { from, chars }: { readonly from?: unknown; readonly chars?: unknown } = {},
  regex: string,
): string[] | undefined =>
  typeof from === "number" && typeof chars === "number"
    ? [regex.slice(from, from + chars).toLowerCase()]
    : undefined;

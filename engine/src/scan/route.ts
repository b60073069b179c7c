/** How a pattern's candidates are found. */
export type Route =
  /** Matches begin where the literal does. */
  | { readonly kind: "prefix"; readonly literals: readonly string[] }
  /** The literal stands somewhere in the match. */
  | { readonly kind: "anchor"; readonly literals: readonly string[] }
  /** A match counts only near one of its hotwords, so only their surroundings are searched. */
  | { readonly kind: "hotwords" }
  /** The whole content is searched. */
  | { readonly kind: "full" };

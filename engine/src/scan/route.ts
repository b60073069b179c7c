import type { Place } from "../regex/place.ts";

/** How a pattern's candidates are found. */
export type Route =
  /** Matches begin where the literal does. */
  | {
      readonly kind: "prefix";
      readonly literals: readonly string[];
      readonly place: Place;
    }
  /** One of the literals stands somewhere in the match. */
  | {
      readonly kind: "anchor";
      readonly literals: readonly string[];
      /** Where in the expression it stands, where that is known. */
      readonly place: Place | undefined;
    }
  /** A match counts only near one of its hotwords, so only their surroundings are searched. */
  | {
      readonly kind: "hotwords";
      /** Every match holds one of these as well, where any are known; else empty. */
      readonly literals: readonly string[];
      readonly place: Place | undefined;
    }
  /** The whole content is searched. */
  | { readonly kind: "full"; readonly literals: readonly string[]; readonly place: undefined };

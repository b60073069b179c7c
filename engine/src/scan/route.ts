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

/** How far before and behind its anchor a match may reach, in UTF-16 units. */
export const ANCHOR_REACH = { before: 512, after: 2048 };

/** How far a match may reach beyond the window of its hotword, in UTF-16 units. */
export const REACH_BESIDE = 1024;

/** How far behind the beginning of its matches a pattern's words are looked at, in UTF-16 units, but for those in the same line. */
export const wordReachOf = (route: Route, hotwordWindowBytes: number): number =>
  route.kind === "hotwords" ? hotwordWindowBytes + REACH_BESIDE : ANCHOR_REACH.before;

import { IDENTITY } from "./origin-map.ts";
import type { OriginMap } from "./origin-map.ts";

/**
 * One stretch of text that is scanned for itself: the content, or text decoded from it. No match reaches from one
 * section into another, which is what keeps decoded text apart from its surroundings.
 */
export interface Section {
  readonly text: string;
  /** The way back to the original content. */
  readonly origin: OriginMap;
  /** How many characters at the start belong to earlier scans of the session. */
  readonly tailChars: number;
  /** Is this only the place where the tail and the content meet, of which what matters reaches across it? */
  readonly isSeam: boolean;
  /** Where decoded text stood in the section that it was decoded from. */
  readonly container?: { readonly section: Section; readonly start: number; readonly end: number };
}

/** A section of the content itself. */
export function contentSection(text: string, origin: OriginMap = IDENTITY): Section {
  return { text, origin, tailChars: 0, isSeam: false };
}

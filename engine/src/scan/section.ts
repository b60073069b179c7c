import { IDENTITY } from "./origin-map.ts";
import type { OriginMap } from "./origin-map.ts";

/**
 * What of a session's earlier scans stands at the start of a section. Such a section is there for what reaches across the seam
 * alone: another one has the content by itself.
 */
export interface Earlier {
  readonly text: string;
  /** How many of the section's characters belong to it, with what separates it from the content. */
  readonly chars: number;
}

/** Where the text of a section stood in the section that it was made from. */
export interface Container {
  readonly section: Section;
  readonly start: number;
  readonly end: number;
  /** Does the text come without its surroundings, so that the words beside it are those of its container? */
  readonly isBare: boolean;
}

/**
 * One stretch of text that is scanned for itself: the content, or another reading of a part of it. No match reaches from
 * one section into another, which is what keeps decoded text apart from its surroundings.
 */
export interface Section {
  readonly text: string;
  /** The way back to the original content. */
  readonly origin: OriginMap;
  readonly earlier?: Earlier;
  readonly container?: Container;
  /** Where lines were joined, rising: such a text was guessed, and only a value that a join made whole counts. */
  readonly joins?: readonly number[];
  /** Were literals joined that stand beside each other in one line, rather than lines? */
  readonly isBeside?: boolean;
}

/** A section of the content itself. */
export function contentSection(text: string, origin: OriginMap = IDENTITY): Section {
  return { text, origin };
}

import type { Detector } from "./ruleset.ts";
import type { Section } from "./section.ts";

/**
 * A pattern that matched, or a canary that was met. `match` is what the whole expression matched and `value` the part
 * that is judged, both as UTF-16 offsets into the section's text; `origin` is the value's span in the original content.
 * `end` is exclusive.
 */
export interface Finding {
  readonly pattern: Detector;
  readonly section: Section;
  readonly match: { readonly start: number; readonly end: number };
  readonly value: { readonly start: number; readonly end: number; readonly text: string };
  readonly origin: { readonly start: number; readonly end: number };
  /** Did a checksum within the value confirm it? */
  readonly confirmed: boolean;
}

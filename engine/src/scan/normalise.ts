import { decodeBase64, digitRuns } from "./base64.ts";
import { base64InPlace, MIN_IN_PLACE } from "./base64-in-place.ts";
import { withoutControls } from "./controls.ts";
import { fold } from "./fold.ts";
import { dumpedSections } from "./hex-dump.ts";
import { joinedLines } from "./line-joins.ts";
import { unmarkedLines } from "./line-marks.ts";
import { contentSection } from "./section.ts";
import type { Section } from "./section.ts";
import { readStrings } from "./string-readings.ts";
import { ByteArena } from "./text-bytes.ts";
import { unescapedSections, UNESCAPE_LIMITS } from "./unescape.ts";

const foldText = (text: string): string => fold(text).text;

const arena = new ByteArena();

/** A normalised content: its own text, and the texts that stand in it encoded or escaped. */
export interface Normalised {
  readonly content: Section;
  readonly decoded: readonly Section[];
}

/** The sections decoded from what stands encoded or escaped in `section`, folded like the content itself. */
function encodedSections(section: Section): Section[] {
  const content = arena.bytesOf(section.text);
  const runs = digitRuns(content.bytes, MIN_IN_PLACE);
  const decoded = [
    ...decodeBase64(section, foldText, content, runs),
    ...base64InPlace(section, content, runs),
    ...unescapedSections(section),
    ...readStrings(section, UNESCAPE_LIMITS.chars),
    ...joinedLines(section),
    ...unmarkedLines(section),
    ...dumpedSections(section, foldText),
  ];
  arena.clear();
  return decoded;
}

/**
 * The further readings of a section: what stands encoded or escaped in it, and it and each of those without control characters.
 */
export function furtherSections(section: Section): Section[] {
  const further = encodedSections(section);
  for (const each of [section, ...further]) {
    const shown = withoutControls(each);
    if (shown === undefined) continue;
    further.push(shown);
    if (each === section) further.push(...encodedSections(shown));
  }
  return further;
}

/**
 * Step 1: removes what can't be seen, folds look-alikes, applies NFKC, and adds the decoded text of inline base64,
 * hexadecimal, hex dumps and escapes, lines without the marks of a quotation or a patch, and what has control characters without them, as sections of their own. Every section knows the way back to the original content. Linear in the content.
 */
export function normalise(content: string): Normalised {
  const folded = fold(content);
  const section = contentSection(folded.text, folded.origin);
  return { content: section, decoded: furtherSections(section) };
}

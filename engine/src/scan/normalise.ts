import { decodeBase64 } from "./base64.ts";
import { base64InPlace } from "./base64-in-place.ts";
import { withoutControls } from "./controls.ts";
import { fold } from "./fold.ts";
import { dumpedSections } from "./hex-dump.ts";
import { joinedLines } from "./line-joins.ts";
import { unmarkedLines } from "./line-marks.ts";
import { contentSection } from "./section.ts";
import type { Section } from "./section.ts";
import { BACKSLASH, CONTROL, NEWLINE } from "./signs.ts";
import { readStrings } from "./string-readings.ts";
import { plainMemory } from "./survey.ts";
import type { ScanMemory, Survey } from "./survey.ts";
import type { TextBytes } from "./text-bytes.ts";
import { unescapedSections, UNESCAPE_LIMITS } from "./unescape.ts";

const foldText = (text: string): string => fold(text).text;

/** A normalised content: its own text, and the texts that stand in it encoded or escaped. */
export interface Normalised {
  readonly content: Section;
  readonly decoded: readonly Section[];
}

/** The readings of lines, where there are several. */
const readingsOfLines = (section: Section, content: TextBytes, { breaks }: Survey): Section[] => [
  ...joinedLines(section, content, breaks),
  ...unmarkedLines(section, content, breaks),
  ...dumpedSections(section, content, breaks, foldText),
];

/** The sections decoded from what stands encoded or escaped in `section`, folded like the content itself. */
function encodedSections(section: Section, content: TextBytes, survey: Survey): Section[] {
  const { signs, runs } = survey;
  return [
    ...decodeBase64(section, foldText, content, runs),
    ...base64InPlace(section, content, runs),
    ...unescapedSections(section, survey),
    ...((signs & BACKSLASH) === 0 ? [] : readStrings(section, UNESCAPE_LIMITS.chars)),
    ...((signs & NEWLINE) === 0 ? [] : readingsOfLines(section, content, survey)),
  ];
}

/**
 * The further readings of a section: what stands encoded or escaped in it, and it and each of those without control characters.
 */
export function furtherSections(section: Section, memory: ScanMemory): Section[] {
  const content = memory.bytesOf(section.text);
  const survey = memory.survey(content);
  const isPlain = (survey.signs & CONTROL) === 0;
  const further = encodedSections(section, content, survey);
  for (const each of [section, ...further]) {
    const shown = each === section && isPlain ? undefined : withoutControls(each);
    if (shown === undefined) continue;
    further.push(shown);
    if (each !== section) continue;
    const own = memory.bytesOf(shown.text);
    further.push(...encodedSections(shown, own, memory.survey(own)));
  }
  return further;
}

/**
 * Step 1: removes what can't be seen, folds look-alikes, applies NFKC, and adds the decoded text of inline base64,
 * hexadecimal, hex dumps and escapes, lines without the marks of a quotation or a patch, and what has control characters without them, as sections of their own. Every section knows the way back to the original content. Linear in the content.
 */
export function normalise(content: string, memory: ScanMemory = plainMemory): Normalised {
  const folded = memory.isAscii(content) ? undefined : fold(content);
  const section = contentSection(folded?.text ?? content, folded?.origin);
  return { content: section, decoded: furtherSections(section, memory) };
}

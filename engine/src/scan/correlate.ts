import { decodedSections } from "./normalise.ts";
import type { Normalised } from "./normalise.ts";
import type { JudgedFinding } from "./score.ts";
import { shiftedMap } from "./origin-map.ts";
import type { Section } from "./section.ts";
import { utf8Back } from "./utf8.ts";

/** Bytes of UTF-8 that are kept of a session's earlier scans. */
export const TAIL_BYTES = 512;

/** How far into the content a match that begins in the tail is looked for, in UTF-16 units. */
const SEAM_CHARS = 8192;

const behindTail = (tail: string, section: Section, text: string, isSeam: boolean): Section => ({
  text: tail + text,
  origin: shiftedMap(section.origin, tail.length),
  tailChars: tail.length,
  isSeam,
});

/**
 * Step 2: puts the session's tail before the content, so that a secret cut in two by a paste is whole again. The
 * content follows the tail on a line of its own, and once more without a line break, as far as a match can reach. With
 * an empty tail the content's sections are all there is.
 */
export function correlate({ content, decoded }: Normalised, tail: string): readonly Section[] {
  if (tail === "") return [content, ...decoded];
  const seam = behindTail(tail, content, content.text.slice(0, SEAM_CHARS), true);
  const separated = behindTail(`${tail}\n`, content, content.text, false);
  // Base64 cut in two is whole in the seam alone; what lies on one side of it was decoded before.
  const acrossSeam = decodedSections({
    ...seam,
    text: seam.text.slice(0, tail.length + TAIL_BYTES),
  }).filter(({ container }) => {
    return container !== undefined && container.start < tail.length && container.end > tail.length;
  });
  return [separated, seam, ...decoded, ...acrossSeam];
}

/** The tail to keep for the session's next scan: the last 512 bytes of everything that it has seen, folded. */
export function nextTail({ content }: Normalised, tail: string): string {
  const all = (content.text.length < TAIL_BYTES ? tail : "") + content.text;
  return all.slice(utf8Back(all, all.length, TAIL_BYTES));
}

/**
 * Drops what the session's earlier scans have answered: findings that lie wholly in the tail, those of the seam that
 * do not reach across it, and those that begin with what blocked in the tail alone.
 */
export function dropSettled(
  findings: readonly JudgedFinding[],
  inTail: readonly JudgedFinding[],
): JudgedFinding[] {
  const settled = new Set(
    inTail
      .filter(({ blocks }) => blocks)
      .map(({ finding }) => `${finding.pattern.index}:${finding.match.start}`),
  );
  return findings.filter(({ finding: { pattern, section, match, value } }) => {
    if (section.tailChars === 0) return true;
    if (value.end <= section.tailChars) return false;
    if (match.start >= section.tailChars) return !section.isSeam;
    return !settled.has(`${pattern.index}:${match.start}`);
  });
}

import { asciiOf, asciiOfHex, beginsAsAscii, EQUALS, readRun } from "./base64.ts";
import type { DigitRun } from "./base64.ts";
import type { Escape } from "./escape.ts";
import type { Section } from "./section.ts";
import type { TextBytes } from "./text-bytes.ts";
import { groupsOf, readGroup, UNESCAPE_LIMITS } from "./unescape.ts";

/** The fewest digits that are read so, with their padding: an identity number has nine characters. Hardly a word reads as text. */
const MIN_CHARS = 12;
/** Without their padding. */
export const MIN_IN_PLACE = MIN_CHARS - 2;
/** Of hexadecimal ones. */
const MIN_HEX = 20;
/** The most: what stands beside a longer text says little of it. */
const MAX_DIGITS = 1024;

/** The runs that stand for text of ASCII alone; not those that go on in the next line, which say little of it. */
function* plainRuns(content: TextBytes, runs: readonly DigitRun[]): Generator<Escape> {
  const { text, bytes } = content;
  let done = 0;
  for (const { start, end } of runs) {
    if (start < done || end - start > MAX_DIGITS) continue;
    const hex = end - start < MIN_HEX ? undefined : asciiOfHex(bytes, start, end);
    if (hex !== undefined) yield { start, end, text: hex };
    if (hex !== undefined || !beginsAsAscii(bytes, start)) continue;
    done = readRun(content, start, end).end;
    let after = end;
    while (text.charCodeAt(after) === EQUALS && (after - start) % 4 !== 0) after++;
    if (done > end || after - start < MIN_CHARS) continue;
    const decoded = asciiOf(text.slice(start, end));
    if (decoded === undefined) continue;
    yield { start, end, text: decoded };
    // What the digits stand for is theirs alone, as where they are decoded by themselves.
    if (after > end) yield { start: end, end: after, text: "" };
  }
}

/**
 * The stretches of a section with the base64 and the hexadecimal in them as the text that it stands for: a value that is encoded by itself
 * is told by the name beside it, and where there is nothing beside it, nothing is gained. At most `UNESCAPE_LIMITS.chars`
 * characters in all. `content` has the section's text, and `runs` are those of its digits, of `MIN_IN_PLACE` and more. Linear
 * in the section.
 */
export function base64InPlace(
  section: Section,
  content: TextBytes,
  runs: readonly DigitRun[],
): Section[] {
  const sections: Section[] = [];
  let left: number = UNESCAPE_LIMITS.chars;
  for (const group of groupsOf(plainRuns(content, runs))) {
    if (left <= 0) break;
    const read = readGroup(section, group);
    const isAlone =
      read.container?.start === group[0]?.start && read.container?.end === group.at(-1)?.end;
    if (isAlone) continue;
    left -= read.text.length;
    sections.push(read);
  }
  return sections;
}

import { wordBefore, wordFrom } from "./made-up.ts";
import { composeMaps, mapOfEdits } from "./origin-map.ts";
import type { Edit } from "./origin-map.ts";
import type { Section } from "./section.ts";

// Control characters are what is looked for here.
/* oxlint-disable no-control-regex */

/** Control characters but for white space, in two: V8 looks for as many as 16 in long steps, and for more one by one. */
const SOME = /[\0-\x08\x0e-\x14]/;
const OTHERS = /[\x15-\x1f\x7f]/;

/**
 * What shows nothing: a sequence that tells a terminal to set colours, erase or move (ECMA-48, 5.4) or picks a character set,
 * or control characters, U+0085 as it is folded among them.
 */
const UNSEEN =
  /\x1b(?:\[[0-?]{0,64}[ -/]{0,4}[@-~]|[()][0AB])?|\0+|(?:\x7f\n|[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]){1,64}/g;

/** The sequences that move to another place, by their last character. */
const MOVES = /\[[0-?]*[A-Hadef`]$/;

const LETTERS = /^[A-Z]?[a-z]*$/;
const NAME = /^[A-Za-z_]\w*$/;

/** The shortest word, cut in two, that is taken for two. */
const MIN_WORDS = 5;

/** So much of the text before a NUL is looked at. */
const MAX_BEFORE = 256;

/** Do NULs stand between two words, as in a program's texts, or between two assignments, as in a process's variables? */
function separate(text: string, start: number, end: number): boolean {
  const [left, right] = [wordBefore(text, start), wordFrom(text, end)];
  if (LETTERS.test(left) && LETTERS.test(right)) return left.length + right.length >= MIN_WORDS;
  if (text.charAt(end + right.length) !== "=" || !NAME.test(right)) return false;
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  return before.lastIndexOf("=") > before.lastIndexOf("\0");
}

/**
 * A section as a terminal shows it, without control characters and sequences, where it has any: one more reading, since between two words
 * they are what separates them. Linear in the section.
 */
export function withoutControls(section: Section): Section | undefined {
  const { text, origin, container, joins } = section;
  if (joins !== undefined || !(SOME.test(text) || OTHERS.test(text))) return undefined;
  const edits: Edit[] = [];
  let shown = "";
  let at = 0;
  for (const { 0: unseen, index } of text.matchAll(UNSEEN)) {
    shown += text.slice(at, index);
    at = index + unseen.length;
    const start = shown.length;
    if (MOVES.test(unseen) || (unseen[0] === "\0" && separate(text, index, at))) shown += " ";
    edits.push({ start, end: shown.length, originStart: index, originEnd: at });
  }
  shown += text.slice(at);
  return {
    text: shown,
    origin: composeMaps(mapOfEdits(edits), origin),
    container: container ?? { section, start: 0, end: text.length, isBare: false },
  };
}

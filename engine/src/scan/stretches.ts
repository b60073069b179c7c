import type { StretchKind } from "../regex/required.ts";
import { BYTE_VALUES } from "./text-bytes.ts";
import type { TextBytes } from "./text-bytes.ts";

/** A kind of stretch that patterns are known by, and the shortest one that tells them from ordinary text. */
interface IndexedKind extends StretchKind {
  readonly least: number;
  /** The character, where there is only one. */
  readonly only: string | undefined;
  /** For each ASCII character, whether it may stand in such a stretch, and whether it is one that has to. */
  readonly members: Uint8Array;
}

const MEMBER = 1;
const CORE = 2;

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const WORD = `${DIGITS}${UPPER}${LOWER}_`;

function kindOf(chars: string, least: number, core = chars): IndexedKind {
  const members = new Uint8Array(BYTE_VALUES);
  for (const char of chars) members[char.charCodeAt(0)] = core.includes(char) ? CORE : MEMBER;
  return {
    members,
    least,
    only: chars.length === 1 ? chars : undefined,
    has: (unit) => (members[unit] ?? 0) !== 0,
    hasCore: (unit) => members[unit] === CORE,
  };
}

/** From the rarest in ordinary text to the most common. */
export const STRETCH_KINDS: readonly IndexedKind[] = [
  kindOf(`${DIGITS} ().+/-`, 9, DIGITS),
  kindOf(`${DIGITS}${UPPER} -`, 14, DIGITS),
  kindOf("@", 1),
  kindOf(`${LOWER} \t`, 40),
  kindOf(`${WORD}-`, 14),
  kindOf("+", 1),
  kindOf(`${WORD}-+/=.~%`, 20),
  kindOf(`${WORD}-+/=.~%:!?@#$^&*`, 8),
];

/** The stretches of one kind in a text, maximal and rising: where each begins and ends. */
export interface Stretches {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The stretches of at least `least` units. Looks at every unit of the text twice at most, at far fewer as a rule. */
function findStretches(bytes: Uint8Array, { members }: IndexedKind, least: number): Stretches {
  const starts: number[] = [];
  const ends: number[] = [];
  const { length } = bytes;
  // No stretch that is still to be found begins before `at`.
  for (let at = 0; at + least <= length;) {
    let start = at + least;
    while (start > at && (members[bytes[start - 1] ?? 0] ?? 0) !== 0) start--;
    if (start > at) {
      at = start;
      continue;
    }
    let end = at + least;
    while (end < length && (members[bytes[end] ?? 0] ?? 0) !== 0) end++;
    if (hasCore(bytes, start, end, members)) {
      starts.push(start);
      ends.push(end);
    }
    at = end + 1;
  }
  return { starts, ends };
}

/** The stretches of one character alone. */
function findRepeats(text: string, char: string): Stretches {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = text.indexOf(char); at >= 0;) {
    let end = at + 1;
    while (text.charAt(end) === char) end++;
    starts.push(at);
    ends.push(end);
    at = text.indexOf(char, end);
  }
  return { starts, ends };
}

function hasCore(bytes: Uint8Array, start: number, end: number, members: Uint8Array): boolean {
  for (let at = start; at < end; at++) if (members[bytes[at] ?? 0] === CORE) return true;
  return false;
}

/** The stretches of a kind in a text, by the kind's index: all of at least `chars` units, perhaps with shorter ones. */
export type StretchIndex = (kind: number, chars: number) => Stretches;

interface Known {
  readonly least: number;
  readonly stretches: Stretches;
}

const NONE: Stretches = { starts: [], ends: [] };

/** Indexes a text. The first two questions about a kind cost O(text) at most: long stretches cost less to find. */
export function indexStretches({ text, bytes }: TextBytes): StretchIndex {
  const byKind: (Known | undefined)[] = [];
  return (index, chars) => {
    const kind = STRETCH_KINDS[index];
    if (kind === undefined) return NONE;
    const known = byKind[index];
    const wanted = Math.max(chars, kind.least);
    if (known !== undefined && known.least <= wanted) return known.stretches;
    const least = known === undefined ? wanted : kind.least;
    const stretches =
      kind.only === undefined ? findStretches(bytes, kind, least) : findRepeats(text, kind.only);
    byKind[index] = { least, stretches };
    return stretches;
  };
}

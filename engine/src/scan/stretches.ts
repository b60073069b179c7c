import type { StretchKind } from "../regex/required.ts";

/** A kind of stretch that patterns are known by, and the shortest one that tells them from ordinary text. */
interface IndexedKind extends StretchKind {
  readonly least: number;
  /** For each ASCII character, whether it may stand in such a stretch, and whether it is one that has to. */
  readonly members: Uint8Array;
}

const MEMBER = 1;
const CORE = 2;

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const WORD = `${DIGITS}${UPPER}${LOWER}_`;

function kind(chars: string, least: number, core = chars): IndexedKind {
  const members = new Uint8Array(128);
  for (const char of chars) members[char.charCodeAt(0)] = core.includes(char) ? CORE : MEMBER;
  return {
    members,
    least,
    has: (unit) => (members[unit] ?? 0) !== 0,
    hasCore: (unit) => members[unit] === CORE,
  };
}

/** From the rarest in ordinary text to the most common. */
export const STRETCH_KINDS: readonly IndexedKind[] = [
  kind(`${DIGITS} ().+/-`, 9, DIGITS),
  kind(`${DIGITS}${UPPER} -`, 14, DIGITS),
  kind("@", 1),
  kind(`${LOWER} \t`, 40),
  kind(`${WORD}-`, 14),
  kind("+", 1),
  kind(`${WORD}-+/=.~%`, 20),
  kind(`${WORD}-+/=.~%:!?@#$^&*`, 8),
];

/** The stretches of one kind in a text, maximal and rising: where each begins and ends. */
export interface Stretches {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function findStretches(text: string, { members, least }: IndexedKind): Stretches {
  const starts: number[] = [];
  const ends: number[] = [];
  const { length } = text;
  for (let at = 0; at < length; at++) {
    // A stretch that is long enough holds one of the places that stand so far apart.
    const probe = at + least - 1;
    if (probe >= length) break;
    if ((members[text.charCodeAt(probe)] ?? 0) === 0) {
      at = probe;
      continue;
    }
    let start = probe;
    while (start > at && (members[text.charCodeAt(start - 1)] ?? 0) !== 0) start--;
    let end = probe + 1;
    while (end < length && (members[text.charCodeAt(end)] ?? 0) !== 0) end++;
    if (end - start >= least && hasCore(text, start, end, members)) {
      starts.push(start);
      ends.push(end);
    }
    at = end;
  }
  return { starts, ends };
}

function hasCore(text: string, start: number, end: number, members: Uint8Array): boolean {
  for (let at = start; at < end; at++) if (members[text.charCodeAt(at)] === CORE) return true;
  return false;
}

/** The stretches of a text by the index of their kind; each kind is looked for when it is first asked for. */
export type StretchIndex = (kind: number) => Stretches;

/** Indexes a text. The first question about a kind costs O(text). */
export function indexStretches(text: string): StretchIndex {
  const known: (Stretches | undefined)[] = [];
  return (index) => {
    const found = known[index];
    if (found !== undefined) return found;
    const asked = STRETCH_KINDS[index];
    const made = asked === undefined ? { starts: [], ends: [] } : findStretches(text, asked);
    known[index] = made;
    return made;
  };
}

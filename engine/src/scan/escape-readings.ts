import type { Escape } from "./escape.ts";

/** How far around a joint the quotation marks of its literals are looked for, in UTF-16 units. */
const MAX_LITERAL = 256;

/** How far around the escapes of a form its plus signs are looked for, in UTF-16 units. */
const MAX_FORM = 160;

/** `"".join([`, `concat(`, `[`, and what closes them. */
const CALL_BEFORE = /(?:(?:""|''|\w+)\.)?\w*\((?:""|'')?,?\s?[[({]?$|[[({]$/;
const CALL_AFTER = /^[\])}]{1,2}(?:\.join\((?:""|'')?\))?/;
const MAX_CALL = 32;

const NOT_IN_FORM = " \t\r\n\"'`<>()";

const inOrder = (escapes: readonly Escape[]): Escape[] => {
  const kept: Escape[] = [];
  for (const escape of escapes.toSorted((a, b) => a.start - b.start)) {
    if (escape.start >= (kept.at(-1)?.end ?? 0)) kept.push(escape);
  }
  return kept;
};

/** Where literals that are put together begin and end: the offsets of their outer quotation marks. */
interface Chain {
  readonly open: number;
  readonly close: number;
  readonly isList: boolean;
}

/** The outer quotation marks of literals that are put together, as far as they stand near. */
function chainsOf(text: string, group: readonly Escape[]): Chain[] {
  const chains: Chain[] = [];
  const joints = group.filter(({ joint }) => joint !== undefined);
  let open = -1;
  for (const [i, { start, end, joint }] of joints.entries()) {
    const from = Math.max(joints[i - 1]?.end ?? 0, start - MAX_LITERAL);
    const before = text.slice(from, start).lastIndexOf(text.charAt(start));
    if (before >= 0) open = from + before;
    const to = Math.min(joints[i + 1]?.start ?? text.length, end + MAX_LITERAL);
    const close = text.slice(end, to).indexOf(text.charAt(end - 1));
    if (open < 0 || close < 0) continue;
    chains.push({ open, close: end + close, isList: joint === "list" });
    open = -1;
  }
  return chains;
}

const removed = (start: number, end: number): Escape => ({ start, end, text: "" });

/** What stands around the literals of a list that is put together: its brackets and the call. */
function callsAround(text: string, chains: readonly Chain[]): Escape[] {
  return chains
    .filter(({ isList }) => isList)
    .flatMap(({ open, close }) => {
      const before = CALL_BEFORE.exec(text.slice(Math.max(0, open - MAX_CALL), open))?.[0] ?? "";
      const after = CALL_AFTER.exec(text.slice(close + 1, close + 1 + MAX_CALL))?.[0] ?? "";
      return [removed(open - before.length, open), removed(close + 1, close + 1 + after.length)];
    });
}

const quotesOf = (chains: readonly Chain[]): Escape[] =>
  chains.flatMap(({ open, close }) => [removed(open, open + 1), removed(close, close + 1)]);

/** The plus signs of a stretch, in which they stand for spaces. */
function plusSigns(text: string, start: number, end: number): Escape[] {
  const signs: Escape[] = [];
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) === 0x2b) signs.push({ start: at, end: at + 1, text: " " });
  }
  return signs;
}

/**
 * The escapes of a stretch that is encoded as forms are, where a plus sign stands for a space (WHATWG URL, 5.1), as it
 * is or encoded once more with the rest; none where there is no such sign.
 */
function asForm(text: string, group: readonly Escape[]): Escape[] {
  let start = group[0]?.start ?? 0;
  let end = group.at(-1)?.end ?? 0;
  if (text.charCodeAt(start) !== 0x25) return [];
  const least = start - MAX_FORM;
  const most = Math.min(text.length, end + MAX_FORM);
  while (start > 0 && start > least && !NOT_IN_FORM.includes(text.charAt(start - 1))) start--;
  while (end < most && !NOT_IN_FORM.includes(text.charAt(end))) end++;
  const isTwice = group.some((escape) => text.startsWith("%25", escape.start));
  const signs = plusSigns(text, start, end);
  const encoded =
    signs.length === 0 && isTwice
      ? group.filter((escape) => text.startsWith("%2B", escape.start))
      : signs;
  if (encoded.length === 0) return [];
  return inOrder([...encoded.map((sign) => ({ ...sign, text: " " })), ...group]);
}

/**
 * The ways to read a group of escapes, each as the escapes that are replaced: as they stand; with literals that are only
 * neighbours put together too; without the quotation marks around what is put together; and as a form.
 */
export function readingsOf(text: string, group: readonly Escape[]): readonly Escape[][] {
  const certain = group.filter(({ joint }) => joint !== "neighbours");
  const plain = certain.length === 0 ? group : certain;
  const chains = chainsOf(text, plain);
  const calls = callsAround(text, chains);
  const readings = [
    inOrder([...plain, ...calls]),
    certain.length > 0 && certain.length < group.length ? group : [],
    chains.length > 0 ? inOrder([...plain, ...calls, ...quotesOf(chains)]) : [],
    asForm(text, group),
  ];
  return readings.filter(({ length }) => length > 0).map((escapes) => [...escapes]);
}

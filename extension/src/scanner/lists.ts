/** Lists of texts, each as one text: a sign behind each of a list. */
export interface JoinedLists {
  readonly sign: string;
  readonly lists: readonly string[];
}

/** Those are written with more than one character in JSON. */
const COSTLY = '"\\';

/** The first character from ! on that texts do not hold. */
function freeSign(texts: readonly string[]): string {
  const used = new Set([COSTLY, ...texts].join(""));
  let code = 0x21;
  while (used.has(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}

/** Joins lists; `splitLists` undoes it. */
export function joinLists(lists: readonly (readonly string[])[]): JoinedLists {
  const sign = freeSign(lists.flat());
  return { sign, lists: lists.map((list) => list.map((text) => text + sign).join("")) };
}

/** The lists that were joined. */
export const splitLists = ({ sign, lists }: JoinedLists): string[][] =>
  lists.map((list) => list.split(sign).slice(0, -1));

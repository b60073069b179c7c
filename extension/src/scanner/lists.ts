/** Lists of texts as one text: a sign behind each of a list, another behind each list. */
export interface JoinedLists {
  readonly signs: string;
  readonly text: string;
}

/** Those are written with more than one character in JSON. */
const COSTLY = '"\\';

/** The first two characters from ! on that texts do not hold. */
function freeSigns(texts: readonly string[]): string {
  const used = new Set([COSTLY, ...texts].join(""));
  let signs = "";
  for (let code = 0x21; signs.length < 2; code++) {
    const sign = String.fromCharCode(code);
    if (!used.has(sign)) signs += sign;
  }
  return signs;
}

/** Joins lists; `splitLists` undoes it. */
export function joinLists(lists: readonly (readonly string[])[]): JoinedLists {
  const signs = freeSigns(lists.flat());
  const [endOfText = "", endOfList = ""] = signs;
  const join = (list: readonly string[]): string => list.map((text) => text + endOfText).join("");
  return { signs, text: lists.map((list) => join(list) + endOfList).join("") };
}

/** The lists that were joined. */
export function splitLists({ signs, text }: JoinedLists): string[][] {
  const [endOfText = "", endOfList = ""] = signs;
  const split = (ended: string, end: string): string[] => ended.split(end).slice(0, -1);
  return split(text, endOfList).map((list) => split(list, endOfText));
}

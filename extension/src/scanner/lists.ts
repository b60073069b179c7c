/** Lists of texts, each as one text: a sign behind each of a list, others where a text stands for several. */
export interface JoinedLists {
  readonly signs: string;
  readonly lists: readonly string[];
}

/** What the parts of a word are written with between them, where a list has the word in all of these ways. */
const JOINTS: readonly (readonly string[])[] = [
  [" ", "-", "_", ""],
  [" ", "-", "_"],
  [" ", "_", ""],
  [" ", "_"],
  ["_", ""],
  [" ", ""],
];
const JOINT = /[ _-]/;

/** Words are folded, so that capitals are free as a rule. */
const FIRST_SIGN = "A".charCodeAt(0);
/** From here on come signs that are not printed, the mark of a repeat among them. */
const LAST_SIGN = "~".charCodeAt(0);
const BEYOND = 0xa1;

/** The first characters that texts do not hold: one to end a text, and one for each of the joints. */
function freeSigns(texts: readonly string[]): string {
  const used = new Set(["\\", ...texts].join(""));
  const signs: string[] = [];
  for (let code = FIRST_SIGN; signs.length <= JOINTS.length; code++) {
    if (code > LAST_SIGN && code < BEYOND) continue;
    const sign = String.fromCharCode(code);
    if (!used.has(sign)) signs.push(sign);
  }
  return signs.join("");
}

/** One text for all the ways to write a word that a list has; `spelled` undoes it. Lists that are not in order stay as they are. */
function shortened(list: readonly string[], signs: string): readonly string[] {
  const all = new Set(list);
  if ([...all].toSorted().join("\n") !== list.join("\n")) return list;
  return list.flatMap((word) => {
    if (!all.has(word)) return [];
    const parts = word.split(JOINT);
    const ways = JOINTS.map((joints) => joints.map((joint) => parts.join(joint)));
    const at = ways.findIndex((way) => way.includes(word) && way.every((each) => all.has(each)));
    const isOne = parts.length === 1 || at < 0;
    for (const each of isOne ? [word] : (ways[at] ?? [])) all.delete(each);
    return [isOne ? word : parts.join(signs.charAt(at + 1))];
  });
}

/** The words of a shortened list. */
function spelled(list: readonly string[], signs: string): readonly string[] {
  const words = list.flatMap((word) => {
    const at = JOINTS.findIndex((_, i) => word.includes(signs.charAt(i + 1)));
    return JOINTS[at]?.map((joint) => word.replaceAll(signs.charAt(at + 1), joint)) ?? [word];
  });
  return words.toSorted();
}

/** Joins lists; `splitList` undoes it. */
export function joinLists(lists: readonly (readonly string[])[]): JoinedLists {
  const signs = freeSigns(lists.flat());
  const end = signs.charAt(0);
  const joined = lists.map((list) =>
    shortened(list, signs)
      .map((text) => text + end)
      .join(""),
  );
  return { signs, lists: joined };
}

/** One of the lists that were joined. */
export function splitList(joined: string, signs: string): readonly string[] {
  const list = joined.split(signs.charAt(0)).slice(0, -1);
  const isShort = JOINTS.some((_, i) => joined.includes(signs.charAt(i + 1)));
  return isShort ? spelled(list, signs) : list;
}

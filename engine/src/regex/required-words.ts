import type { Ast } from "./ast.ts";
import { flatten, measure } from "./ast-facts.ts";
import type { CharSet } from "./charset.ts";

/** Words one of which every match holds, in either case, behind at most `before` UTF-16 units of its own. */
export interface RequiredWords {
  readonly words: readonly string[];
  readonly before: number;
}

const MAX_WORDS = 96;
const MIN_CHARS = 2;
const MAX_CHARS = 16;
const MAX_SET = 4;
const MAX_TIMES = 3;

/** How much rarer a word is for each character more. */
const RARER = 8;

/** The ASCII characters of a small set, letters as small ones; undefined where it is larger. */
function fewChars(set: CharSet): readonly string[] | undefined {
  const chars = new Set<string>();
  for (let i = 0; i < set.length; i += 2) {
    const lo = set[i] ?? 0;
    const hi = set[i + 1] ?? 0;
    // The two signs that (?i) takes for letters, which folded text does not hold.
    if (lo === hi && (lo === 0x212a || lo === 0x17f)) continue;
    if (hi >= 0x80 || hi - lo > 26) return undefined;
    for (let unit = lo; unit <= hi; unit++) chars.add(String.fromCharCode(unit).toLowerCase());
    if (chars.size > MAX_SET) return undefined;
  }
  return [...chars];
}

function product(heads: readonly string[], tails: readonly string[]): string[] {
  return [...new Set(heads.flatMap((head) => tails.map((tail) => head + tail)))];
}

const isTooMuch = (words: readonly string[]): boolean =>
  words.length > MAX_WORDS || words.some((word) => word.length > MAX_CHARS * 2);

/** The texts of a sequence, each part of which has few. */
function textsInTurn(items: readonly Ast[]): readonly string[] | undefined {
  let texts: readonly string[] = [""];
  for (const item of items) {
    const more = allTexts(item);
    if (more === undefined) return undefined;
    texts = product(texts, more);
    if (isTooMuch(texts)) return undefined;
  }
  return texts;
}

function textsOfEither(items: readonly Ast[]): readonly string[] | undefined {
  const texts = new Set<string>();
  for (const item of items) {
    const more = texts.size > MAX_WORDS ? undefined : allTexts(item);
    if (more === undefined) return undefined;
    for (const text of more) texts.add(text);
  }
  return [...texts];
}

/** All that a node can match, in small letters, where that is little. */
function allTexts(ast: Ast): readonly string[] | undefined {
  switch (ast.kind) {
    case "empty":
    case "assert":
      return [""];
    case "chars":
      return fewChars(ast.set);
    case "group":
      return allTexts(ast.item);
    case "concat":
      return textsInTurn(ast.items);
    case "alternate":
      return textsOfEither(ast.items);
    case "repeat": {
      if (ast.max > MAX_TIMES) return undefined;
      const must = Array.from({ length: ast.min }, () => ast.item);
      const may = Array.from({ length: ast.max - ast.min }, (): Ast => {
        return { kind: "alternate", items: [{ kind: "empty" }, ast.item] };
      });
      return textsInTurn([...must, ...may]);
    }
  }
}

/** About how often one of the words stands in a text. */
function frequency({ words }: RequiredWords): number {
  return words.reduce((sum, word) => sum + RARER ** -Math.min(word.length, MAX_CHARS), 0);
}

function rarer(a: RequiredWords | undefined, b: RequiredWords | undefined) {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.before === Infinity || b.before === Infinity) return b.before < a.before ? b : a;
  return frequency(b) < frequency(a) ? b : a;
}

/** The words, cut to what is looked for, where all of them are long enough. */
function wordsOf(texts: readonly string[], before: number): RequiredWords | undefined {
  if (texts.length === 0 || texts.some((text) => text.length < MIN_CHARS)) return undefined;
  return { words: [...new Set(texts.map((text) => text.slice(0, MAX_CHARS)))], before };
}

function wordsOfItems(items: readonly Ast[]): RequiredWords | undefined {
  let best: RequiredWords | undefined;
  let before = 0;
  let open: readonly string[] = [""];
  let openBefore = 0;
  for (const item of items) {
    const texts = allTexts(item);
    const longer = texts === undefined ? [] : product(open, texts);
    if (texts !== undefined && !isTooMuch(longer)) {
      open = longer;
    } else {
      best = rarer(best, wordsOf(open, openBefore));
      const inner = texts === undefined ? requiredWords(item) : undefined;
      if (inner !== undefined) {
        best = rarer(best, { words: inner.words, before: before + inner.before });
      }
      open = texts ?? [""];
      openBefore = texts === undefined ? before + measure(item).max : before;
    }
    best = rarer(best, wordsOf(open, openBefore));
    before += measure(item).max;
  }
  return best;
}

/**
 * The rarest words, of ASCII and at least two characters each, one of which every match holds in either case; undefined
 * where there are none or too many. Not for texts with KELVIN SIGN or LONG S. O(tree * depth * 96).
 */
export function requiredWords(ast: Ast): RequiredWords | undefined {
  if (ast.kind === "alternate") {
    const all = ast.items.map(requiredWords);
    const words = new Set<string>();
    let before = 0;
    for (const each of all) {
      if (each === undefined) return undefined;
      for (const word of each.words) words.add(word);
      before = Math.max(before, each.before);
    }
    return words.size > MAX_WORDS || words.size === 0 ? undefined : { words: [...words], before };
  }
  if (ast.kind === "repeat") return ast.min > 0 ? requiredWords(ast.item) : undefined;
  if (ast.kind === "chars") return undefined;
  return wordsOfItems(flatten(ast));
}

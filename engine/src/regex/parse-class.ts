import { foldCase } from "./case-fold.ts";
import { charSet, interned, negate, WORD } from "./charset.ts";
import type { CharSet } from "./charset.ts";
import { parseEscape, peekCodePoint, unitsOf } from "./parse-escape.ts";
import type { Cursor } from "./parse-escape.ts";
import { RegexSyntaxError } from "./syntax-error.ts";
import { unicodeClass } from "./unicode-class.ts";

const DIGIT: CharSet = [0x30, 0x39];
const SPACE: CharSet = [0x09, 0x0a, 0x0c, 0x0d, 0x20, 0x20];

const PERL: Readonly<Record<string, CharSet>> = {
  d: interned(DIGIT),
  D: interned(negate(DIGIT)),
  s: interned(SPACE),
  S: interned(negate(SPACE)),
  w: interned(WORD),
  W: interned(negate(WORD)),
};

/** The same under `(?i)`, which folds before it negates. */
const FOLDED_PERL: Readonly<Record<string, CharSet>> = Object.fromEntries(
  Object.entries(PERL).map(([letter, set]) => [
    letter,
    interned(letter >= "a" ? foldCase(set) : negate(foldCase(negate(set)))),
  ]),
);

const POSIX: Readonly<Record<string, CharSet>> = {
  alnum: [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a],
  alpha: [0x41, 0x5a, 0x61, 0x7a],
  ascii: [0, 0x7f],
  blank: [0x09, 0x09, 0x20, 0x20],
  cntrl: [0, 0x1f, 0x7f, 0x7f],
  digit: DIGIT,
  graph: [0x21, 0x7e],
  lower: [0x61, 0x7a],
  print: [0x20, 0x7e],
  punct: [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e],
  space: [0x09, 0x0d, 0x20, 0x20],
  upper: [0x41, 0x5a],
  word: WORD,
  xdigit: [0x30, 0x39, 0x41, 0x46, 0x61, 0x66],
};

/**
 * Reads `\d \D \s \S \w \W \pN \p{...} \P{...}` from its backslash and moves past it; undefined, with the cursor where it
 * was, when another escape stands there. `fold` is `(?i)`, which folds before it negates.
 */
export function parseClassEscape(cursor: Cursor, fold: boolean): CharSet | undefined {
  const letter = cursor.source[cursor.pos + 1] ?? "";
  if (letter === "p" || letter === "P") {
    return parseUnicodeEscape(cursor, fold, letter === "P");
  }
  const sets = fold ? FOLDED_PERL : PERL;
  if (!Object.hasOwn(sets, letter)) return undefined;
  cursor.pos += 2;
  return sets[letter];
}

function parseUnicodeEscape(cursor: Cursor, fold: boolean, upper: boolean): CharSet {
  const { source, pos } = cursor;
  let name: string;
  let end: number;
  if (source[pos + 2] === "{") {
    end = source.indexOf("}", pos) + 1;
    if (end === 0) {
      throw new RegexSyntaxError(`invalid character class range: \`${source.slice(pos)}\``, pos);
    }
    name = source.slice(pos + 3, end - 1);
  } else {
    const code = source.codePointAt(pos + 2);
    name = code === undefined ? "" : String.fromCodePoint(code);
    end = pos + 2 + name.length;
  }
  const caret = name.startsWith("^");
  const set = unicodeClass(caret ? name.slice(1) : name, fold);
  if (set === undefined) {
    throw new RegexSyntaxError(`unknown Unicode class: \`${source.slice(pos, end)}\``, pos);
  }
  cursor.pos = end;
  return caret === upper ? set : negate(set);
}

/** Classes by their text, so that equal ones are the same set; no more than so many are kept. */
const MAX_CLASSES = 4096;
const PLAIN_CLASSES = new Map<string, CharSet>();
const FOLDED_CLASSES = new Map<string, CharSet>();

/**
 * Reads a bracketed class from its `[` and moves past its `]`: https://github.com/google/re2/wiki/Syntax, with Go's rules
 * for the corners (`]` first and `-` anywhere are literal, `[:name:]` classes, folding before negation).
 */
export function parseBracket(cursor: Cursor, fold: boolean): CharSet {
  const { source, pos } = cursor;
  // Expressions have few different classes: of most, the text up to the next `]` was read before.
  const known = fold ? FOLDED_CLASSES : PLAIN_CLASSES;
  const end = source.indexOf("]", pos + 1) + 1;
  const before = known.get(source.slice(pos, end));
  if (before !== undefined) {
    cursor.pos = end;
    return before;
  }
  const set = interned(readBracket(cursor, fold));
  const text = source.slice(pos, cursor.pos);
  // What `[:` is depends on whether a `:]` comes behind it, also behind this text.
  if (known.size < MAX_CLASSES && !text.includes("[:")) known.set(text, set);
  return set;
}

function readBracket(cursor: Cursor, fold: boolean): CharSet {
  const { source } = cursor;
  const open = cursor.pos;
  const negated = source[open + 1] === "^";
  cursor.pos = open + (negated ? 2 : 1);
  const first = cursor.pos;
  const ranges: number[] = [];
  while (cursor.pos === first || source[cursor.pos] !== "]") {
    if (cursor.pos >= source.length) {
      throw new RegexSyntaxError(`missing closing ]: \`${source.slice(open)}\``, open);
    }
    const named = parseNamedClass(cursor, fold) ?? parseEscapedClass(cursor, fold);
    ranges.push(...(named ?? parseRange(cursor, open, fold)));
  }
  cursor.pos += 1;
  const set = charSet(ranges);
  return negated ? negate(set) : set;
}

function parseEscapedClass(cursor: Cursor, fold: boolean): CharSet | undefined {
  return cursor.source[cursor.pos] === "\\" ? parseClassEscape(cursor, fold) : undefined;
}

function parseNamedClass(cursor: Cursor, fold: boolean): CharSet | undefined {
  const { source, pos } = cursor;
  const end = source.startsWith("[:", pos) ? source.indexOf(":]", pos + 2) : -1;
  if (end < 0) {
    return undefined;
  }
  const negated = source[pos + 2] === "^";
  const name = source.slice(pos + (negated ? 3 : 2), end);
  const set = Object.hasOwn(POSIX, name) ? POSIX[name] : undefined;
  if (set === undefined) {
    const whole = source.slice(pos, end + 2);
    throw new RegexSyntaxError(`invalid character class range: \`${whole}\``, pos);
  }
  cursor.pos = end + 2;
  const folded = fold ? foldCase(set) : set;
  return negated ? negate(folded) : folded;
}

function parseRange(cursor: Cursor, open: number, fold: boolean): CharSet {
  const { source, pos } = cursor;
  const lo = parseClassChar(cursor, open);
  let hi = lo;
  // In `[a-]` the `-` is literal.
  if (
    source[cursor.pos] === "-" &&
    cursor.pos + 1 < source.length &&
    source[cursor.pos + 1] !== "]"
  ) {
    cursor.pos += 1;
    hi = parseClassChar(cursor, open);
    if (hi < lo) {
      const range = source.slice(pos, cursor.pos);
      throw new RegexSyntaxError(`invalid character class range: \`${range}\``, pos);
    }
  }
  return fold ? foldCase([lo, hi]) : [lo, hi];
}

function parseClassChar(cursor: Cursor, open: number): number {
  const code = peekCodePoint(cursor);
  if (code < 0) {
    throw new RegexSyntaxError(`missing closing ]: \`${cursor.source.slice(open)}\``, open);
  }
  if (code === 0x5c) {
    return parseEscape(cursor);
  }
  cursor.pos += unitsOf(code);
  return code;
}

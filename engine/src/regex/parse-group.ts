import type { Cursor } from "./parse-escape.ts";
import { RegexSyntaxError } from "./syntax-error.ts";

/** `(?i)`: letters match their other cases. */
export const FOLD = 1;
/** `(?m)`: `^` and `$` match at line ends too. */
export const LINES = 2;
/** `(?s)`: `.` matches `\n`. */
export const DOT_ALL = 4;
/** `(?U)`: `x*` and `x*?` swap their meanings. */
export const UNGREEDY = 8;

const FLAGS: Readonly<Record<string, number>> = { i: FOLD, m: LINES, s: DOT_ALL, U: UNGREEDY };

const NOT_RE2: readonly (readonly [string, string])[] = [
  ["(?=", "lookahead is not RE2"],
  ["(?!", "lookahead is not RE2"],
  ["(?<=", "lookbehind is not RE2"],
  ["(?<!", "lookbehind is not RE2"],
  ["(?>", "atomic groups are not RE2"],
  ["(?P=", "backreferences are not RE2"],
  ["(?#", "comments are not RE2"],
  ["(?(", "conditionals are not RE2"],
  ["(?|", "branch reset is not RE2"],
  ["(?R", "recursion is not RE2"],
  ["(?&", "recursion is not RE2"],
  ["(?P>", "recursion is not RE2"],
];

const NAMED = /\(\?P?<([^>]*)>/y;
const NAME = /^\w+$/;

/** What a `(` opens, with the flags that hold after it. `flags` is `(?i)`, which opens nothing. */
export type GroupOpening =
  | { readonly kind: "capture"; readonly flags: number; readonly name: string | undefined }
  | { readonly kind: "plain"; readonly flags: number }
  | { readonly kind: "flags"; readonly flags: number };

/** Reads the opening of a group from its `(` and moves past it (past the `)` for flags alone). */
export function parseGroupOpening(cursor: Cursor, flags: number): GroupOpening {
  const { source, pos } = cursor;
  if (source[pos + 1] !== "?") {
    cursor.pos = pos + 1;
    return { kind: "capture", flags, name: undefined };
  }
  const refusal = NOT_RE2.find(([opening]) => source.startsWith(opening, pos));
  if (refusal !== undefined) {
    throw new RegexSyntaxError(`${refusal[1]}: \`${refusal[0]}\``, pos);
  }
  if (source.startsWith("(?<", pos) || source.startsWith("(?P<", pos)) {
    return { kind: "capture", flags, name: parseName(cursor) };
  }
  return parseFlags(cursor, flags);
}

function parseName(cursor: Cursor): string {
  const { source, pos } = cursor;
  NAMED.lastIndex = pos;
  const [whole, name] = NAMED.exec(source) ?? [];
  if (whole === undefined || name === undefined || !NAME.test(name)) {
    const text = whole ?? source.slice(pos);
    throw new RegexSyntaxError(`invalid named capture: \`${text}\``, pos);
  }
  cursor.pos = pos + whole.length;
  return name;
}

function parseFlags(cursor: Cursor, before: number): GroupOpening {
  const { source, pos } = cursor;
  let flags = before;
  let clearing = false;
  let sawFlag = false;
  for (let at = pos + 2; at < source.length; at += 1) {
    const char = source[at] ?? "";
    if (char === ":" || char === ")") {
      if (clearing && !sawFlag) {
        break;
      }
      cursor.pos = at + 1;
      return { kind: char === ":" ? "plain" : "flags", flags };
    }
    const flag = Object.hasOwn(FLAGS, char) ? FLAGS[char] : undefined;
    if (flag !== undefined) {
      sawFlag = true;
      flags = clearing ? flags & ~flag : flags | flag;
    } else if (char === "-" && !clearing) {
      clearing = true;
      sawFlag = false;
    } else {
      break;
    }
  }
  const text = source.slice(pos, pos + 4);
  throw new RegexSyntaxError(`invalid or unsupported Perl syntax, not RE2: \`${text}\``, pos);
}

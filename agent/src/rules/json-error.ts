const SPACE = /[ \t\r\n]*/y;
const SCALAR =
  /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/uy;

/** What may stand at a place. */
type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "end";

function skip(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

const isBracketPair = (open: string | undefined, close: string): boolean =>
  (open === "[" && close === "]") || (open === "{" && close === "}");

/** What a closing or separating character leads to; undefined where it may not stand. */
function afterPunctuation(char: string, expected: Expected, open: string[]): Expected | undefined {
  const inner = open.at(-1);
  const mayClose = expected.endsWith("end") || expected.includes(" or ");
  if (mayClose && isBracketPair(inner, char)) {
    open.pop();
    return open.length === 0 ? "end" : ", or end";
  }
  if (char === "," && expected === ", or end") return inner === "{" ? "key" : "value";
  if (char === ":" && expected === ":") return "value";
  if (!expected.startsWith("value") || (char !== "[" && char !== "{")) return undefined;
  open.push(char);
  return char === "[" ? "value or ]" : "key or }";
}

function afterScalar(isString: boolean, expected: Expected, open: string[]): Expected | undefined {
  if (expected.startsWith("key")) return isString ? ":" : undefined;
  if (!expected.startsWith("value")) return undefined;
  return open.length === 0 ? "end" : ", or end";
}

/** The offset of the first character that is not JSON (RFC 8259); the text's length where it is all JSON, or cut off. */
function jsonErrorOffset(text: string): number {
  const open: string[] = [];
  let expected: Expected | undefined = "value";
  let at = 0;
  for (;;) {
    at = skip(SPACE, text, at);
    if (at >= text.length) return text.length;
    const end = skip(SCALAR, text, at);
    const char = text.charAt(at);
    expected =
      end > at ? afterScalar(char === '"', expected, open) : afterPunctuation(char, expected, open);
    if (expected === undefined) return at;
    at = end > at ? end : at + 1;
  }
}

/** Where a text stops being JSON, and why. The parser's own message leaves the place out and quotes the text instead. */
export function jsonFault(text: string): string {
  const offset = jsonErrorOffset(text);
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - before.lastIndexOf("\n");
  return `line ${line}, column ${column}: ${problemAt(text.charAt(offset))}`;
}

function problemAt(char: string): string {
  if (char === "") return "the file ends too early; is it complete?";
  if (char === '"') return "this string is not closed, or does not belong here";
  return "this is not JSON; look for a missing comma, quote or bracket";
}

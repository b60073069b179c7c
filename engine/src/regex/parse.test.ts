import { describe, expect, test } from "vitest";
import { canMatchEmpty, lengthRange, literalPrefixes } from "./ast-facts.ts";
import { compileRegex } from "./compile-regex.ts";
import { parseRegex } from "./parse.ts";
import { RegexSyntaxError } from "./syntax-error.ts";

const REFUSED: readonly (readonly [source: string, offset: number, message: RegExp])[] = [
  ["a(b", 1, /missing closing \)/],
  ["ab)", 2, /unexpected \)/],
  ["x[a", 1, /missing closing \]/],
  ["[a-", 0, /missing closing \]/],
  ["[]", 0, /missing closing \]/],
  ["[z-a]", 1, /invalid character class range: `z-a`/],
  ["[a-\\d]", 3, /invalid escape/],
  ["[[:foo:]]", 1, /invalid character class range: `\[:foo:\]`/],
  ["[\\b]", 1, /invalid escape/],
  ["*a", 0, /missing argument to repetition operator: `\*`/],
  ["a|+", 2, /missing argument/],
  ["(?:?)", 3, /missing argument/],
  ["{2}", 0, /missing argument/],
  ["a**", 2, /invalid nested repetition operator: `\*\*`/],
  ["a*?*", 3, /invalid nested repetition operator: `\*\?\*`/],
  ["a{2}{3}", 4, /invalid nested repetition operator/],
  ["a++", 2, /nested repetition.*not RE2/],
  ["a?+", 2, /nested repetition.*not RE2/],
  ["a{1001}", 1, /invalid repeat count/],
  ["a{1,1001}", 1, /invalid repeat count/],
  ["a{99999999999999999999}", 1, /invalid repeat count/],
  ["a{2,1}", 1, /invalid repeat count/],
  ["(?:a{100}){11}", 10, /invalid repeat count/],
  ["(?:(?:a{10}|b){10,}c){0,11}", 21, /invalid repeat count/],
  ["a\\", 1, /trailing backslash/],
  ["\\8", 0, /backreferences are not RE2/],
  ["(a)\\1", 3, /backreferences are not RE2/],
  ["\\k<a>", 0, /backreferences are not RE2/],
  ["(?P=a)", 0, /backreferences are not RE2/],
  ["\\C", 0, /not RE2: `\\C`/],
  ["\\Z", 0, /not RE2: `\\Z`/],
  ["\\E", 0, /not RE2: `\\E`/],
  ["\\y", 0, /not RE2: `\\y`/],
  ["\\é", 0, /not RE2: `\\é`/],
  ["\\x4", 0, /invalid escape/],
  ["\\x{}", 0, /invalid escape/],
  ["\\x{110000}", 0, /invalid escape/],
  ["é\\p{Grek}", 1, /unknown Unicode class: `\\p{Grek}`/],
  ["\\p{greek}", 0, /unknown Unicode class/],
  ["\\p{Letter}", 0, /unknown Unicode class/],
  ["\\p{toString}", 0, /unknown Unicode class/],
  ["\\pX", 0, /unknown Unicode class: `\\pX`/],
  ["\\p", 0, /unknown Unicode class/],
  ["\\p{L", 0, /invalid character class range/],
  ["a(?=b)", 1, /lookahead is not RE2/],
  ["a(?!b)", 1, /lookahead is not RE2/],
  ["(?<=a)b", 0, /lookbehind is not RE2/],
  ["(?<!a)b", 0, /lookbehind is not RE2/],
  ["(?>a)", 0, /atomic groups are not RE2/],
  ["(?#a)", 0, /not RE2/],
  ["(?x)a", 0, /not RE2/],
  ["(?i", 0, /not RE2/],
  ["(?i-)a", 0, /not RE2/],
  ["(?i--s)a", 0, /not RE2/],
  ["(?P<a", 0, /invalid named capture/],
  ["(?P<>a)", 0, /invalid named capture/],
  ["(?<a b>c)", 0, /invalid named capture/],
  ["(?<n>a)(?P<n>b)", 7, /duplicate capture group name: `n`/],
  [`${"(".repeat(1001)}${")".repeat(1001)}`, 1000, /nests too deeply/],
  ["(?:[ab]{20}){20}(?:[ab]{1000}c){20}", 31, /invalid repeat count/],
  ["(?:abcdefghijklmnopqrstuvwxyz){1000}", 0, /too large/],
];

describe("parseRegex", () => {
  test.each(REFUSED)("refuses %j at %d because %s", (source, offset, message) => {
    for (const read of [parseRegex, compileRegex]) {
      let error: unknown;
      try {
        read(source);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(RegexSyntaxError);
      expect(error).toMatchObject({ offset, message: expect.stringMatching(message) as unknown });
    }
  });

  test.each(["a{1000}", "(?:a{10}){100}", "(?:a*)*", "(?)a", "(?:a{0}){1000}", "[[:word:]]{2,}?"])(
    "takes %j",
    (source) => {
      expect(parseRegex(source)).toBeTypeOf("object");
    },
  );

  test("refuses an expression whatever was read before", () => {
    for (const [before, source] of [
      ["[[:x]", "[[:x]a:]"],
      ["(?i)[^[:]", "(?i)[^[:]b:]]"],
    ] as const) {
      expect(parseRegex(before)).toBeTypeOf("object");
      expect(() => parseRegex(source)).toThrow(RegexSyntaxError);
    }
  });

  test("gives repeats, groups and assertions as nodes, with flags applied", () => {
    expect(parseRegex("(?U)(?P<n>a+?)(?m)$")).toEqual({
      kind: "concat",
      items: [
        {
          kind: "group",
          index: 1,
          name: "n",
          item: {
            kind: "repeat",
            item: { kind: "chars", set: [97, 97] },
            min: 1,
            max: Infinity,
            greedy: true,
          },
        },
        { kind: "assert", what: "lineEnd" },
      ],
    });
  });
});

describe("lengthRange and canMatchEmpty", () => {
  test.each([
    ["abc", 3, 3],
    ["a?b{2,5}", 2, 6],
    ["a+", 1, Infinity],
    ["(?:a|bcd)", 1, 3],
    ["[a😀]", 1, 2],
    ["😀{3}", 6, 6],
    ["\\b^$", 0, 0],
    ["(?:){5,}", 0, 0],
    ["(?:ab){0}", 0, 0],
    ["a|[^\\x00-\\x{10FFFF}]bc", 1, 1],
    ["a[^\\x00-\\x{10FFFF}]*", 1, 1],
    ["[^\\x00-\\x{10FFFF}]", 0, 0],
  ])("the matches of %j are %d to %d units long", (source, min, max) => {
    expect(lengthRange(parseRegex(source))).toEqual({ min, max });
  });

  test.each([
    ["", true],
    ["a*", true],
    ["a|", true],
    ["\\b", true],
    ["(a?)(b{0,2})", true],
    ["a", false],
    ["a|b+", false],
    ["[^\\x00-\\x{10FFFF}]", false],
  ])("%j may match the empty text: %j", (source, expected) => {
    expect(canMatchEmpty(parseRegex(source))).toBe(expected);
  });
});

describe("literalPrefixes", () => {
  test.each<[string, readonly string[] | undefined]>([
    ["AKIA\\S{16}", ["akia"]],
    ["\\b(?:ghp|gho)_\\w+", ["ghp_", "gho_"]],
    ["(?i)^sk_(live|test)", ["sk_live", "sk_test"]],
    ["a?b", ["b", "ab"]],
    ["a*b", ["b", "a"]],
    ["a+b", ["ab", "aa"]],
    ["(?:ab){2,3}", ["abab"]],
    ["[ab][cd]", ["ac", "ad", "bc", "bd"]],
    ["a|ab|b", ["a", "b"]],
    ["x{40}y", ["x".repeat(32)]],
    [`${"x".repeat(31)}😀y`, ["x".repeat(31)]],
    ["key\\w*", ["key"]],
    ["[abc][defg]{4}", ["a", "b", "c"]],
    ["x(?:[ab]{3}|c)", ["xaaa", "xaab", "xaba", "xabb", "xbaa", "xbab", "xbba", "xbbb", "xc"]],
    ["[^a]b", undefined],
    [`z(?:${Array.from({ length: 65 }, (_, i) => 100 + i).join("|")})`, ["z"]],
    ["\\w\\w", "0123456789abcdefghijklmnopqrstuvwxyz_".split("")],
    ["a?", undefined],
    ["(?:a|)b?", undefined],
    [".*abc", undefined],
    ["\\b", undefined],
  ])("every match of %j begins with one of %j", (source, expected) => {
    expect(literalPrefixes(parseRegex(source))).toEqual(expected);
  });
});

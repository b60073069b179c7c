import { describe, expect, test } from "vitest";
import { compileRegex } from "./compile-regex.ts";
import { SYNTAX_CASES } from "./regex-cases.ts";
import type { Span } from "./regex.ts";

const meter = { chars: 0 };

function search(source: string, text: string, from = 0, limit = text.length): Span | undefined {
  return compileRegex(source).search(text, from, limit, meter);
}

describe("a compiled regex", () => {
  test.each(SYNTAX_CASES)("%j on %j matches at %j", (source, text, groups) => {
    const regex = compileRegex(source);
    const span = regex.search(text, 0, text.length, meter);
    const found = span && {
      groups: regex.captures(text, span),
      groupCount: regex.groupCount,
      end: regex.matchAt(text, span.start, text.length, meter),
    };
    const groupCount = (groups?.length ?? 0) / 2 - 1;
    expect(found).toEqual(groups && { groups, groupCount, end: groups[1] });
    const earliest = regex.searchEarliest(text, 0, text.length, meter);
    expect(earliest === undefined).toBe(groups === undefined);
  });

  test("matches at a position only, not after it", () => {
    const regex = compileRegex("b+");
    expect(regex.matchAt("abb", 0, 3, meter)).toBe(-1);
    expect(regex.matchAt("abb", 1, 3, meter)).toBe(3);
    expect(regex.matchAt("abb", 3, 3, meter)).toBe(-1);
    expect(regex.matchAt("abb", 4, 3, meter)).toBe(-1);
  });

  test("starts no match before `from` and ends none after the limit", () => {
    expect(search("a+", "aaaa", 1, 3)).toEqual({ start: 1, end: 3 });
    expect(search("a+b", "aaaab", 0, 4)).toBeUndefined();
    expect(search("a+b", "aaaab", 2)).toEqual({ start: 2, end: 5 });
    expect(search("", "abc", 3)).toEqual({ start: 3, end: 3 });
    expect(search("a", "aaa", 3, 2)).toBeUndefined();
    expect(search("ghp_x", "ghp_x", 0, 4)).toBeUndefined();
  });

  test("looks at the whole text for assertions, not at the limits", () => {
    expect(search("^b", "ab", 1)).toBeUndefined();
    expect(search("a$", "ab", 0, 1)).toBeUndefined();
    expect(search("a\\b", "ab", 0, 1)).toBeUndefined();
    expect(search("a\\b", "a-", 0, 1)).toEqual({ start: 0, end: 1 });
    expect(search("\\bb", "ab", 1)).toBeUndefined();
    expect(search("\\bb+\\b", "-bb-", 1, 3)).toEqual({ start: 1, end: 3 });
    expect(search("(?m)^b$", "a\nb\nc", 2, 3)).toEqual({ start: 2, end: 3 });
    expect(search("(?m)(?:^b+)$", "a\nbb\nc", 2, 4)).toEqual({ start: 2, end: 4 });
  });

  test("neither starts nor ends a match within a surrogate pair", () => {
    const regex = compileRegex("(?s).");
    expect(regex.matchAt("😀", 1, 2, meter)).toBe(-1);
    expect(regex.matchAt("😀", 0, 1, meter)).toBe(-1);
    expect(regex.search("😀a", 1, 3, meter)).toEqual({ start: 2, end: 3 });
    expect(regex.search("a😀", 0, 2, meter)).toEqual({ start: 0, end: 1 });
    expect(regex.searchEarliest("😀", 0, 1, meter)).toBeUndefined();
    expect(compileRegex("[a😀]+").search("\ud83da😀\ude00", 0, 5, meter)).toEqual({
      start: 1,
      end: 4,
    });
  });

  test("finds the match that ends first, from its leftmost start", () => {
    const earliest = (source: string, text: string) =>
      compileRegex(source).searchEarliest(text, 0, text.length, meter);
    expect(earliest("a+", "baaa")).toEqual({ start: 1, end: 2 });
    expect(earliest("abcd|bc", "abcd")).toEqual({ start: 1, end: 3 });
    expect(earliest("a*b", "aaab")).toEqual({ start: 0, end: 4 });
    expect(earliest("a*", "aaa")).toEqual({ start: 0, end: 0 });
    expect(earliest("a+\\b", "aaa-")).toEqual({ start: 0, end: 3 });
    // The match before the second a shows only as that a is read; it ends before the match that a itself would be.
    expect(earliest("-?\\b|a", "-a")).toEqual({ start: 0, end: 1 });
  });

  test("answers captures of a span too large to note every way", () => {
    const text = `${"ab".repeat(2500)}cccccd`;
    const regex = compileRegex("((?:a|b)*)c{1,300}(d)");
    expect(regex.captures(text, { start: 0, end: 5006 })).toEqual([0, 5006, 0, 5000, 5005, 5006]);
  });

  test("captures end where the span ends, though less would match", () => {
    const groups = compileRegex("(a+?)(b*)").captures("aab", { start: 0, end: 3 });
    expect(groups).toEqual([0, 3, 0, 2, 2, 3]);
  });

  test("answers captures for a span that searchEarliest found", () => {
    const regex = compileRegex("(a)(b*)");
    expect(regex.captures("abb", { start: 0, end: 1 })).toEqual([0, 1, 0, 1, 1, 1]);
    expect(regex.captures("abb", { start: 0, end: 2 })).toEqual([0, 2, 0, 1, 1, 2]);
  });

  test("says that groups took no part in a span that doesn't match", () => {
    expect(compileRegex("(a)b").captures("xyz", { start: 0, end: 2 })).toEqual([0, 2, -1, -1]);
  });

  test("skips to candidates without losing a match that an assertion made possible", () => {
    // After the first letter the automaton is in the state in which a search starts at the text's start.
    expect(search("(?:\\A|é)[a-c]", "ééb")).toEqual({ start: 1, end: 3 });
    expect(search("(?:\\A|xé)[a-c]", "-xéb")).toEqual({ start: 1, end: 4 });
    expect(search("(?:(?m:^)|x)a", "xa")).toEqual({ start: 0, end: 2 });
    expect(search("aab", `${"a".repeat(9)}b`)).toEqual({ start: 7, end: 10 });
    expect(search("\\bab", `${"xab ".repeat(300)}ab`)).toEqual({ start: 1200, end: 1202 });
    expect(search("(?i)Kq", `${"é".repeat(500)}\u212aQ`)).toEqual({ start: 500, end: 502 });
  });

  test("prefers as a walk that knows the next character would, though assertions wait for it", () => {
    expect(search("(?:\\B|[^a]|\\A)*", "-----", 2)).toEqual({ start: 2, end: 2 });
    expect(search("(?:[^a]|\\B)*", "-----", 2)).toEqual({ start: 2, end: 5 });
  });
});

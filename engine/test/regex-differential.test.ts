import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import type { Ast } from "../src/regex/ast.ts";
import { canMatchEmpty, lengthRange, literalPrefixes } from "../src/regex/ast-facts.ts";
import { compileRegex } from "../src/regex/compile-regex.ts";
import { parseRegex } from "../src/regex/parse.ts";
import { commonAtoms, numRuns, re2Sources, sources, texts } from "./random-regexes.ts";
import { charsBefore, requiredStretch } from "../src/regex/required.ts";

const meter = { chars: 0 };
/** Small enough to be emptied over and over. */
const TINY = { states: 2, cells: 1 << 18 };

describe("against re2js", () => {
  test("search finds the same span and the same captures, from any position", () => {
    fc.assert(
      fc.property(re2Sources, texts, fc.nat(6), (source, samples, start) => {
        const theirs = RE2JS.compile(source);
        const ours = compileRegex(source);
        const cramped = compileRegex(source, TINY);
        for (const text of samples) {
          const from = Math.min(start, text.length);
          fc.pre(!splits(text, from));
          const matcher = theirs.matcher(text);
          const expected = matcher.find(from)
            ? Array.from({ length: theirs.groupCount() + 1 }, (_, group) => [
                matcher.start(group),
                matcher.end(group),
              ]).flat()
            : undefined;
          const span = ours.search(text, from, text.length, meter);
          expect(span && ours.captures(text, span)).toEqual(expected);
          expect(cramped.search(text, from, text.length, meter)).toEqual(span);
        }
      }),
      { numRuns },
    );
  });
});

describe("against V8", () => {
  const solid = sources(commonAtoms, ["", "\\b", "^", "x|"]).filter(
    (source) => !loopsOverEmpty(parseRegex(source)),
  );

  test("matchAt ends where a sticky match does", () => {
    fc.assert(
      fc.property(solid, texts, (source, samples) => {
        const ours = compileRegex(source);
        const theirs = new RegExp(source, "uy");
        for (const text of samples) {
          for (let at = 0; at <= text.length; at += 1) {
            theirs.lastIndex = at;
            const expected = !splits(text, at) && theirs.test(text) ? theirs.lastIndex : -1;
            expect(ours.matchAt(text, at, text.length, meter)).toBe(expected);
          }
        }
      }),
      { numRuns },
    );
  });
});

describe("the methods among themselves", () => {
  test("searchEarliest finds a match iff search does, and no match ends before it or starts before it and ends there", () => {
    fc.assert(
      fc.property(re2Sources, texts, (source, samples) => {
        const regex = compileRegex(source);
        const cramped = compileRegex(source, TINY);
        for (const text of samples) {
          const span = regex.search(text, 0, text.length, meter);
          const earliest = regex.searchEarliest(text, 0, text.length, meter);
          expect(cramped.searchEarliest(text, 0, text.length, meter)).toEqual(earliest);
          expect(earliest === undefined).toBe(span === undefined);
          if (span === undefined || earliest === undefined) {
            continue;
          }
          const { start, end } = earliest;
          const ends = Array.from({ length: start + 1 }, (_, at) =>
            regex.matchAt(text, at, end, meter),
          );
          expect(ends.indexOf(end)).toBe(start);
          expect(ends.filter((other) => other >= 0)).toEqual([end]);
          expect(regex.search(text, 0, end - 1, meter)).toBeUndefined();
          expect(regex.matchAt(text, span.start, text.length, meter)).toBe(span.end);
        }
      }),
      { numRuns },
    );
  });

  test("a limit hides what comes after it, but for assertions", () => {
    const plain = sources(["a", "b", "é", "[ab]", ".", "\\w"], ["", "b?"]);
    fc.assert(
      fc.property(plain, texts, fc.nat(12), (source, samples, cut) => {
        const regex = compileRegex(source);
        for (const text of samples) {
          fc.pre(!splits(text, cut));
          const short = text.slice(0, cut);
          expect(regex.search(text, 0, cut, meter)).toEqual(
            regex.search(short, 0, short.length, meter),
          );
        }
      }),
      { numRuns },
    );
  });

  test("with a last start, search finds the first match if that begins in time, and else none", () => {
    fc.assert(
      fc.property(re2Sources, texts, fc.nat(6), fc.nat(9), (source, samples, from, last) => {
        const regex = compileRegex(source);
        const cramped = compileRegex(source, TINY);
        for (const text of samples) {
          const span = regex.search(text, from, text.length, meter);
          const expected = span !== undefined && span.start <= last ? span : undefined;
          expect(regex.search(text, from, text.length, meter, last)).toEqual(expected);
          expect(cramped.search(text, from, text.length, meter, last)).toEqual(expected);
        }
      }),
      { numRuns },
    );
  });

  test("every match holds what the tree requires, where the tree says", () => {
    const isLetter = (unit: number): boolean => /[a-z]/i.test(String.fromCharCode(unit));
    const isLow = (unit: number): boolean => unit === 0x61;
    fc.assert(
      fc.property(re2Sources, texts, (source, samples) => {
        const ast = parseRegex(source);
        const before = charsBefore(ast, "ab");
        const stretch = requiredStretch(ast, { has: isLetter, hasCore: isLow });
        const regex = compileRegex(source);
        for (const text of samples.map((each) => each.replaceAll(/[\u212a\u017f]/g, "k"))) {
          const span = regex.search(text, 0, text.length, meter);
          if (span === undefined) continue;
          const match = asciiLower(text.slice(span.start, span.end));
          const literal = match.indexOf("ab");
          expect(before === undefined || (literal >= 0 && literal <= before)).toBe(true);
          const runs = [...match.matchAll(/[a-z]+/gi)];
          const fits = runs.some(
            ({ 0: run, index }) =>
              run.length >= (stretch?.chars ?? 0) &&
              index <= (stretch?.before ?? 0) &&
              run.includes("a"),
          );
          expect(stretch === undefined || fits).toBe(true);
        }
      }),
      { numRuns },
    );
  });

  test("lengthRange and literalPrefixes hold for every match", () => {
    fc.assert(
      fc.property(re2Sources, texts, (source, samples) => {
        const ast = parseRegex(source);
        const { min, max } = lengthRange(ast);
        const prefixes = literalPrefixes(ast) ?? [""];
        const regex = compileRegex(source);
        for (const text of samples) {
          const span = regex.search(text, 0, text.length, meter);
          if (span === undefined) {
            continue;
          }
          const match = asciiLower(text.slice(span.start, span.end));
          expect(match.length).toBeGreaterThanOrEqual(min);
          expect(match.length).toBeLessThanOrEqual(max);
          expect(prefixes.some((prefix) => match.startsWith(prefix))).toBe(true);
        }
      }),
      { numRuns },
    );
  });
});

/** Whether some repeat is over what may be empty: V8 refuses an empty round where RE2 takes it. */
function loopsOverEmpty(ast: Ast): boolean {
  switch (ast.kind) {
    case "concat":
    case "alternate":
      return ast.items.some(loopsOverEmpty);
    case "group":
      return loopsOverEmpty(ast.item);
    case "repeat":
      return canMatchEmpty(ast.item) || loopsOverEmpty(ast.item);
    case "empty":
    case "chars":
    case "assert":
      return false;
  }
}

function asciiLower(text: string): string {
  return text
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replaceAll("\u212a", "k")
    .replaceAll("ſ", "s");
}

/** Whether a position stands within a surrogate pair. */
function splits(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}

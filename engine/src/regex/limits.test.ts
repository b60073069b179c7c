import { describe, expect, test } from "vitest";
import { compileRegex } from "./compile-regex.ts";
import { parseRegex } from "./parse.ts";
import { compileProgram, programParts } from "./program.ts";
import type { Regex } from "./regex.ts";
import { CacheBudget, OFFSET, TransitionCache } from "./transition-cache.ts";
import type { CacheLimits } from "./transition-cache.ts";

const JWT = "eyJ[\\w-]{10,1000}\\.eyJ[\\w-]{10,1000}";

/** A text of `a` and `b` without a pattern, the same every time. */
function noise(length: number): string {
  let seed = 7;
  let text = "";
  while (text.length < length) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    text += (seed >>> 12) % 2 === 0 ? "a" : "b";
  }
  return text;
}

const HOSTILE: readonly (readonly [source: string, text: string])[] = [
  ["(?:a+)+b", "a".repeat(20_000)],
  ["(a|a)*b", "a".repeat(20_000)],
  ["(?:a*)*b", "a".repeat(20_000)],
  ["(?:a?){500}a{500}", "a".repeat(20_000)],
  [JWT, "eyJ-".repeat(5000)],
  ["x{1000}y", "x".repeat(20_000)],
  ["(?:x{10}){100}y", "x".repeat(20_000)],
  ["[ab]*a[ab]{12}c", noise(20_000)],
  ["(?i)\\b[a-c]+\\b\\B", noise(20_000)],
];

/** The ends of one sweep of searchEarliest over a text. */
function sweep(regex: Regex, text: string, meter: { chars: number }): number[] {
  const ends: number[] = [];
  for (let at = 0; at <= text.length;) {
    const span = regex.searchEarliest(text, at, text.length, meter);
    if (span === undefined) {
      break;
    }
    ends.push(span.end);
    at = Math.max(span.end, at + 1);
  }
  return ends;
}

describe("reading", () => {
  test.each(HOSTILE)("%j reads a hostile text at most twice for a search", (source, text) => {
    const meter = { chars: 0 };
    compileRegex(source).search(text, 0, text.length, meter);
    expect(meter.chars).toBeGreaterThan(0);
    expect(meter.chars).toBeLessThanOrEqual(2 * text.length + 2);
    const part = { chars: 0 };
    compileRegex(source).search(text, 100, 300, part);
    expect(part.chars).toBeLessThanOrEqual(402);
  });

  test.each([
    ...HOSTILE,
    ["a", "a".repeat(20_000)],
    ["a{1,3}", noise(20_000)],
    ["a*b", noise(20_000)],
    ["[ab]{5}", noise(20_000)],
    ["\\b\\w", "ab ".repeat(5000)],
  ] as const)("%j sweeps a text by searchEarliest in linear reading", (source, text) => {
    const meter = { chars: 0 };
    sweep(compileRegex(source), text, meter);
    expect(meter.chars).toBeLessThanOrEqual(3 * text.length + 3);
  });

  test("matchAt reads no further than the character that rules a match out", () => {
    const meter = { chars: 0 };
    expect(compileRegex("abcd+").matchAt(`abx${"d".repeat(100)}`, 0, 103, meter)).toBe(-1);
    expect(meter.chars).toBe(3);
    expect(compileRegex("abc").matchAt("abcdef", 0, 6, meter)).toBe(3);
    expect(meter.chars).toBe(6);
  });

  test("a search reads nothing beyond its limit, nor beyond the start for a regex that is tied to it", () => {
    const meter = { chars: 0 };
    const text = `${"-".repeat(5000)}ghp_`;
    expect(compileRegex("ghp_").search(text, 10, 30, meter)).toBeUndefined();
    expect(meter.chars).toBe(20);
    expect(compileRegex("^-+x").search(text, 1, 5000, meter)).toBeUndefined();
    expect(compileRegex("^x|\\Ay").search(text, 0, 5000, meter)).toBeUndefined();
    expect(meter.chars).toBe(21);
  });

  test("a text of 200 000 characters that keeps missing the cache is read once", () => {
    const regex = compileRegex("[ab]*a[ab]{100}c");
    const meter = { chars: 0 };
    expect(regex.search(noise(200_000), 0, 200_000, meter)).toBeUndefined();
    expect(meter.chars).toBe(200_000);
  });
});

/** How a cache for `[ab]*a[ab]{100}c`, whose states hold some fifty threads each, has fared with a text. */
function stepThrough(limits: CacheLimits, text: string): { cells: number; thrashed: boolean } {
  const program = compileProgram(programParts(parseRegex("[ab]*a[ab]{100}c")), "forward");
  const cache = new TransitionCache(program, true, limits);
  let state = cache.start(0, false) & OFFSET;
  let thrashed = false;
  for (let read = 0; read < text.length; read += 1) {
    const cls = program.alphabet.ascii[text.charCodeAt(read)] ?? 0;
    const known = cache.transitions.get(state + cls);
    state = (known === 0 ? cache.miss(state, cls, read) : known) & OFFSET;
    thrashed ||= cache.thrashing;
  }
  return { cells: cache.transitions.cells.length, thrashed };
}

describe("a full cache", () => {
  const text = `${noise(3000)}c-é-${noise(500)}`;

  test.each([
    "a[ab]{6}c",
    "[ab]*a[ab]{9}(c)",
    "\\b[ab]+c\\b",
    "(?:a|é|b)+-",
    "(?m)[ab-]+$",
    "é.a*?b",
    "c",
  ])("%j finds the same with room for one state as with plenty", (source) => {
    const plenty = compileRegex(source);
    for (const limits of [
      { states: 1, cells: 1 << 18 },
      { states: 3, cells: 1 << 18 },
      { states: 40, cells: 1 << 18 },
      { states: 4096, cells: 64 },
    ]) {
      const cramped = compileRegex(source, limits);
      const meter = { chars: 0 };
      for (const from of [0, 2990, 3001]) {
        const expected = plenty.search(text, from, text.length, { chars: 0 });
        expect(cramped.search(text, from, text.length, meter)).toEqual(expected);
        expect(cramped.searchEarliest(text, from, text.length, meter)).toEqual(
          plenty.searchEarliest(text, from, text.length, { chars: 0 }),
        );
        expect(cramped.matchAt(text, from, text.length, meter)).toBe(
          plenty.matchAt(text, from, text.length, { chars: 0 }),
        );
      }
    }
  });

  test("is emptied, so that it stays small, and given up when it served too little", () => {
    const hostile = `${"ab".repeat(5000)}${noise(20_000)}`;
    const few = stepThrough({ states: 200, cells: 1 << 18 }, hostile);
    expect(few.cells).toBeLessThan(4000);
    expect(few.thrashed).toBe(true);
    // The threads of a state take up more room than its row of the table.
    expect(stepThrough({ states: 4096, cells: 2000 }, hostile).cells).toBeLessThan(1000);
  });

  test("is kept while it serves many characters with few states", () => {
    expect(stepThrough({ states: 210, cells: 1 << 18 }, "ab".repeat(20_000)).thrashed).toBe(false);
    expect(stepThrough({ states: 1, cells: 1 << 18 }, "c").thrashed).toBe(false);
  });

  test("a sweep finds the same ends with room for one state as with plenty", () => {
    const meter = { chars: 0 };
    const expected = sweep(compileRegex("a[ab]{3}a|c"), text, meter);
    expect(expected.length).toBeGreaterThan(100);
    const cramped = compileRegex("a[ab]{3}a|c", { states: 1, cells: 1 << 18 });
    expect(sweep(cramped, text, meter)).toEqual(expected);
  });

  test("caches that share a budget are emptied when they pass it together, and find the same", () => {
    const budget = new CacheBudget(4000);
    const limits = { states: 4096, cells: 1 << 18, budget };
    const regexes = ["[ab]*a[ab]{9}c", "(?:a|é|b)+-", "a[ab]{6}a"].map((source) => ({
      shared: compileRegex(source, limits),
      alone: compileRegex(source),
    }));
    for (let from = 0; from < 3000; from += 500) {
      for (const { shared, alone } of regexes) {
        const expected = alone.search(text, from, text.length, { chars: 0 });
        expect(shared.search(text, from, text.length, { chars: 0 })).toEqual(expected);
      }
    }
    expect(budget.releases).toBeGreaterThan(0);
  });
});

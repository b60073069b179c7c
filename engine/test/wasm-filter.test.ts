import { join } from "node:path";
import vm from "node:vm";
import fc from "fast-check";
import { rolldown } from "rolldown";
import { describe, expect, test } from "vitest";
import { noise, NOISE_KINDS } from "../../corpus/noise.ts";
import { shippedExclusions, shippedPatterns } from "../../corpus/shipped-ruleset.ts";
import { seededRandom } from "../src/sample/random.ts";
import { buildAutomaton } from "../src/scan/aho-corasick.ts";
import type { WordAutomaton } from "../src/scan/aho-corasick.ts";
import { prepareRules } from "../src/scan/prepare-rules.ts";
import { createFilter } from "../src/wasm/filter.ts";
import type { Filter } from "../src/wasm/filter.ts";
import { WINDOW_CHARS } from "../src/wasm/layout.ts";
import { numRuns } from "./arbitraries.ts";

const EXECUTORS = ["wasm", "streams", "automaton"] as const;

const hitsOf = (automaton: Pick<WordAutomaton, "findAll">, text: string): number[] => {
  const hits: number[] = [];
  automaton.findAll(text, (word, start, end) => void hits.push(word, start, end));
  return hits;
};

/** The texts, each by its beginning, in which a filter does not find what the automaton finds, in its order. */
function differing(words: readonly string[], filter: Filter, texts: readonly string[]): string[] {
  const automaton = buildAutomaton(words);
  return texts
    .filter((text) => {
      const expected = hitsOf(automaton, text);
      const pairs = expected.filter((_, i) => i % 3 !== 2);
      return (
        hitsOf(filter, text).join() !== expected.join() ||
        [...filter.find(text)].join() !== pairs.join()
      );
    })
    .map((text) => text.slice(0, 80));
}

/** The words that the shipped rules have looked for. */
function shippedWords(): string[] {
  const { patterns } = prepareRules(shippedPatterns(), shippedExclusions());
  return [...new Set(patterns.flatMap(({ route, hotwords }) => [...route.literals, ...hotwords]))];
}

const alphabet = [
  "a",
  "b",
  "A",
  "-",
  "\u00e9",
  "\u0436",
  "\u0416",
  "\u5bc6",

  "\ud800",
  "\ud83d\udd11",
];
const pieces = fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 6 });
const someWords = fc.uniqueArray(
  pieces.map((each) => each.join("").toLowerCase()),
  { minLength: 1, maxLength: 30 },
);
const someText = fc
  .tuple(
    fc.array(fc.constantFrom(...alphabet, " "), { maxLength: 40 }),
    fc.integer({ min: 1, max: 30 }),
  )
  .map(([units, times]) => units.join("").repeat(times));

describe.each(EXECUTORS)("a filter run by %s", (executor) => {
  test("finds what the automaton finds, in its order", () => {
    fc.assert(
      fc.property(someWords, fc.array(someText, { minLength: 1, maxLength: 4 }), (words, texts) => {
        const filter = createFilter(words, undefined, executor);
        expect(filter.executor).toBe(executor);
        expect(differing(words, filter, texts)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("finds words across the borders of streams, blocks and windows", () => {
    const words = ["ab", "abcabcabc", "cab", "bc\u0436", "\u0436ab", "x".repeat(200)];
    const filter = createFilter(words, undefined, executor);
    const random = seededRandom("borders");
    const texts = Array.from({ length: 60 }, (_, n) => {
      const wide = n % 3 === 0 ? 0.02 : 0;
      const chars = Math.floor(random() * (n % 4 === 0 ? 3 * WINDOW_CHARS : 1200));
      const text = Array.from({ length: chars }, () =>
        random() < wide ? "\u0436" : "abcABC x".charAt(Math.floor(random() * 8)),
      ).join("");
      return `${text}${"x".repeat(n % 7 === 0 ? 500 : 0)}`;
    });
    expect(differing(words, filter, texts)).toEqual([]);
  });

  test("finds a word beyond ASCII that a border cuts, in a window without another one", () => {
    const filter = createFilter(["aa\u0436", "\u0436bb"], undefined, executor);
    for (let shift = -4; shift <= 4; shift++) {
      const before = "a".repeat(WINDOW_CHARS + shift);
      const text = `${before}\u0436${"b".repeat(2 * WINDOW_CHARS)}`;
      expect([...filter.find(text)]).toEqual([0, before.length - 2, 1, before.length]);
    }
  });

  test("may be asked again while it reports", () => {
    const filter = createFilter(["ab", "\u0436"], undefined, executor);
    const text = "ab \u0436 ".repeat(WINDOW_CHARS);
    let nested = 0;
    const seen: number[] = [];
    filter.findAll(text, (word, start) => {
      if (seen.length < 20) nested += filter.find("\u0436 cab").length;
      seen.push(word, start);
    });
    expect(nested).toBe(40);
    expect(seen.join() === [...filter.find(text)].join()).toBe(true);
  });

  test("knows more kinds of characters than a row of its table has columns", () => {
    const signs = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
    const words = [...new Set(signs.flatMap((a, i) => [a, `${a}${signs[i - 1] ?? ""}q`]))]
      .map((word) => word.toLowerCase())
      .filter((word, i, all) => all.indexOf(word) === i);
    const filter = createFilter(words, undefined, executor);
    const texts = [words.join(""), signs.toReversed().join("").repeat(20)];
    expect(differing(words, filter, texts)).toEqual([]);
  });
});

test.each(["wasm", "streams"] as const)(
  "the words of the shipped rules are found in every kind of text as before, by %s",
  (executor) => {
    const words = shippedWords();
    const filter = createFilter(words, undefined, executor);
    const texts = NOISE_KINDS.flatMap((kind) => {
      const text = noise(kind, 3, 6000);
      return [0, 1, 63, 64, 384, 1000, 6000].map((chars) => text.slice(11, 11 + chars));
    });
    expect(filter.executor).toBe(executor);
    expect(differing(words, filter, [...texts, words.join(" "), words.join("")])).toEqual([]);
  },
);

test("a set with more states than two bytes can number is left to the automaton", () => {
  const random = seededRandom("many");
  const words = Array.from({ length: 6000 }, (_, i) => `${i}${random().toString(36).slice(2, 14)}`);
  const filter = createFilter(words);
  expect(filter.executor).toBe("automaton");
  expect([...filter.find(words[5999] ?? "")]).toEqual([5999, 0]);
});

test("runs in TypeScript where a policy refuses WebAssembly, and without TextEncoder", async () => {
  const bundle = await rolldown({
    input: join(import.meta.dirname, "../src/wasm/filter.ts"),
    platform: "neutral",
  });
  const { output } = await bundle.generate({ format: "iife", name: "bare" });
  const context = vm.createContext({}, { codeGeneration: { strings: false, wasm: false } });
  vm.runInContext(output[0].code, context);
  const answer: unknown = vm.runInContext(
    `const filter = bare.createFilter(["ab", "\u0436"]); JSON.stringify([filter.executor, [...filter.find("xAB\u0436")]])`,
    context,
  );
  expect(answer).toBe('["streams",[0,1,1,3]]');
});

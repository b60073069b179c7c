import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noise, NOISE_KINDS } from "../../corpus/noise.ts";
import { shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { seededRandom } from "../src/sample/random.ts";
import { buildAutomaton } from "../src/scan/aho-corasick.ts";
import type { WordAutomaton } from "../src/scan/aho-corasick.ts";
import { plainMemory } from "../src/scan/survey.ts";
import type { ScanMemory } from "../src/scan/survey.ts";
import { assemblyMemory } from "../src/wasm/scan-memory.ts";
import { numRuns } from "./arbitraries.ts";

/** What a memory reports of a text up to an offset: numbers and offsets in turn. */
function reported(
  memory: ScanMemory,
  automaton: WordAutomaton,
  text: string,
  until?: number,
): number[] {
  const all: number[] = [];
  const content = memory.bytesOf(text);
  const onEnds: Parameters<ScanMemory["findEnds"]>[2] = ({ ends, places, count }) => {
    for (let i = 0; i < count; i++) all.push(ends[i] ?? -1, places[i] ?? -1);
  };
  memory.findEnds(automaton, content, onEnds, until);
  memory.clear();
  return all;
}

/** An automaton whose words WebAssembly has to look for: it does not itself, but in texts too short to be worth it. */
function held(automaton: WordAutomaton): WordAutomaton {
  reported(assemblyMemory(), automaton, "");
  const findEnds: WordAutomaton["findEnds"] = (content, onEnds, until = content.text.length) => {
    if (until >= 96) throw new Error("TypeScript was asked");
    automaton.findEnds(content, onEnds, until);
  };
  return { ...automaton, findEnds };
}

/** The texts, each by its beginning, of which WebAssembly reports other than the automaton does. */
function differing(words: readonly string[], texts: readonly string[]): string[] {
  const automaton = buildAutomaton(words);
  const assembly = held(automaton);
  return texts
    .filter((text) => {
      const expected = reported(plainMemory, automaton, text);
      return reported(assemblyMemory(), assembly, text).join() !== expected.join();
    })
    .map((text) => text.slice(0, 80));
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

describe("words in WebAssembly", () => {
  test("are found where the automaton finds them, in its order", () => {
    fc.assert(
      fc.property(someWords, fc.array(someText, { minLength: 1, maxLength: 4 }), (words, texts) => {
        expect(differing(words, texts)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("are found across the borders of pieces and windows", () => {
    const words = ["ab", "abcabcabc", "cab", "bc\u0436", "\u0436ab", "x".repeat(200)];
    const random = seededRandom("borders");
    const texts = Array.from({ length: 60 }, (_, n) => {
      const wide = n % 3 === 0 ? 0.02 : 0;
      const chars = Math.floor(random() * (n % 4 === 0 ? 20_000 : 1200));
      const text = Array.from({ length: chars }, () =>
        random() < wide ? "\u0436" : "abcABC x".charAt(Math.floor(random() * 8)),
      ).join("");
      return `${text}${"x".repeat(n % 7 === 0 ? 500 : 0)}`;
    });
    expect(differing(words, texts)).toEqual([]);
  });

  test("end no farther than is asked for", () => {
    const automaton = buildAutomaton(["ab", "b\u0436"]);
    const assembly = held(automaton);
    const text = "xab\u0436".repeat(3000);
    for (const until of [0, 1, 3, 4, 95, 96, 97, 4095, 4096, 4097, 8000, text.length])
      expect(reported(assemblyMemory(), assembly, text, until)).toEqual(
        reported(plainMemory, automaton, text, until),
      );
  });

  test("of the shipped rules are found in every kind of text", () => {
    const { automaton } = shippedRuleset();
    const assembly = held(automaton);
    for (const kind of NOISE_KINDS) {
      const text = noise(kind, 3, 6000);
      for (const chars of [0, 1, 63, 96, 384, 1000, 6000]) {
        const slice = text.slice(11, 11 + chars);
        expect(reported(assemblyMemory(), assembly, slice)).toEqual(
          reported(plainMemory, automaton, slice),
        );
      }
    }
  });

  test("are looked for in TypeScript where two bytes can't number the states, and where a text has no room", () => {
    const random = seededRandom("many");
    const many = Array.from(
      { length: 6000 },
      (_, i) => `${i}${random().toString(36).slice(2, 14)}`,
    );
    const automaton = buildAutomaton(many);
    const [first = "", last = ""] = [many[0], many[5999]];
    for (const text of [first, `${last} ${first}`, "ab".repeat(4_500_000)])
      expect(reported(assemblyMemory(), automaton, text)).toEqual(
        reported(plainMemory, automaton, text),
      );
    expect(reported(assemblyMemory(), automaton, first)).toHaveLength(2);
  });

  test("leave a text that is laid where they were looked for as it would be anywhere else", () => {
    const memory = assemblyMemory();
    const automaton = held(buildAutomaton(["ab"]));
    for (let n = 0; n < 100; n++) {
      // Behind the end of the second text stands an offset that was found in the first, some of which look like letters and signs.
      memory.findEnds(automaton, memory.bytesOf("ab".repeat(200)), () => undefined);
      const content = memory.bytesOf(`${"x".repeat(2431 + 4 * n)}"`);
      expect(Array.from(memory.survey(content).escapes)).toEqual([]);
      memory.clear();
    }
  });

  test("leave nothing behind of a text or where words end in it", () => {
    const memory = assemblyMemory();
    const automaton = held(buildAutomaton(["nobody"]));
    const { bytes } = memory.bytesOf("a text that nobody may read twice ".repeat(200));
    const from = bytes.byteOffset;
    memory.findEnds(automaton, memory.bytesOf("nobody ".repeat(20)), () => undefined);
    const all = new Uint8Array(bytes.buffer, from);
    expect(all.some((byte) => byte !== 0)).toBe(true);
    memory.clear();
    expect(all.every((byte) => byte === 0)).toBe(true);
  });
});

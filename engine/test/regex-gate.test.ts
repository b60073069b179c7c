import fc from "fast-check";
import { expect, test } from "vitest";
import { compileRegex } from "../src/regex/compile-regex.ts";
import {
  eitherGate,
  GATE_CELLS,
  gateOf,
  isGateOpen,
  layGate,
  openBefore,
  OPEN_GATE,
} from "../src/regex/gate.ts";
import type { Gate } from "../src/regex/gate.ts";
import { parseRegex } from "../src/regex/parse.ts";
import { entryOf } from "../src/regex/start-words.ts";
import { bytesOf } from "../src/scan/text-bytes.ts";
import { numRuns, re2Sources, sources, texts } from "./random-regexes.ts";

/** May a literal that stands there be one of the gate's? Others stand around its own. */
function passes(gate: Gate, text: string, at: number, after: number): boolean {
  const cells = new Int32Array(3 * GATE_CELLS);
  layGate(cells, 0, OPEN_GATE, 1);
  layGate(cells, GATE_CELLS, gate, after - at);
  layGate(cells, 2 * GATE_CELLS, [0, 0, 0], 0);
  return isGateOpen(cells, GATE_CELLS, bytesOf(text).bytes, after);
}

const meter = { chars: 0 };

const wordSources = sources(
  [
    "kas",
    "bk-",
    "1_c",
    "[ab]",
    "A",
    "\\w",
    "\\n",
    "-",
    ".",
    "\\b",
    "(?:ab|1k)",
    "[^a]",
    "\\s{0,2}",
  ],
  ["", "(?i)", "(?s)"],
);

/** The gates of an expression's words, with each word. */
function gatesOf(source: string) {
  const ast = parseRegex(source);
  const { words = [], place = { item: 0 } } = entryOf(ast) ?? {};
  return words.map((word) => ({ word, gate: gateOf(ast, place, word) }));
}

test.each<[string, number, string, readonly string[], readonly string[]]>([
  [
    "fig[dou]_[a-z]{8}",
    0,
    "fig",
    ["figd_abcd", "my figu_abcd"],
    ["figure", "fig.1", "figd", "fig"],
  ],
  [
    "\\bkey\\s?=.",
    0,
    "key",
    ["key=x", "a key =", "é key=x", "é.key=é"],
    ["monkey=x", "_key=x", "keys=", "key"],
  ],
  ["(?:^|[^a-z])tok-", 1, "tok-", ["tok-", ".tok-", "1tok-"], ["stok-", "ktok-"]],
  ["(?m)^tok-", 1, "tok-", ["tok-", "\ntok-"], [" tok-"]],
  [
    "[0-9]{3}-abc-(?:x{2,9}|.y)",
    1,
    "-abc-",
    ["1-abc-xx", "1-abc-=y"],
    ["a-abc-xx", "1-abc-x!", "1-abc-"],
  ],
  ["secret[0-9]?", 0, "secret", ["secret", "secret!", "asecret"], []],
  ["(?i)secret\\n", 0, "secret", ["SECRET\n", "Secret\r"], ["secret", "secret;"]],
  ["key(?:[a-z]{0,3}=){2}", 0, "key", ["keya=b=", "key=ab=", "key=="], ["key=1", "key-b==", "key"]],
])("%s is told from others around its word", (source, item, word, may, mayNot) => {
  const gate = gateOf(parseRegex(source), { item }, word);
  const isLetIn = (text: string): boolean => {
    const at = text.toLowerCase().indexOf(word);
    return passes(gate, text, at, at + word.length);
  };
  expect(may.filter((text) => !isLetIn(text))).toEqual([]);
  expect(mayNot.filter(isLetIn)).toEqual([]);
});

test("a word passes the gate of every expression of which a match holds it there", () => {
  fc.assert(
    fc.property(fc.oneof(wordSources, re2Sources), texts, (source, samples) => {
      const gates = gatesOf(source);
      fc.pre(gates.length > 0);
      for (const text of samples.map((each) => each.replaceAll(/[\u212a\u017f]/g, "k"))) {
        const span = compileRegex(source).search(text, 0, text.length, meter);
        if (span === undefined) continue;
        const lower = text.toLowerCase();
        const isLetIn = gates.some(({ word, gate }) => {
          for (
            let at = lower.indexOf(word, span.start);
            at >= 0 && at < span.end;
            at = lower.indexOf(word, at + 1)
          )
            if (passes(gate, text, at, at + word.length)) return true;
          return false;
        });
        expect(isLetIn).toBe(true);
      }
    }),
    { numRuns },
  );
});

test("what passes one of two gates passes both in one", () => {
  const kinds = fc.array(fc.oneof(fc.integer(), fc.constant(-1)), { minLength: 1, maxLength: 5 });
  const gate = kinds.map(([before = -1, ...rest]) => [before, ...rest] as const);
  fc.assert(
    fc.property(gate, gate, fc.string({ maxLength: 12 }), fc.nat(12), (a, b, text, at) => {
      const isEither = passes(a, text, at, at) || passes(b, text, at, at);
      expect(isEither && !passes(eitherGate(a, b), text, at, at)).toBe(false);
      expect(passes(a, text, at, at) && !passes(openBefore(a), text, at, at)).toBe(false);
      expect(passes(OPEN_GATE, text, at, at)).toBe(true);
    }),
    { numRuns },
  );
});

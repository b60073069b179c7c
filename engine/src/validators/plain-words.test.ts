import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isPlain } from "./plain-words.ts";
import { validate } from "./validate.ts";

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const letters = fc.string({
  unit: fc.constantFrom(...Array.from("abcdefghijklmnopqrstuvwxyz")),
  minLength: 1,
  maxLength: 12,
});
const word = fc.oneof(
  letters,
  letters.map(capital),
  letters.map((each) => each.toUpperCase()),
);
const sign = fc.constantFrom(...Array.from("-_.=/@!$%&;:"), "\u00e9", "\u4e2d", "\u{1f511}", "--");
const sentence = fc
  .array(fc.tuple(word, sign), { maxLength: 8 })
  .chain((pairs) => word.map((last) => pairs.flat().join("") + last));

describe("isPlain()", () => {
  it.each([
    "",
    "-_=",
    "word",
    "Word",
    "WORD",
    "A",
    "two-words",
    "SOME_NAME=",
    "Key.Of.Thing",
    "Capitalise",
    "I-am",
    "a",
    "s-word",
    "the-word-s",
    "caf\u00e9",
    "k\u00f6niglich",
  ])("takes %j for plain words", (text) => {
    expect(isPlain(text)).toBe(true);
  });

  it.each([
    "1",
    "word2",
    "camelCase",
    "WOrd",
    "wORD",
    "Capitalised",
    "some-camelCase-name",
    "the-s-word",
    "-s-word",
    "the-s-",
    "\u00e9s-word",
  ])("takes %j for more than that", (text) => {
    expect(isPlain(text)).toBe(false);
  });

  it("judges a stretch as if it stood alone", () => {
    fc.assert(
      fc.property(sentence, fc.nat(), fc.nat(), (text, a, b) => {
        const [from, to] = [a % (text.length + 1), b % (text.length + 1)];
        fc.pre(from <= to);
        expect(isPlain(text, from, to)).toBe(isPlain(text.slice(from, to)));
      }),
    );
  });

  it("is true of every part of what it is true of", () => {
    let plain = 0;
    fc.assert(
      fc.property(sentence, (text) => {
        if (!isPlain(text)) return;
        plain++;
        const parts = Array.from({ length: text.length + 1 }, (_, from) =>
          Array.from({ length: text.length + 1 - from }, (_each, i) => text.slice(from, from + i)),
        );
        expect(parts.flat().filter((part) => !isPlain(part))).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(plain).toBeGreaterThan(50);
  });
});

test("what passes a check of mixed characters is plain in no text around it", () => {
  const value = fc.oneof(fc.string({ minLength: 6, maxLength: 24 }), sentence);
  const beside = fc.oneof(fc.constant(""), sentence);
  let passed = 0;
  fc.assert(
    fc.property(value, beside, beside, (each, before, after) => {
      const names = ["mixed_loose", "mixed", "mixed_strict"] as const;
      if (!names.some((name) => validate(name, each) === "valid")) return;
      passed++;
      expect(isPlain(before + each + after)).toBe(false);
    }),
    { numRuns: 2000 },
  );
  expect(passed).toBeGreaterThan(20);
});

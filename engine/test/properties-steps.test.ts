import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8Bytes } from "../src/index.ts";
import { buildAutomaton } from "../src/scan/aho-corasick.ts";
import { entropyBits } from "../src/scan/entropy.ts";
import { fold } from "../src/scan/fold.ts";
import { normalise } from "../src/scan/normalise.ts";
import { utf8Back, utf8Forward } from "../src/scan/utf8.ts";
import { numRuns, text } from "./arbitraries.ts";

describe("fold()", () => {
  test("folds a folded text to itself", () => {
    fc.assert(
      fc.property(text, (content) => {
        const once = fold(content).text;
        expect(fold(once).text).toBe(once);
      }),
      { numRuns },
    );
  });

  test("maps every span to a span of the original, in order", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (content, a, b) => {
        const { text: folded, origin } = fold(content);
        const [start, end] = [a % (folded.length + 1), b % (folded.length + 1)].toSorted(
          (x, y) => x - y,
        );
        const span = origin.toOrigin(start ?? 0, end ?? 0);
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeGreaterThanOrEqual(span.start);
        expect(span.end).toBeLessThanOrEqual(content.length);
      }),
      { numRuns },
    );
  });

  test("maps a span to characters that fold to it", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const marker = "tok_abcd1234";
        const content = `${before} ${marker} ${after}`;
        const { text: folded, origin } = fold(content);
        const start = folded.indexOf(marker, fold(before).text.length);
        const span = origin.toOrigin(start, start + marker.length);
        expect(content.slice(span.start, span.end)).toBe(marker);
      }),
      { numRuns },
    );
  });

  test("leaves no character that changes its length in lower case", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (content) => {
        const { text: folded } = fold(content);
        expect(folded.toLowerCase()).toHaveLength(folded.length);
      }),
      { numRuns: numRuns * 4 },
    );
    const everything = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join(
      " ",
    );
    const { text: folded } = fold(everything);
    expect(folded.toLowerCase()).toHaveLength(folded.length);
  });
});

test("normalise() decodes at most 64 KiB, whatever is encoded", () => {
  const encoded = Buffer.from("a readable line of text\n".repeat(10_000)).toString("base64");
  const { decoded } = normalise(`${encoded} ${encoded}`);
  const chars = decoded.reduce((sum, section) => sum + section.text.length, 0);
  expect(chars).toBeLessThanOrEqual(65_536);
  expect(chars).toBeGreaterThan(65_000);
});

test.each([
  '"a1"+"b1"+',
  '"a1", "b1", join ',
  "%25",
  "%2541+",
  "%C3",
  "=3D=\n",
  "abc12345=\n",
  "a1\\\n",
  "abc12345\nde6\n",
  "1234 5678\n",
  "a1'b2345678",
  "&#",
  "> > > >\n",
  '\\n\\"',
  '{\\"k\\":\\"ab12cd\\n',
  '"\\n1234567"\n',
])("normalise() adds a bounded amount to megabytes of %j", (piece) => {
  const content = piece.repeat(Math.ceil(2 ** 20 / piece.length));
  const { decoded } = normalise(content);
  const chars = decoded.reduce((sum, section) => sum + section.text.length, 0);
  expect(chars).toBeLessThanOrEqual(1.5 * content.length + 65_536);
});

test("a string of JSON is read as what it stands for, at any depth, and tells where its characters came from", () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 3 }), (before, after, depth) => {
      let content = `${before}\ntok_abcd1234\t${after}`;
      for (let level = 0; level < depth; level++) content = JSON.stringify({ content });
      const spans = normalise(content).decoded.flatMap((section) => {
        const at = section.text.indexOf("\ntok_abcd1234\t") + 1;
        return at === 0 ? [] : [section.origin.toOrigin(at, at + 12)];
      });
      const texts = spans.map(({ start, end }) => content.slice(start, end));
      expect(texts).toContain("tok_abcd1234");
    }),
    { numRuns },
  );
});

test("readings of a text in pieces tell where each of their characters came from", () => {
  const joint = fc.constantFrom('" + "', "' . '", '" "', "\\\n", "\n    ", "\n> ", "=\n", '""');
  fc.assert(
    fc.property(fc.nat({ max: 11 }), joint, text, text, (place, between, before, after) => {
      const whole = "tok4abcd1234";
      const cut = 1 + (place % (whole.length - 1));
      const content = `${before}\nkey "${whole.slice(0, cut)}${between}${whole.slice(cut)}" ${after}`;
      for (const { text: read, origin } of normalise(content).decoded) {
        const start = read.indexOf(whole);
        if (start < 0) continue;
        const span = origin.toOrigin(start, start + whole.length);
        expect(content.slice(span.start, span.end)).toBe(
          whole.slice(0, cut) + between + whole.slice(cut),
        );
      }
    }),
    { numRuns },
  );
});

test("the automaton finds what a search for each word finds", () => {
  const word = fc.string({
    unit: fc.constantFrom("a", "b", "c", "\u5bc6"),
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { maxLength: 8 }),
      fc.string({ unit: fc.constantFrom("a", "B", "b", "C", "\u5bc6"), maxLength: 60 }),
      (words, haystack) => {
        const found: string[] = [];
        buildAutomaton(words).findAll(haystack, (index, start) => found.push(`${index}:${start}`));
        const expected: string[] = [];
        for (const [index, each] of words.entries()) {
          const lower = haystack.toLowerCase();
          for (let at = lower.indexOf(each); at >= 0; at = lower.indexOf(each, at + 1))
            expected.push(`${index}:${at}`);
        }
        expect(found.toSorted()).toEqual(expected.toSorted());
      },
    ),
    { numRuns },
  );
});

test("utf8Bytes() counts as an encoder does, and the windows keep to their bytes", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.nat(60),
      fc.nat(),
      (content, bytes, place) => {
        expect(utf8Bytes(content)).toBe(Buffer.byteLength(content));
        const at = place % (content.length + 1);
        const start = utf8Back(content, at, bytes);
        const end = utf8Forward(content, at, bytes);
        expect(utf8Bytes(content.slice(start, at))).toBeLessThanOrEqual(bytes + 2);
        expect(utf8Bytes(content.slice(at, end))).toBeLessThanOrEqual(bytes + 2);
      },
    ),
    { numRuns },
  );
});

test("entropyBits() never exceeds the logarithm of the length", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (content) => {
      expect(entropyBits(content)).toBeLessThanOrEqual(Math.log2(content.length) + 1e-9);
    }),
    { numRuns },
  );
});

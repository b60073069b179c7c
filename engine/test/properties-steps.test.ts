import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8Bytes } from "../src/index.ts";
import { buildAutomaton } from "../src/scan/aho-corasick.ts";
import { decodeBase64 } from "../src/scan/base64.ts";
import { entropyBits } from "../src/scan/entropy.ts";
import { fold } from "../src/scan/fold.ts";
import { normalise } from "../src/scan/normalise.ts";
import { contentSection } from "../src/scan/section.ts";
import { indexStretches, STRETCH_KINDS } from "../src/scan/stretches.ts";
import { bytesOf } from "../src/scan/text-bytes.ts";
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

  test("folds every character behind a letter that it may join at once", () => {
    const unsettled: string[] = [];
    for (const letter of ["e", "\u30ab", "\u1100", "\uac00"]) {
      for (let codePoint = 0; codePoint < 0x20000; codePoint++) {
        const once = fold(letter + String.fromCodePoint(codePoint)).text;
        if (fold(once).text !== once) unsettled.push(`${letter} U+${codePoint.toString(16)}`);
      }
    }
    expect(unsettled).toEqual([]);
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

test("normalise() decodes no more of a run that holds very many texts", () => {
  const bytes = Buffer.from("readable txt\u0001\u0002\u0003".repeat(200_000));
  const { decoded } = normalise(bytes.toString("base64"));
  expect(decoded.every(({ text: read }) => read !== "")).toBe(true);
  expect(decoded.reduce((sum, { text: read }) => sum + read.length, 0)).toBe(65_536);
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

/** What a search for each word finds, as `index:start`. */
function searched(words: readonly string[], haystack: string): string[] {
  const lower = haystack.toLowerCase();
  return words.flatMap((each, index) => {
    const found: string[] = [];
    for (let at = lower.indexOf(each); at >= 0; at = lower.indexOf(each, at + 1))
      found.push(`${index}:${at}`);
    return found;
  });
}

describe("the automaton", () => {
  const word = fc.string({
    unit: fc.constantFrom("a", "b", "c", "\u5bc6"),
    minLength: 1,
    maxLength: 9,
  });
  const words = fc.uniqueArray(word, { maxLength: 12 });
  const piece = fc.string({
    unit: fc.constantFrom("a", "B", "b", "C", "\u5bc6", "-"),
    maxLength: 60,
  });

  test("finds what a search for each word finds, in texts of any length", () => {
    fc.assert(
      fc.property(words, piece, piece, fc.nat({ max: 60 }), (all, once, again, times) => {
        const haystack = once + again.repeat(times) + once;
        const found: string[] = [];
        buildAutomaton(all).findAll(haystack, (index, start) => found.push(`${index}:${start}`));
        expect(found.toSorted()).toEqual(searched(all, haystack).toSorted());
      }),
      { numRuns },
    );
  });

  test("reports words of ASCII by where they end, the longest first", () => {
    fc.assert(
      fc.property(words, piece, fc.nat({ max: 60 }), (all, again, times) => {
        const ascii = all.filter((each) => !each.includes("\u5bc6"));
        const ends: [number, number][] = [];
        buildAutomaton(ascii).findAll(again.repeat(times), (_, start, end) =>
          ends.push([end, start]),
        );
        expect(ends).toEqual(ends.toSorted(([a, x], [b, y]) => a - b || x - y));
      }),
      { numRuns },
    );
  });
});

test("marks beyond those that a letter may have are dropped, and the way back stays", () => {
  const marks = "\u0316\u0301".repeat(150_000);
  const folded = fold(`key a${marks}b`);
  expect(folded.text).toBe("key ab");
  expect(folded.origin.toOrigin(5, 6)).toEqual({ start: 5 + marks.length, end: 6 + marks.length });
});

test("stretches are where runs of their characters are, whatever length is asked for first", () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 });
  const run = fc.tuple(fc.constantFrom("1", "7 ", "ab", "Q-", "@", "+", ";", "\u5bc6"), fc.nat(30));
  const runs = fc.array(run, { maxLength: 12 }).map((all) => all.map(([x, n]) => x.repeat(n)));
  fc.assert(
    fc.property(fc.nat(STRETCH_KINDS.length - 1), lengths, runs, (index, asked, pieces) => {
      const content = pieces.join("");
      const kind = STRETCH_KINDS[index];
      const flags = Array.from(content, (char) => (kind?.has(char.charCodeAt(0)) ? "x" : "."));
      const expected = [...flags.join("").matchAll(/x+/g)]
        .map((match) => [match.index, match.index + match[0].length] as const)
        .filter(([start, end]) =>
          Array.from(content.slice(start, end)).some((char) => kind?.hasCore(char.charCodeAt(0))),
        );
      const stretches = indexStretches(bytesOf(content));
      for (const chars of asked.map((each) => Math.max(each, kind?.least ?? 0))) {
        const { starts, ends } = stretches(index, chars);
        const found = starts.map((start, i) => [start, ends[i] ?? 0] as const);
        const isLong = ([start, end]: readonly [number, number]): boolean => end - start >= chars;
        expect(found.filter(isLong)).toEqual(expected.filter(isLong));
      }
    }),
    { numRuns },
  );
});

test("text among bytes at random is read, wherever a group of base64 or a pair of hexadecimal begins", () => {
  const bytes = fc.uint8Array({ maxLength: 40 }).map((all) => Buffer.from(all));
  const readable = fc.string({
    unit: fc.constantFrom("a", "Z", "7", " ", "=", "\u00e9", "\u5bc6", "\u{1f511}"),
    minLength: 12,
    maxLength: 40,
  });
  const glued = fc.constantFrom("", "x", "/path/", "_id");
  fc.assert(
    fc.property(bytes, readable, bytes, glued, (before, inner, after, word) => {
      const all = Buffer.concat([before, Buffer.from([1]), Buffer.from(inner), Buffer.from([2])]);
      const encoded = Buffer.concat([all, after]);
      for (const content of [
        `${word}${encoded.toString("base64")}`,
        `${word}${encoded.toString("base64url")}`,
        `(${encoded.toString("hex")})`,
        `(${encoded.toString("hex").toUpperCase()})`,
      ]) {
        const sections = decodeBase64(contentSection(content), (each) => each);
        expect(sections.map((section) => section.text)).toContain(inner);
      }
    }),
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

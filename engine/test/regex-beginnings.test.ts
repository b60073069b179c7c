import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BeginningDfa, DEAD, OPEN } from "../src/regex/beginning-dfa.ts";
import { BeginningSet } from "../src/regex/beginning-set.ts";
import { compileRegex } from "../src/regex/compile-regex.ts";
import { parseRegex } from "../src/regex/parse.ts";
import { ahead, behind, mirrored } from "../src/regex/place.ts";
import { numRuns, re2Sources, sources, texts } from "./random-regexes.ts";
import { entryOf } from "../src/regex/start-words.ts";
import type { Entry } from "../src/regex/start-words.ts";
import { bytesOf } from "../src/scan/text-bytes.ts";

const meter = { chars: 0 };

const wordSources = sources(
  ["kas", "bk-", "1_c", "[ab]", "A", "\\w", "\\n", "-", ".", "\\b", "(?:ab|1k)"],
  ["", "(?i)", "(?s)"],
);

/** Does a match hold one of the entry's words, where the entry says? */
function isEntered(
  source: string,
  { words, place, inLine, ...entry }: Entry,
  text: string,
): boolean {
  const span = compileRegex(source).search(text, 0, text.length, meter);
  if (span === undefined) return true;
  const after = new BeginningDfa(behind(parseRegex(source), place));
  const before = new BeginningDfa(mirrored(ahead(parseRegex(source), place)));
  const lower = text.toLowerCase();
  for (let at = span.start; at < span.end; at++) {
    const isNear = at - span.start <= entry.before;
    const isLine = !inLine || !text.slice(span.start + 1, at).includes("\n");
    const isWord = words.some((word) => lower.startsWith(word, at) && at + word.length <= span.end);
    const isAround = after.mayBeginAt(text, at) && before.mayEndAt(text, at);
    if (isNear && isLine && isWord && isAround) return true;
  }
  return false;
}

describe("entryOf()", () => {
  test.each<[string, readonly string[], number]>([
    ["acme_[a-z]{20}", ["acme_"], 0],
    ["(?i)\\b(?:wlan|wi-?fi)\\s", ["wlan", "wifi", "wi-fi"], 0],
    ["[a-z]{2,5}(?:zebra|quartz)", ["zebra", "quartz"], 5],
    ["(?:x{1,3}zebra|quartz)=", ["zebra", "quartz"], 3],
    ["(?:^|\\n)[^\\n]*zebra", ["zebra"], Infinity],
    ["пароль=", ["пароль="], 0],
  ])("%s is known by words", (source, words, before) => {
    const entry = entryOf(parseRegex(source));
    expect([...(entry?.words ?? [])].sort()).toEqual([...words].sort());
    expect(entry?.before).toBe(before);
  });

  test.each(["[a-z]{20}", "[^x]*zebra", "(?:zebra)?[0-9]{20}", "a[0-9]", "(?:e|zebra)[0-9]"])(
    "%s is not",
    (source) => {
      expect(entryOf(parseRegex(source))).toBeUndefined();
    },
  );

  test("the end of a line within a branch of a branch stands before the word", () => {
    const source = "(?:xy(?:[ \\n]{1,3}zebra|-quartz)|zebra)=";
    const entry = entryOf(parseRegex(source));
    expect(entry?.inLine).toBe(false);
    expect(entry !== undefined && isEntered(source, entry, "xy\n\nzebra=")).toBe(true);
  });

  test("every match holds one of the words, where the entry says", () => {
    fc.assert(
      fc.property(fc.oneof(wordSources, re2Sources), texts, (source, samples) => {
        const entry = entryOf(parseRegex(source));
        fc.pre(entry !== undefined);
        for (const text of samples.map((each) => each.replaceAll(/[\u212a\u017f]/g, "k")))
          expect(isEntered(source, entry, text)).toBe(true);
      }),
      { numRuns },
    );
  });
});

describe("BeginningSet", () => {
  const named = (members: readonly { readonly source: string }[]): readonly string[] =>
    members.map(({ source }) => source);
  const member = (source: string, length: number, kinds = 0) => ({
    source,
    length,
    kinds,
    dfa: new BeginningDfa(parseRegex(source)),
  });

  test("omits none that matches, and tells others apart", () => {
    const all = ["key[=:][a-z]{8}", "key\\s{1,3}is", "(?i)\\bkey-\\d", "key(?:s|ring)"];
    const unknown = { source: "?", length: 3, kinds: 0, dfa: undefined };
    const set = new BeginningSet([...all.map((source) => member(source, 3)), unknown], 0);
    const at = (text: string, start: number) => named(set.at(bytesOf(text), start, start + 3, 0));
    expect(at("my key=abcdefgh", 3)).toEqual([all[0], "?"]);
    expect(at("key  is", 0)).toEqual([all[1], "?"]);
    expect(at("KEY-1", 0)).toEqual([all[2], "?"]);
    expect(at("kEy-1", 0)).toEqual([all[2], "?"]);
    expect(at("_key-1", 1)).toEqual(["?"]);
    expect(at("keyring", 0)).toEqual([all[3], "?"]);
    // Beyond ASCII, whoever is left may go on.
    expect(at("key=é", 0)).toEqual([all[0], "?"]);
    expect(at("key", 0)).toHaveLength(5);
  });

  test("nothing is told beyond the characters that automata tell texts apart by", () => {
    const source = "(?:abc-abcdefghijklmnopqrstuvwxyz|abc)[0-9]{8}";
    const set = new BeginningSet([member(source, 3)], 0);
    const text = "abc-abcdefghijklmnopqrstuvwxyz01234567";
    expect(compileRegex(source).matchAt(text, 0, text.length, meter)).toBe(text.length);
    expect(named(set.at(bytesOf(text), 0, 3, 0))).toEqual([source]);
  });

  test("a shorter word begins within the longest", () => {
    const all = [member("api_key=", 7), member("\\bkey=", 3), member("(?i)key=", 3)];
    const set = new BeginningSet(all, 0);
    expect(named(set.at(bytesOf("api_key="), 0, 7, 0))).toEqual(["api_key=", "(?i)key="]);
    expect(named(set.at(bytesOf("API_KEY="), 0, 7, 0))).toEqual(["(?i)key="]);
    const spaced = new BeginningSet([member("a key=", 5), member("\\bkey=", 3)], 0);
    expect(named(spaced.at(bytesOf("a key="), 0, 5, 0))).toEqual(["a key=", "\\bkey="]);
  });

  test("none is told of which all that are left demand what is missing", () => {
    const [digits, marks] = [1, 2];
    const all = [
      member("key=[a-z]{8}", 3, digits),
      member("key=[0-9]{8}", 3, digits | marks),
      member("key:[a-z]{8}", 3, marks),
    ];
    const set = new BeginningSet(all, 0);
    const at = (text: string, missing: number) => named(set.at(bytesOf(text), 0, 3, missing));
    expect(at("key=abcdefgh", 0)).toEqual(["key=[a-z]{8}"]);
    expect(at("key=abcdefgh", digits)).toEqual([]);
    expect(at("key=abcdefgh", marks)).toEqual(["key=[a-z]{8}"]);
    expect(at("key:abcdefgh", digits)).toEqual(["key:[a-z]{8}"]);
    expect(at("key:abcdefgh", marks)).toEqual([]);
  });

  test("who demands a rare kind that is missing is left out", () => {
    const [digits, marks] = [1, 2];
    const all = [
      member("key=[a-z]{8}", 3),
      member("key=[a-z0-9]{8}", 3, digits),
      member("key=[a-z&]{8}", 3, marks),
    ];
    const set = new BeginningSet(all, digits);
    const at = (text: string, missing: number) => named(set.at(bytesOf(text), 0, 3, missing));
    const [plain, withDigit, withMark] = all.map(({ source }) => source);
    expect(at("key=abcdefgh", digits)).toEqual([plain, withMark]);
    expect(at("key=abcdefgh", digits | marks)).toEqual([plain, withMark]);
    expect(at("key=abcdefgh", marks)).toEqual([plain, withDigit, withMark]);
    expect(at("key=abcdefgh", 0)).toEqual([plain, withDigit, withMark]);
    expect(at("key=1bcdefgh", digits)).toEqual([]);
    expect(at("key:abcdefgh", 0)).toEqual([]);
  });

  test("what a word was written like is not kept with the text around it", () => {
    const set = new BeginningSet([member("(?i)authorization=", 13)], 0);
    const ways = Array.from({ length: 200 }, (_, i) =>
      Array.from("authorization", (char, at) =>
        ((i >> (at % 8)) & 1) === 1 ? char.toUpperCase() : char,
      ).join(""),
    );
    for (const text of ways) expect(set.at(bytesOf(`${text}=`), 0, 13, 0)).toHaveLength(1);
    for (const text of ways) expect(set.at(bytesOf(`${text}-`), 0, 13, 0)).toHaveLength(0);
  });

  test("names every expression that matches at a place", () => {
    const several = fc.array(re2Sources, { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(several, texts, fc.nat(3), (all, samples, length) => {
        const set = new BeginningSet(
          all.map((source) => member(source, length)),
          0,
        );
        for (const text of samples) {
          for (let at = 0; at + length <= text.length; at++) {
            const found = named(set.at(bytesOf(text), at, at + length, 0));
            for (const source of all) {
              const isMatch = compileRegex(source).matchAt(text, at, text.length, meter) >= 0;
              expect(isMatch && !found.includes(source)).toBe(false);
            }
          }
        }
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    );
  });

  test("after more texts than there is room for, those that come now are told apart", () => {
    const source = "key[a-d]*[ab][a-d]{6}x";
    const set = new BeginningSet([member(source, 3), member("key[a-d]*[ac][a-d]{6}y", 3)], 0);
    const isTold = (word: number): boolean => {
      const letters = Array.from({ length: 12 }, (_, i) => "abcd"[(word >> (2 * i)) & 3]).join("");
      const found = named(set.at(bytesOf(`key${letters}x`), 0, 3, 0));
      const isMatch = "ab".includes(letters[5] ?? "");
      expect(isMatch && !found.includes(source)).toBe(false);
      return found.length === (isMatch ? 1 : 0);
    };
    const words = fc.sample(fc.nat(2 ** 24 - 1), { numRuns: 3000, seed: 1 });
    expect(words.map(isTold)).toContain(false);
    const few = words.slice(-50);
    for (let round = 0; round < 100; round++) few.forEach(isTold);
    expect(few.every(isTold)).toBe(true);
  });

  test("an automaton that would need too many states leaves the question open", () => {
    const source = "(?:a|b)*a(?:a|b){11}c";
    const dfa = new BeginningDfa(parseRegex(source));
    const states = new Set<number>();
    for (let word = 0; word < 1 << 14; word++) {
      let state = dfa.start(0);
      for (let bit = 0; bit < 14 && state > DEAD; bit++)
        state = dfa.next(state, ((word >> bit) & 1) === 1 ? 0x61 : 0x62);
      states.add(state);
    }
    expect(states.has(OPEN)).toBe(true);
    expect(states.size).toBeLessThanOrEqual(1025);
  });
});

test("an automaton says of no match that none may begin or end there", () => {
  fc.assert(
    fc.property(re2Sources, texts, (source, samples) => {
      const dfa = new BeginningDfa(parseRegex(source));
      const mirror = new BeginningDfa(mirrored(parseRegex(source)));
      for (const text of samples) {
        for (let at = 0; at <= text.length; at++) {
          const end = compileRegex(source).matchAt(text, at, text.length, meter);
          expect(end >= 0 && !dfa.mayBeginAt(text, at)).toBe(false);
          expect(end >= 0 && !mirror.mayEndAt(text, end)).toBe(false);
        }
      }
    }),
    { numRuns: Math.ceil(numRuns / 3) },
  );
});

test("an automaton reads on beyond ASCII, up to a character of two units", () => {
  const dfa = new BeginningDfa(parseRegex("ключ[а-я]{0,2}=[0-9]"));
  expect(dfa.mayBeginAt("ключи=1", 0)).toBe(true);
  expect(dfa.mayBeginAt("ключи от дома", 0)).toBe(false);
  expect(dfa.mayBeginAt("ключ\u{1f511}", 0)).toBe(true);
  const mirror = new BeginningDfa(mirrored(parseRegex("[0-9] ключ")));
  expect(mirror.mayEndAt("1 ключ", 6)).toBe(true);
  expect(mirror.mayEndAt("мой ключ", 8)).toBe(false);
});

import { describe, expect, test } from "vitest";
import { foldCase } from "./case-fold.ts";
import { charSet, contains, MAX_CODE_POINT, negate } from "./charset.ts";
import { CATEGORY_RANGES } from "./unicode-categories.ts";
import { unicodeClass } from "./unicode-class.ts";
import { unicodeRanges as nativeRanges } from "./unicode-native.ts";
import { SCRIPT_RANGES } from "./unicode-scripts.ts";

/** The points where a class of ours or its neighbours may be wrong: the ends of every range, and around them. */
function edges(set: readonly number[]): number[] {
  return set.flatMap((at) => [at - 1, at, at + 1]).filter((at) => at >= 0 && at <= MAX_CODE_POINT);
}

/** The edges of a class of ours where V8 thinks otherwise. */
function differences(name: string, pattern: string): number[] {
  const set = unicodeClass(name, false) ?? [];
  const theirs = new RegExp(`^${pattern}$`, "u");
  return edges(set).filter(
    (code) => theirs.test(String.fromCodePoint(code)) !== contains(set, code),
  );
}

describe("unicodeClass", () => {
  test.each(Object.keys(CATEGORY_RANGES))("holds category %s as V8 does", (name) => {
    expect(differences(name, `\\p{${name}}`)).toEqual([]);
  });

  test.each(Object.keys(SCRIPT_RANGES))("holds script %s as V8 does", (name) => {
    expect(differences(name, `\\p{Script=${name}}`)).toEqual([]);
  });

  test("holds every assigned code point in one category", () => {
    const assigned = charSet(
      Object.keys(CATEGORY_RANGES).flatMap((name) => unicodeClass(name, false) ?? []),
    );
    const theirs = /^\P{Cn}$/u;
    const wrong = edges(negate(assigned)).filter(
      (code) => theirs.test(String.fromCodePoint(code)) !== contains(assigned, code),
    );
    expect(wrong).toEqual([]);
  });

  test.each(["", "Xx", "greek", "Grek", "Letter", "hasOwnProperty", "Script=Greek"])(
    "knows no class %j",
    (name) => {
      expect(unicodeClass(name, false)).toBeUndefined();
      expect(nativeRanges(name)).toEqual([]);
    },
  );

  test.each([
    ...Object.keys(CATEGORY_RANGES),
    ...Object.keys(SCRIPT_RANGES),
    "C",
    "L",
    "M",
    "N",
    "P",
    "S",
    "Z",
  ])("is the same where a browser is asked for %s", (name) => {
    expect(charSet(nativeRanges(name))).toEqual(unicodeClass(name, false));
  });
});

describe("foldCase", () => {
  test("makes equal what V8's simple case folding makes equal, and nothing else", () => {
    const wrong: number[] = [];
    for (let code = 0; code < 0x1_e950; code += 1) {
      const char = String.fromCodePoint(code);
      const varies = char.toLowerCase() !== char || char.toUpperCase() !== char;
      if (varies) {
        const folded = foldCase([code, code]);
        const same = new RegExp(`^[${hex(code)}]$`, "iu");
        const others = [char.toLowerCase(), char.toUpperCase(), char].flatMap((text) =>
          Array.from(text, (part) => part.codePointAt(0) ?? 0),
        );
        const differs = [...others, ...edges(folded)].some(
          (other) => same.test(String.fromCodePoint(other)) !== contains(folded, other),
        );
        if (differs) {
          wrong.push(code);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("folds orbits of three and four", () => {
    expect(foldCase([0x6b, 0x6b])).toEqual([0x4b, 0x4b, 0x6b, 0x6b, 0x212a, 0x212a]);
    expect(foldCase([0x345, 0x345])).toEqual([
      0x345, 0x345, 0x399, 0x399, 0x3b9, 0x3b9, 0x1fbe, 0x1fbe,
    ]);
  });
});

function hex(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { BEYOND_ASCII, indexCounts } from "../src/scan/counts.ts";
import { bytesOf } from "../src/scan/text-bytes.ts";
import { numRuns } from "./arbitraries.ts";

const texts = fc.string({
  unit: fc.constantFrom(
    "0",
    "5",
    "9",
    "/",
    ":",
    "a",
    "?",
    "\n",
    " ",
    "\u0080",
    "\u00e9",
    "\u{1f600}",
  ),
  maxLength: 90,
});
const window = fc.tuple(fc.nat(100), fc.nat(120));

test("a character stands in a window where a slice of the text holds it", () => {
  fc.assert(
    fc.property(texts, fc.array(window, { maxLength: 8 }), (text, windows) => {
      const { has } = indexCounts(bytesOf(text));
      for (const [from, to] of windows) {
        const slice = text.slice(from, to);
        for (const mark of ["?", "\n", "a", "#"])
          expect(has(mark.charCodeAt(0), from, to)).toBe(slice.includes(mark));
        const isWide = /[^\0-\u007f]/.test(slice);
        expect(has(BEYOND_ASCII.charCodeAt(0), from, to)).toBe(isWide);
      }
    }),
    { numRuns },
  );
});

test("digits are counted in a window, and none farther than 15 units beside it", () => {
  const digitsIn = (text: string): number => text.replaceAll(/[^0-9]/g, "").length;
  fc.assert(
    fc.property(texts, fc.array(window, { maxLength: 8 }), (text, windows) => {
      const { hasDigits } = indexCounts(bytesOf(text));
      for (const [from, to] of windows.filter(([start, end]) => start <= end)) {
        const least = digitsIn(text.slice(from, to));
        const most = digitsIn(text.slice(Math.max(0, from - 15), to + 15));
        expect(hasDigits(least, from, to)).toBe(true);
        expect(hasDigits(most + 1, from, to)).toBe(false);
      }
    }),
    { numRuns },
  );
});

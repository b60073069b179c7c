import fc from "fast-check";
import { expect, test } from "vitest";
import { FIRST_POSITION, positionsOf } from "./positions.ts";

const at = (text: string, offset: number): string => {
  const { line = 0, column = 0 } = positionsOf(text, FIRST_POSITION, [offset]).get(offset) ?? {};
  return `${line}:${column}`;
};

test.each([
  ["", 0, "1:1"],
  ["abc", 2, "1:3"],
  ["a\nb", 2, "2:1"],
  ["a\r\nb", 3, "2:1"],
  ["\n\n\n", 3, "4:1"],
  ["😀x", 2, "1:2"],
  ["é😀\n😀😀x", 8, "2:3"],
  ["\ud800x", 1, "1:2"],
  ["\udc00x", 1, "1:2"],
])("in %j, offset %d is at %s", (text, offset, place) => {
  expect(at(text, offset)).toBe(place);
});

test("positionsOf() counts lines and code points like splitting does, in one pass or two", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "😀", "é") });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const lines = before.split("\n");
      const wanted = { line: lines.length, column: Array.from(lines.at(-1) ?? "").length + 1 };
      const text = before + after;
      expect(positionsOf(text, FIRST_POSITION, [before.length]).get(before.length)).toEqual(wanted);
      const inTwo = positionsOf(after, wanted, [after.length]).get(after.length);
      expect(inTwo).toEqual(positionsOf(text, FIRST_POSITION, [text.length]).get(text.length));
    }),
  );
});

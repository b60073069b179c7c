import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonFault } from "./json-error.ts";

test.each([
  ["", "line 1, column 1: the file ends too early"],
  ["{", "line 1, column 2: the file ends too early"],
  ['{\n  "a": [1, 2', "line 2, column 13: the file ends too early"],
  ['{"a": "b', "line 1, column 7: this string is not closed"],
  ['{"a": x}', "line 1, column 7: this is not JSON"],
  ["[1 2]", "line 1, column 4: this is not JSON"],
  ["[1,]", "line 1, column 4: this is not JSON"],
  ['{"a": 1,}', "line 1, column 9: this is not JSON"],
  ['{"a" 1}', "line 1, column 6: this is not JSON"],
  ["{1: 2}", "line 1, column 2: this is not JSON"],
  ["[1}", "line 1, column 3: this is not JSON"],
  ["[]\n]", "line 2, column 1: this is not JSON"],
  ["[01]", "line 1, column 3: this is not JSON"],
  ["[1, // note\n2]", "line 1, column 5: this is not JSON"],
  ['["a\nb"]', "line 1, column 2: this string is not closed"],
])("jsonFault(%j) begins %j", (text, start) => {
  expect(jsonFault(text).slice(0, start.length)).toBe(start);
});

test("jsonFault() finds no fault before the end of what JSON.stringify wrote, nor of any start of it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
      const text = JSON.stringify(value, undefined, 1);
      expect(jsonFault(text)).toContain("ends too early");
      const [, line = "", column = ""] =
        /^line ([0-9]+), column ([0-9]+)/.exec(jsonFault(text)) ?? [];
      const lines = text.split("\n");
      expect([Number(line), Number(column)]).toEqual([
        lines.length,
        (lines.at(-1)?.length ?? 0) + 1,
      ]);
      expect(jsonFault(text.slice(0, cut % (text.length + 1)))).toMatch(
        /^line [0-9]+, column [0-9]+: /,
      );
    }),
  );
});

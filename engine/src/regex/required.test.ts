import { expect, test } from "vitest";
import { parseRegex } from "./parse.ts";
import { requiredStretch } from "./required.ts";

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
const isSpace = (unit: number): boolean => unit === 0x20;
/** Digits in groups, one digit at least. */
const GROUPS = { has: (unit: number) => isDigit(unit) || isSpace(unit), hasCore: isDigit };

const stretchOf = (regex: string) => requiredStretch(parseRegex(regex), GROUPS);

test.each([
  ["\\d{4} \\d{4}", { chars: 9, before: 0 }],
  ["[a-z]{1,3}(?:\\d{4} \\d{4}|\\d{6})", { chars: 6, before: 3 }],
  ["(?:\\d\\d |\\d{3})+", { chars: 3, before: 0 }],
  ["(\\d{2} ?){3}", { chars: 6, before: 0 }],
  [" {2}\\d{2}", { chars: 4, before: 0 }],
])("every match of %s holds a stretch of digits and spaces", (regex, stretch) => {
  expect(stretchOf(regex)).toEqual(stretch);
});

test.each([" {9}", "(?:\\d{4}| {4})", "(?:\\d{4} )? {2}", "(?:\\d{4}|x{4})", "(?:\\d{4})*"])(
  "a match of %s may hold no digit, or no stretch",
  (regex) => {
    expect(stretchOf(regex)).toBeUndefined();
  },
);

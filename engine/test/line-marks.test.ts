import { describe, expect, test } from "vitest";
import { defaultPolicy, shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { fillTemplate, scan, seededRandom } from "../src/index.ts";
import { breaksOf, bytesOf } from "../src/scan/text-bytes.ts";
import { unmarkedLines } from "../src/scan/line-marks.ts";
import { contentSection } from "../src/scan/section.ts";

const ruleset = shippedRuleset();
const random = seededRandom("line marks");
const secret = fillTemplate("{base64url:43}", random);
const call = [
  "webpush.setVapidDetails(",
  "  'mailto:ops@contoso.net',",
  `  'B${fillTemplate("{base64url:86}", random)}',`,
  `  '${secret}'`,
  ");",
];

const read = (text: string): readonly string[] =>
  unmarkedLines(contentSection(text), bytesOf(text), breaksOf(text)).map((section) => section.text);

describe("what reaches over several lines", () => {
  test.each<[string, (line: string) => string]>([
    ["plain", (line) => line],
    ["quoted", (line) => `> ${line}`],
    ["quoted without a space", (line) => `>${line}`],
    ["quoted twice", (line) => `> > ${line}`],
    ["added by a patch", (line) => `+${line}`],
  ])("is found %s, where it stands", (_, mark) => {
    const text = `see below\n${call.map(mark).join("\n")}\nthanks\n`;
    const { findings } = scan(ruleset, defaultPolicy, text);
    const found = findings.find(({ finding }) => finding.value.text === secret);
    expect(found?.blocks).toBe(true);
    const { start = 0, end = 0 } = found?.finding.origin ?? {};
    expect(text.slice(start, end)).toBe(secret);
  });

  test("is not put together from lines that were marked otherwise", () => {
    expect(read("> a\n+b\n> c\n")).toEqual([]);
    expect(read("> a\nb\n> c")).toEqual([]);
  });
});

test("each row of marked lines is read by itself", () => {
  expect(read("> one\n> two\n\n+three\n+\n+four\n> five\n> > six")).toEqual([
    "one\ntwo",
    "three\n\nfour",
    "five\nsix",
  ]);
  expect(read("nothing > here + there\n> once\n")).toEqual([]);
  expect(read("")).toEqual([]);
});

test.each([
  ["one row", "> word\n".repeat(20_000)],
  ["many rows", `${"> word\n".repeat(100)}\n`.repeat(200)],
])("of %s, no more is read than the limit of one scan", (_, text) => {
  const chars = read(text).reduce((sum, { length }) => sum + length, 0);
  expect(chars).toBeGreaterThan(40_000);
  expect(chars).toBeLessThanOrEqual(65_536);
});

test("rows of few characters are not read without end", () => {
  expect(read(">a\n>b\n\n".repeat(20_000)).length).toBeLessThan(300);
});

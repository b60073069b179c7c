import { expect, test } from "vitest";
import { lengthRange } from "./ast-facts.ts";
import { parseRegex } from "./parse.ts";
import { roughOf } from "./rough.ts";

const rough = (source: string) => roughOf(parseRegex(source));

test("a repeat that is counted has no bound any more, whatever it stands in", () => {
  expect(rough("a{2,80}b")).toEqual(parseRegex("a{2,}b"));
  expect(rough("(?:x|[a-f]{0,40}?)+y")).toEqual(parseRegex("(?:x|[a-f]*?)+y"));
  expect(lengthRange(rough("(a{1,63}@){3}"))).toEqual({ min: 6, max: Infinity });
});

test("what is not counted is the tree itself", () => {
  for (const source of ["a{32}", "ab*c+?", "x{1,4}", String.raw`\b(?:k|key)\b`]) {
    const ast = parseRegex(source);
    expect(roughOf(ast)).toBe(ast);
  }
});

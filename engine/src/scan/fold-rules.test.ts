import { expect, test } from "vitest";
import { compileRegex } from "../regex/compile-regex.ts";
import { foldRegex } from "./fold-rules.ts";
import { fold } from "./fold.ts";

/** What stands in a folded text that the expression, folded, matches first. */
function found(source: string, text: string): string | undefined {
  const folded = fold(text).text;
  const match = compileRegex(foldRegex(source)).search(folded, 0, folded.length, { chars: 0 });
  return match === undefined ? undefined : folded.slice(match.start, match.end);
}

test.each([
  ["an ellipsis is three full stops", "ab…", "ab…", "ab..."],
  ["and nothing else", "ab…", "abcde", undefined],
  ["as often as it stands", "ab…{2}c", "ab……c", "ab......c"],
  ["brackets of full width are brackets", "密码（\\d+）", "密码（123）", "密码(123)"],
  ["a sign of full width says nothing of what stands before it", "abc？", "ab", undefined],
  ["within a class", "x[（］－０]+y", "x（］－0y", "x(]-0y"],
  ["a range is none", "x[a－z]y", "xby", undefined],
])("%s", (_what, source, text, wanted) => {
  expect(found(source, text)).toBe(wanted);
});

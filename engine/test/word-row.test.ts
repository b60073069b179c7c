import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf } from "../src/scan/text-bytes.ts";
import { bip39Words } from "../src/validators/bip39-words.ts";
import { phraseOf } from "../src/validators/bip39.ts";
import { validate } from "../src/validators/validate.ts";
import { wordRows } from "../src/validators/word-row.ts";
import { numRuns } from "./arbitraries.ts";

const rowsOf = (text: string): readonly number[] => wordRows(bytesOf(text).bytes);
const mayHold = (text: string): boolean => rowsOf(text).length > 0;

/** The rows of a text, each as it stands there. */
const rowTexts = (text: string): string[] => {
  const rows = rowsOf(text);
  return rows.flatMap((start, i) => (i % 2 === 0 ? text.slice(start, rows[i + 1]) : []));
};

const phrase = fc
  .tuple(fc.constantFrom(128, 160, 256), fc.infiniteStream(fc.boolean()))
  .map(([bits, coins]) => phraseOf([...coins.take(bits)].map(Number).join("")));
const joint = fc.constantFrom(
  " ",
  ", ",
  "\n",
  " and ",
  "</li><li>",
  "\nword 3: ",
  " | 12. ",
  "\u3000",
);
const beside = fc.constantFrom(
  "",
  "the",
  "zoo",
  "abandon ability",
  "\u00e9t\u00e9",
  "-".repeat(90),
);

/** A phrase written in some way, among other things. */
const written = fc
  .tuple(beside, phrase, joint, beside, fc.boolean())
  .map(([before, words, between, behind, isLoud]) => {
    const text = `${before}\n${words.join(between)}\n${behind}`;
    return isLoud ? text.toUpperCase() : text;
  });

test("wherever a phrase is, a row may be", () => {
  const isTold = (text: string): boolean =>
    (["bip39", "bip39_bare", "bip39_words"] as const).every(
      (name) => validate(name, text) === "invalid" || mayHold(text),
    );
  fc.assert(fc.property(written, isTold), { numRuns });
  expect(
    fc.sample(written, 100).filter((text) => validate("bip39", text) === "valid").length,
  ).toBeGreaterThan(80);
});

test("the row that is told holds the phrase", () => {
  const holds = (text: string): boolean =>
    validate("bip39", text) === "invalid" ||
    rowTexts(text).some((row) => validate("bip39", row) === "valid");
  fc.assert(fc.property(written, holds), { numRuns });
  const twice = `${"the xyz ".repeat(20)}${Array(12).fill("zoo").join(" ")} the ${Array(13).fill("able").join(" ")}`;
  expect(rowTexts(twice).map((row) => row.trim().split(" ").length)).toEqual([12, 13]);
});

test("what is told has twelve words in a row, but for what may stand between", () => {
  const listed = new Set(bip39Words());
  const longestRow = (text: string): number => {
    let longest = 0;
    let row = 0;
    for (const word of text.match(/[a-z]+/g) ?? []) {
      row = listed.has(word) ? row + 1 : 0;
      longest = Math.max(longest, row);
    }
    return longest;
  };
  const word = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...bip39Words()) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("the", "abou", "zoos", "abandonment", "x", "\u0431\u0430"),
    },
  );
  const row = fc.array(word, { maxLength: 60 }).map((words) => words.join(" "));
  const isTold = (text: string): void => {
    expect(mayHold(text)).toBe(longestRow(text) >= 12);
  };
  fc.assert(fc.property(row, isTold), { numRuns });
});

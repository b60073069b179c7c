import fc from "fast-check";
import { expect, test } from "vitest";
import { indexWords, isWholeWord } from "../src/scan/word-index.ts";
import { numRuns } from "./arbitraries.ts";

const WORDS = ["key", "api key", "k", "token", "ключ"];

const piece = fc.constantFrom(...WORDS, "Key", "KEYS", "apiKey", " ", ".", "_", "x", "7", "\n");
const joint = fc.constantFrom("", " ", " ", ".");
const text = fc
  .array(fc.tuple(piece, joint), { maxLength: 60 })
  .map((pieces) => pieces.flat().join(""));
const question = fc.record({
  word: fc.constantFrom(...WORDS),
  from: fc.integer({ min: -10, max: 150 }),
  length: fc.integer({ min: 0, max: 80 }),
});

/** Does a word stand whole within a stretch, by a look at every place of it? */
function stands(content: string, word: string, from: number, to: number): boolean {
  for (let at = Math.max(0, from); at + word.length <= Math.min(to, content.length); at++)
    if (
      content.slice(at, at + word.length).toLowerCase() === word &&
      isWholeWord(content, at, at + word.length)
    )
      return true;
  return false;
}

test("a word stands within a stretch where it is found by looking everywhere, however often it was asked for", () => {
  let found = 0;
  let asked = 0;
  fc.assert(
    fc.property(
      text,
      fc.array(question, { minLength: 20, maxLength: 20 }),
      (content, questions) => {
        const index = indexWords(content);
        for (const { word, from, length } of questions) {
          const isThere = index.hasWithin(word, from, from + length);
          expect(isThere).toBe(stands(content, word, from, from + length));
          asked++;
          if (isThere) found++;
        }
      },
    ),
    { numRuns },
  );
  expect(found).toBeGreaterThan(asked / 40);
});

import { memoise } from "./memoise.ts";

/** Shorter words that are written as one are other words, in UTF-16 units. */
const LEAST_JOINED = 7;

/** What stands between words that are written as one name: `tax_number`, `tax-number`. */
const BETWEEN = /[-_]/g;

/** A word as it is looked for: the signs between words are spaces. As long as the word. */
export const plainSpelling = (word: string): string => word.replaceAll(BETWEEN, " ");

/** The spellings of a word that do not look alike: `tax number`, which `tax_number` and `tax-number` are as well, and `taxnumber`. */
function spellingsOf(word: string): readonly string[] {
  const plain = plainSpelling(word);
  const joined = plain.replaceAll(" ", "");
  return plain.includes(" ") && joined.length >= LEAST_JOINED ? [plain, joined] : [plain];
}

/** Spells the hotwords of patterns out, each once; patterns with the same list share one. */
export const spellOut = (): ((words: readonly string[]) => readonly string[]) =>
  memoise((words: readonly string[]) => [...new Set(words.flatMap(spellingsOf))]);

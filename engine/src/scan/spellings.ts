import { memoise } from "./memoise.ts";

/** Shorter words that are written as one are other words, in UTF-16 units. */
const LEAST_JOINED = 7;

/** Two words of which the second is short: `Steuer-ID`, `SV-Nummer`. Longer ones and more have hyphens in few texts. */
const HYPHENED = /^[^ ]+ [^ ]{1,6}$/;

/** A word as it is looked for: an underscore between words is a space. As long as the word. */
export const plainSpelling = (word: string): string => word.replaceAll("_", " ");

/** The spellings of a word that do not look alike: `tax number`, which `tax_number` is as well, `tax-number` and `taxnumber`. */
function spellingsOf(word: string): readonly string[] {
  const plain = plainSpelling(word);
  if (!plain.includes(" ")) return [plain];
  const joined = plain.replaceAll(" ", "");
  return [
    plain,
    ...(joined.length < LEAST_JOINED ? [] : [joined]),
    ...(HYPHENED.test(plain) ? [plain.replace(" ", "-")] : []),
  ];
}

/** Spells the hotwords of patterns out, each once; patterns with the same list share one. */
export const spellOut = (): ((words: readonly string[]) => readonly string[]) =>
  memoise((words: readonly string[]) => [...new Set(words.flatMap(spellingsOf))]);

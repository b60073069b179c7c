/** The letters that people write as signs and digits in their passwords. */
const LETTERS: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  $: "s",
  "0": "o",
  "1": "i",
  "3": "e",
  "5": "s",
  "7": "t",
};

/** The value with letters in place of the signs and digits that an expression finds. */
export const withLetters = (value: string, signs: RegExp): string =>
  value.replaceAll(signs, (sign) => LETTERS[sign] ?? sign);

/** Stands before what tells where a piece stood before; texts that hold it as it is can't be shortened. */
export const MARK = "\u007f";

/** Digits of the numbers that tell it: characters that a script and JSON write as they are. */
export const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** No number is higher: each has two digits. */
export const MOST = DIGITS.length ** 2 - 1;

/** Tells a piece of an earlier text: how many texts before, at which offset, how many characters. */
const POINTER = new RegExp(`${MARK}([\\w-]{2})([\\w-]{2})([\\w-]{2})`, "g");

const numberOf = (digits: string): number =>
  DIGITS.indexOf(digits.charAt(0)) * DIGITS.length + DIGITS.indexOf(digits.charAt(1));

/** The texts that `tellRepeats` shortened. */
export function tellWhole(texts: readonly string[]): string[] {
  const whole: string[] = [];
  for (const text of texts) {
    const piece = (_: string, before: string, offset: string, length: string): string => {
      const from = numberOf(offset);
      const source = whole[whole.length - numberOf(before)] ?? "";
      return source.slice(from, from + numberOf(length));
    };
    whole.push(text.replaceAll(POINTER, piece));
  }
  return whole;
}

/** Cyrillic letters that look like Latin ones. */
export const CYRILLIC: Readonly<Record<string, string>> = {
  A: "\u0410",
  B: "\u0412",
  E: "\u0415",
  I: "\u0406",
  K: "\u041a",
  M: "\u041c",
  H: "\u041d",
  O: "\u041e",
  P: "\u0420",
  C: "\u0421",
  T: "\u0422",
  X: "\u0425",
  S: "\u0405",
  J: "\u0408",
  a: "\u0430",
  c: "\u0441",
  e: "\u0435",
  i: "\u0456",
  j: "\u0458",
  o: "\u043e",
  p: "\u0440",
  s: "\u0455",
  x: "\u0445",
  y: "\u0443",
};

/** Greek letters that look like Latin ones. */
export const GREEK: Readonly<Record<string, string>> = {
  A: "\u0391",
  B: "\u0392",
  E: "\u0395",
  Z: "\u0396",
  H: "\u0397",
  I: "\u0399",
  K: "\u039a",
  M: "\u039c",
  N: "\u039d",
  O: "\u039f",
  P: "\u03a1",
  T: "\u03a4",
  Y: "\u03a5",
  X: "\u03a7",
  o: "\u03bf",
  v: "\u03bd",
  a: "\u03b1",
  i: "\u03b9",
};

/** Full-width forms of the printable ASCII characters (U+FF01 and on). */
export const fullWidth = (char: string): string =>
  char >= "!" && char <= "~" ? String.fromCharCode(char.charCodeAt(0) + 0xfee0) : char;

/** Mathematical letters and digits, from where one style's capitals, small letters and digits begin (U+1D400 and on). */
export const mathematical =
  (upper: number, lower: number, digit: number) =>
  (char: string): string => {
    const code = char.charCodeAt(0);
    if (char >= "A" && char <= "Z") return String.fromCodePoint(upper + code - 65);
    if (char >= "a" && char <= "z") return String.fromCodePoint(lower + code - 97);
    return char >= "0" && char <= "9" ? String.fromCodePoint(digit + code - 48) : char;
  };

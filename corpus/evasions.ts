import type { Ruleset, ScanPolicy } from "@weir/engine";
import { scan } from "@weir/engine";

/** A way to hide a text from a scan, as the pieces in which it is pasted, one after the other. */
export interface Evasion {
  readonly name: string;
  readonly hide: (text: string) => readonly string[];
}

const eachChar = (text: string, change: (char: string) => string): string =>
  Array.from(text, change).join("");

const swap = (pairs: Readonly<Record<string, string>>) => (text: string) => [
  eachChar(text, (char) => pairs[char] ?? char),
];

const CYRILLIC = {
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
const GREEK = {
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

/** Cuts a text into equal pieces, within whatever stands there. */
const cut = (pieces: number) => (text: string) => {
  const size = Math.ceil(text.length / pieces);
  return Array.from({ length: pieces }, (_, i) => text.slice(i * size, (i + 1) * size));
};

const fullWidth = (char: string): string =>
  char >= "!" && char <= "~" ? String.fromCharCode(char.charCodeAt(0) + 0xfee0) : char;

/** Mathematical bold letters and digits (U+1D400 and on). */
function mathematical(char: string): string {
  const code = char.charCodeAt(0);
  if (char >= "A" && char <= "Z") return String.fromCodePoint(0x1d400 + code - 65);
  if (char >= "a" && char <= "z") return String.fromCodePoint(0x1d41a + code - 97);
  return char >= "0" && char <= "9" ? String.fromCodePoint(0x1d7ce + code - 48) : char;
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const hex = (char: string): string => char.charCodeAt(0).toString(16).padStart(4, "0");

/** The tricks that are tried on every positive case. */
export const EVASIONS: readonly Evasion[] = [
  {
    name: "zero-width spaces between letters",
    hide: (text) => [eachChar(text, (char) => `${char}\u200b`)],
  },
  {
    name: "combining marks over letters",
    hide: (text) => [eachChar(text, (char) => (char > " " ? `${char}\u0336` : char))],
  },
  { name: "full width", hide: (text) => [eachChar(text, fullWidth)] },
  { name: "mathematical letters", hide: (text) => [eachChar(text, mathematical)] },
  { name: "Cyrillic look-alikes", hide: swap(CYRILLIC) },
  { name: "Greek look-alikes", hide: swap(GREEK) },
  { name: "base64", hide: (text) => [base64(text)] },
  { name: "base64, URL-safe, unpadded", hide: (text) => [Buffer.from(text).toString("base64url")] },
  { name: "base64, wrapped at 76", hide: (text) => [base64(text).replaceAll(/.{76}/g, "$&\n")] },
  { name: "base64 twice", hide: (text) => [base64(base64(text))] },
  { name: "split in two pastes", hide: cut(2) },
  { name: "split in three pastes", hide: cut(3) },
  { name: "percent encoding", hide: (text) => [encodeURIComponent(text)] },
  {
    name: "JSON escapes of every character",
    hide: (text) => [eachChar(text, (char) => `\\u${hex(char)}`)],
  },
  {
    name: "HTML character references",
    hide: (text) => [eachChar(text, (char) => `&#${char.codePointAt(0) ?? 0};`)],
  },
  { name: "hexadecimal", hide: (text) => [Buffer.from(text).toString("hex")] },
];

/** Is something of a hidden text blocked, with its pieces scanned in one session? */
export function isCaught(ruleset: Ruleset, policy: ScanPolicy, pieces: readonly string[]): boolean {
  let tail = "";
  let blocked = false;
  for (const piece of pieces) {
    const result = scan(ruleset, policy, piece, { tail });
    ({ tail } = result);
    blocked ||= result.blocked;
  }
  return blocked;
}

import type { Ruleset, ScanPolicy } from "@weir/engine";
import { scan } from "@weir/engine";
import type { Filled } from "./filled.ts";
import {
  breaks,
  breakValues,
  concatenate,
  cutAt,
  quotedPrintable,
  wordsOf,
} from "./tricks/broken.ts";
import type { Joint } from "./tricks/broken.ts";
import { CYRILLIC, fullWidth, GREEK, mathematical } from "./tricks/look-alikes.ts";

/** A way to hide a text from a scan, as the pieces in which it is pasted, one after the other. */
export interface Evasion {
  readonly name: string;
  readonly hide: (filled: Filled) => readonly string[];
}

const eachChar = (text: string, change: (char: string) => string): string =>
  Array.from(text, change).join("");

/** Every character changed. */
const chars = (name: string, change: (char: string) => string): Evasion => ({
  name,
  hide: ({ text }) => [eachChar(text, change)],
});

/** The whole text encoded, its key words too. */
const whole = (name: string, encode: (text: string) => string): Evasion => ({
  name,
  hide: ({ text }) => [encode(text)],
});

/** The text cut into equal pieces, within whatever stands there. */
const cut = (name: string, pieces: number): Evasion => ({
  name,
  hide: ({ text }) => {
    const size = Math.ceil(text.length / pieces);
    return Array.from({ length: pieces }, (_, i) => text.slice(i * size, (i + 1) * size));
  },
});

/** The text cut within each made-up value. */
const cutValues = (name: string, parts: number): Evasion => ({
  name,
  hide: (filled) => cutAt(filled.text, breaks(filled, parts)),
});

/** Each made-up value broken by something. */
const broken = (name: string, by: string): Evasion => ({
  name,
  hide: (filled) => [breakValues(filled, by)],
});

/** Each made-up value as an expression of two string literals. */
const joined = (name: string, joint: Joint, preferred?: string): Evasion => ({
  name,
  hide: (filled) => [concatenate(filled, joint, preferred)],
});

/** Only the words with made-up values encoded; what names them stands plain. */
const encoded = (name: string, encode: (value: string) => string): Evasion => ({
  name,
  hide: (filled) => {
    const places = wordsOf(filled).flatMap(({ start, end }) => [start, end]);
    const parts = cutAt(filled.text, places);
    return [parts.map((part, i) => (i % 2 === 1 ? encode(part) : part)).join("")];
  },
});

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const base64url = (text: string): string => Buffer.from(text).toString("base64url");
const hex = (text: string): string => Buffer.from(text).toString("hex");
const hexOf = (char: string, digits: number): string =>
  (char.codePointAt(0) ?? 0).toString(16).padStart(digits, "0");
const everyByte = (text: string, before: string): string =>
  hex(text).replaceAll(/../g, (byte) => before + byte);
const named: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const LOOK_ALIKES: readonly Evasion[] = [
  chars("zero-width spaces between letters", (char) => `${char}\u200b`),
  chars("zero-width joiners between letters", (char) => `${char}\u200d`),
  chars("soft hyphens between letters", (char) => `${char}\u00ad`),
  chars("combining marks over letters", (char) => (char > " " ? `${char}\u0336` : char)),
  chars("full width", fullWidth),
  chars("mathematical letters, bold", mathematical(0x1d400, 0x1d41a, 0x1d7ce)),
  chars("mathematical letters, sans-serif", mathematical(0x1d5a0, 0x1d5ba, 0x1d7e2)),
  chars("mathematical letters, monospace", mathematical(0x1d670, 0x1d68a, 0x1d7f6)),
  chars("Cyrillic look-alikes", (char) => CYRILLIC[char] ?? char),
  chars("Greek look-alikes", (char) => GREEK[char] ?? char),
];

const ENCODINGS: readonly Evasion[] = [
  whole("base64", base64),
  whole("base64, URL-safe, unpadded", base64url),
  whole("base64, unpadded", (text) => base64(text).replaceAll("=", "")),
  whole("base64, wrapped at 76", (text) => base64(text).replaceAll(/.{76}/g, "$&\n")),
  whole("base64 twice", (text) => base64(base64(text))),
  whole("percent encoding", encodeURIComponent),
  whole("percent encoding of a form", (text) => new URLSearchParams({ text }).toString()),
  whole("percent encoding of every byte", (text) => everyByte(text, "%")),
  whole("percent encoding twice", (text) => encodeURIComponent(encodeURIComponent(text))),
  whole("JSON string", JSON.stringify),
  whole("JSON string in a JSON string", (text) => JSON.stringify(JSON.stringify({ text }))),
  chars("JSON escapes of every character", (char) =>
    Array.from({ length: char.length }, (_, i) => `\\u${hexOf(char.charAt(i), 4)}`).join(""),
  ),
  chars("HTML escapes", (char) => named[char] ?? char),
  chars("HTML character references", (char) => `&#${char.codePointAt(0) ?? 0};`),
  chars("HTML references, hexadecimal", (char) => `&#x${hexOf(char, 1)};`),
  whole("hexadecimal", hex),
  whole("hexadecimal escapes", (text) => everyByte(text, "\\x")),
  chars("escapes in braces", (char) => `\\u{${hexOf(char, 1)}}`),
  chars("octal escapes", (char) =>
    char > " " && char < "\u007f"
      ? `\\${(char.codePointAt(0) ?? 0).toString(8).padStart(3, "0")}`
      : char,
  ),
];

const BROKEN: readonly Evasion[] = [
  cut("split in two pastes", 2),
  cut("split in three pastes", 3),
  cutValues("each value split over two pastes", 2),
  cutValues("each value split over three pastes", 3),
  broken("values broken by a newline", "\n"),
  broken("values broken by a newline and spaces", "\n    "),
  broken("values broken by a backslash and a newline", "\\\n"),
  broken("values broken by a newline in a quoted e-mail", "\n> "),
  { name: "quoted-printable", hide: (filled) => [quotedPrintable(filled)] },
];

const CONCATENATED: readonly Evasion[] = [
  joined('"a" + "b"', { between: " + " }),
  joined('"a" + "b" over two lines', { between: " +\n    " }),
  joined("'a' 'b'", { between: " " }, "'"),
  joined('"a" "b" over two lines', { between: "\n    " }),
  joined('"a" . "b"', { between: " . " }),
  joined('"a" & "b"', { between: " & " }),
  joined('"a" || "b"', { between: " || " }),
  joined('"a" .. "b"', { between: " .. " }),
  joined('"a""b" in a shell', { between: "" }),
  joined('["a", "b"].join("")', { before: "[", between: ", ", after: '].join("")' }),
];

/** What stands for the value alone: a key word before it is left. */
const VALUES: readonly Evasion[] = [
  encoded("values alone in base64", base64),
  encoded("values alone in hexadecimal", hex),
];

/** The tricks that are tried on every positive case. */
export const EVASIONS: readonly Evasion[] = [
  ...LOOK_ALIKES,
  ...ENCODINGS,
  ...BROKEN,
  ...CONCATENATED,
  ...VALUES,
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

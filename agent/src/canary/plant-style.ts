/** Why a canary was not planted. */
export type PlantRefusal =
  /** The file's name tells none of the formats that are known. */
  | "unknown_format"
  /** A further line could change what the rest of the file means, or whoever reads it refuses unknown keys. */
  | "would_break"
  /** It is not JSON, such as with comments, or is no object. */
  | "no_json_object"
  | "already_planted"
  /** It holds the token of a canary that was deleted, or is another agent's. */
  | "not_in_force";

/** A text with the canary in it, or why there is none. */
export type Planted =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly refusal: PlantRefusal };

/** A refusal. */
export function refuse(refusal: PlantRefusal): Planted {
  return { ok: false, refusal };
}

/** How the names of a file's keys are spelled. */
export type NameStyle = "snake" | "camel" | "upper";

/** What the planted key may be called; the first that the file does not have. */
const NAMES = ["backup", "archive", "replica", "legacy"].map((word) => [
  word,
  "access",
  "key",
  "id",
]);

/** Numbered names are tried up to this one. */
const MAX_NUMBER = 100;

function spell(words: readonly string[], style: NameStyle): string {
  if (style === "upper") return words.join("_").toUpperCase();
  if (style === "snake") return words.join("_");
  const [first = "", ...rest] = words;
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** The spelling of most of the names; `snake` where they do not tell. */
export function styleOf(names: readonly string[]): NameStyle {
  const count = (shape: RegExp): number => names.filter((name) => shape.test(name)).length;
  const camel = count(/^[a-z]+[A-Z]/);
  const upper = count(/^[A-Z][A-Z0-9_]+$/);
  const snake = count(/^[a-z0-9]+_/);
  if (camel > snake && camel > upper) return "camel";
  return upper > snake ? "upper" : "snake";
}

/** A name that is not among `taken`, whatever the case; undefined where all are. */
export function freeName(taken: readonly string[], style: NameStyle): string | undefined {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = 1; number <= MAX_NUMBER; number++) {
    for (const words of NAMES) {
      const name = spell(number === 1 ? words : [...words, String(number)], style);
      if (!known.has(name.toLowerCase())) return name;
    }
  }
  return undefined;
}

/** A word that is not among `taken`, for a section; undefined where all are. */
export function freeSection(taken: readonly string[]): string | undefined {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  return NAMES.map(([word = ""]) => word).find((word) => !known.has(word));
}

/** The newline that the file's last line break is; `\n` where there is none. */
export function newlineOf(text: string): string {
  const last = text.lastIndexOf("\n");
  return last > 0 && text.charAt(last - 1) === "\r" ? "\r\n" : "\n";
}

/** The lines of a text without their ends; none for an empty text. A line break at the end begins no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Adds lines at the end; a file without a line break at its end stays one. */
export function appendLines(text: string, lines: readonly string[]): string {
  const newline = newlineOf(text);
  const added = lines.join(newline);
  return text === "" || text.endsWith("\n") ? text + added + newline : text + newline + added;
}

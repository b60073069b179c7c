/** Words of prose and names of programs, by their length in characters. */
const WORDS: readonly (readonly [string, string])[] = [
  ["", ""],
  ["", ""],
  ["", ""],
  ["", ""],
  ["name", "with"],
  ["value", "first"],
  ["string", "before"],
  ["example", "through"],
  ["variable", "document"],
  ["parameter", "described"],
  ["connection", "parameters"],
  ["declaration", "information"],
  ["subscription", "organization"],
  ["configuration", "documentation"],
  ["implementation", "administrators"],
];

/** The longest that is put together of words. */
const MAX_CHARS = 64;

/** The shortest word that is put beside another. */
const LEAST = 4;

/** Words side by side that have just so many characters together; undefined where there are none. */
function joined(length: number, which: 0 | 1, joint: string): string | undefined {
  const word = WORDS[length]?.[which];
  if (word !== undefined) return word === "" ? undefined : word;
  const longest = Math.min(WORDS.length - 1, length - joint.length - LEAST);
  const first = WORDS[longest]?.[which] ?? "";
  const rest = joined(length - longest - joint.length, which, joint);
  return rest === undefined ? undefined : first + joint + rest;
}

/** Ordinary words of just so many characters, in small letters and in capitals, long ones with a sign between them. */
export function ordinaryWords(length: number): readonly string[] {
  if (length > MAX_CHARS) return [];
  const small = ([0, 1] as const).flatMap((which) =>
    ["-", "_"].map((joint) => joined(length, which, joint)).filter((text) => text !== undefined),
  );
  return [...new Set(small.flatMap((text) => [text, text.toUpperCase()]))];
}

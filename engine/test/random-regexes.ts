import process from "node:process";
import fc from "fast-check";

/** Random regexes for each property; each is tried on several texts. */
export const numRuns = Number(process.env["FUZZ_RUNS"] ?? 300);
const TEXTS = 4;

const letters = ["a", "b", "c", "A", "k", "K", "s", "1", " ", "\n", "-", "_"];
const wide = ["é", "É", "ω", "😀", "\u212a", "ſ", "\ud83d", "\ude00"];
/** Several texts of few kinds of characters. */
export const texts = fc.array(
  fc.string({ unit: fc.constantFrom(...letters, ...wide), maxLength: 14 }),
  {
    minLength: TEXTS,
    maxLength: TEXTS,
  },
);

/** Atoms that mean the same to RE2 and to V8 under its `u` flag. */
export const commonAtoms = [
  "a",
  "b",
  "c",
  "A",
  "k",
  "s",
  ".",
  "é",
  "😀",
  "\\w",
  "\\W",
  "\\d",
  "\\n",
  "[ab]",
  "[^a]",
  "[a-c]",
  "[é-ω]",
  "\\b",
  "\\B",
  "^",
  "$",
];
const re2Atoms = [
  ...commonAtoms,
  "\\s",
  "\\A",
  "\\z",
  "\\pL",
  "\\PL",
  "[[:^lower:]]",
  "[^\\w]",
  "(?i:k)",
  "(?i:[^s])",
  "(?s:.)",
  "(?m:^)",
  "(?m:$)",
  "-",
  "ſ",
  "\ude00",
];
const repeats = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?", "{2,}"];

/** Expressions of the atoms, with groups, choices, repeats and the flags. */
export function sources(atoms: readonly string[], flags: readonly string[]): fc.Arbitrary<string> {
  return fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(...atoms),
      fc.tuple(tie("node"), tie("node")).map(([a, b]) => a + b),
      fc.tuple(tie("node"), tie("node")).map(([a, b]) => `(?:${a}|${b})`),
      tie("node").map((a) => `(${a})`),
      fc.tuple(tie("node"), fc.constantFrom(...repeats)).map(([a, r]) => `(?:${a})${r}`),
      fc.tuple(fc.constantFrom(...flags), tie("node")).map(([f, a]) => f + a),
    ),
  })).node;
}

/** Expressions of all that RE2 knows. */
export const re2Sources = sources(re2Atoms, ["", "(?i)", "(?m)", "(?s)", "(?U)", "x|"]);

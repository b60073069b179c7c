import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { randomBelow, randomChars, seededRandom } from "../src/sample/random.ts";
import { validate } from "../src/validators/validate.ts";

const SMALL = "abcdefghijklmnopqrstuvwxyz";
const LETTERS = SMALL + SMALL.toUpperCase();
const DIGITS = "0123456789";
const SIGNS = "!@#$%^&*()-_=+[]{}|;:,.?/~";
const VALUES = 2000;

/** The share of values drawn from an alphabet, of twelve to twenty characters, that a check accepts. */
function accepted(name: "random" | "random_letters", alphabet: string): number {
  const random = seededRandom(alphabet);
  const values = Array.from({ length: VALUES }, () =>
    randomChars(random, alphabet, 12 + randomBelow(random, 9)),
  );
  return values.filter((value) => validate(name, value) === "valid").length / VALUES;
}

/** What stands between spaces, quotation marks and the like in the files of a folder. */
function piecesOf(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") || name.endsWith(".md"),
  );
  const text = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  return [...new Set(text.match(/[!#-&(-;=?-[\]-_a-~]{8,64}/g))];
}

test("what is drawn by chance is told, whatever signs are in it", () => {
  expect(accepted("random", LETTERS + DIGITS + SIGNS)).toBeGreaterThan(0.95);
  expect(accepted("random", LETTERS + DIGITS)).toBeGreaterThan(0.85);
  expect(accepted("random", LETTERS)).toBeGreaterThan(0.8);
  expect(accepted("random_letters", SMALL)).toBeGreaterThan(0.8);
});

test("what programs and manuals are made of is not, but for two pieces of a thousand, such as parts of expressions", () => {
  const root = join(import.meta.dirname, "../..");
  const pieces = ["agent/src", "docs/guide", "extension/src"].flatMap((folder) =>
    piecesOf(join(root, folder)),
  );
  expect(pieces.length).toBeGreaterThan(5000);
  for (const name of ["random", "random_letters"] as const) {
    const wrong = pieces.filter((piece) => validate(name, piece) === "valid");
    expect(wrong.length).toBeLessThan(pieces.length / 500);
  }
});

// `npm run entropy`: how low the entropy of a random value may come out by chance, for the shapes that secrets have.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fillTemplate, seededRandom } from "@weir/engine";
import { entropyBits } from "../engine/src/scan/entropy.ts";

const VALUES = 20_000;
/** One real value in a thousand may fall below a floor. */
const REJECTED = 0.001;
const LENGTHS = [16, 20, 24, 32, 36, 40, 43, 48, 64];
const SHAPES = ["digits", "hex", "base32", "lower_digits", "base62", "base64"] as const;

/** The entropy that all but one in a thousand random values of a shape reach, in bits per character. */
function floorOf(shape: string, length: number): number {
  const random = seededRandom(`${shape}:${length}`);
  const bits = Array.from({ length: VALUES }, () =>
    entropyBits(fillTemplate(`{${shape}:${length}}`, random)),
  );
  return bits.toSorted((a, b) => a - b)[Math.floor(VALUES * REJECTED)] ?? 0;
}

const rows = LENGTHS.map(
  (length) =>
    `| ${length} | ${SHAPES.map((shape) => floorOf(shape, length).toFixed(2)).join(" | ")} |`,
);
const page = `<!-- Made by npm run entropy. -->

# Entropy floors

The Shannon entropy, in bits per character, that all but one in a thousand of ${VALUES.toLocaleString("en")} random values reach, by length and
alphabet. A pattern's \`entropy_min\` at or below this figure rejects less than one real value in a thousand.

| length | ${SHAPES.join(" | ")} |
|---|${SHAPES.map(() => "---|").join("")}
${rows.join("\n")}
`;
writeFileSync(join(import.meta.dirname, "../docs/reference/entropy.md"), page);
process.stdout.write(page);

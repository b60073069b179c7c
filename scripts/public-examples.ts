import {
  BUCKET_DIGITS,
  canonicalValue,
  MARK_BITS,
  sampleHash,
  sampleMark,
} from "../engine/src/scan/public-examples.ts";

/** What the documented sample values in `rules/public_examples.json` are told by: their hashes, sorted, each once, and the bits of their marks. */
export interface PublicExamples {
  readonly hashes: readonly string[];
  readonly marks: string;
}

/** One hexadecimal digit for four marks. */
function marksOf(values: readonly string[]): string {
  const digits = Array.from({ length: 2 ** MARK_BITS / 4 }, () => 0);
  for (const value of values) {
    const mark = sampleMark(value);
    digits[mark >> 2] = (digits[mark >> 2] ?? 0) | (1 << (mark & 3));
  }
  return digits.map((digit) => digit.toString(16)).join("");
}

/** Reads `rules/public_examples.json`. Throws a `TypeError` that says which entry is faulty. */
export function publicExamples(data: unknown): PublicExamples {
  if (!Array.isArray(data)) throw new TypeError("rules/public_examples.json must be a list");
  const values = data.map((entry: unknown) => {
    if (
      typeof entry !== "object" ||
      entry === null ||
      !("value" in entry) ||
      !("source" in entry)
    ) {
      throw new TypeError("each public example has a value, in pieces, and a source");
    }
    if (!Array.isArray(entry.value) || typeof entry.source !== "string") {
      throw new TypeError("a public example's value is a list of pieces and its source a text");
    }
    return canonicalValue(entry.value.join(""));
  });
  return { hashes: [...new Set(values.map(sampleHash))].toSorted(), marks: marksOf(values) };
}

/** Sorted hashes without the digits that they share: those that begin with 00, with 01 and so on, parted by commas. */
function bucketsOf(hashes: readonly string[]): string {
  const buckets = Array.from({ length: 16 ** BUCKET_DIGITS }, () => "");
  for (const hash of hashes) {
    const bucket = parseInt(hash.slice(0, BUCKET_DIGITS), 16);
    buckets[bucket] = (buckets[bucket] ?? "") + hash.slice(BUCKET_DIGITS);
  }
  return buckets.join(",");
}

/** The module that the engine looks them up in. */
export const publicExampleModule = ({ hashes, marks }: PublicExamples): string =>
  `// Made by scripts/generate.ts from rules/public_examples.json; edit that file.

/** The hashes (\`sampleHash\`) of well-known sample values from public documentation, without their first two digits: of
 * those that begin with 00, then of those with 01, and so on. */
export const PUBLIC_EXAMPLE_HASHES =
  "${bucketsOf(hashes)}";

/** For each number of \`sampleMark\` whether one of them has it: a bit, four to a hexadecimal digit, the least first. */
export const PUBLIC_EXAMPLE_MARKS =
  "${marks}";
`;

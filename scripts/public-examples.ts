import { canonicalValue, sampleHash } from "../engine/src/scan/public-examples.ts";

/** The hashes of the documented sample values in `rules/public_examples.json`, sorted, each once. */
export function publicExampleHashes(data: unknown): readonly string[] {
  if (!Array.isArray(data)) throw new TypeError("rules/public_examples.json must be a list");
  const hashes = data.map((entry: unknown) => {
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
    return sampleHash(canonicalValue(entry.value.join("")));
  });
  return [...new Set(hashes)].toSorted();
}

/** The module that the engine looks the hashes up in. */
export function publicExampleModule(hashes: readonly string[]): string {
  const lines = hashes.map((hash) => `  "${hash}",`);
  return `// Made by scripts/generate.ts from rules/public_examples.json; edit that file.

/** The hashes (\`sampleHash\`) of well-known sample values from public documentation. */
export const PUBLIC_EXAMPLE_HASHES: ReadonlySet<string> = new Set([
${lines.join("\n")}
]);
`;
}

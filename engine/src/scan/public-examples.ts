import { sha256Hex } from "../sha256.ts";
import type { Finding } from "./finding.ts";
import { memoise } from "./memoise.ts";
import { PUBLIC_EXAMPLE_HASHES } from "./public-example-hashes.ts";

/** The form in which a value is hashed: lower case, without white space, hyphens and underscores. */
export function canonicalValue(value: string): string {
  let canonical = "";
  for (const char of value.toLowerCase()) {
    if (char !== "-" && char !== "_" && char.trim() !== "") canonical += char;
  }
  return canonical;
}

/** Step 6: drops findings whose value is a well-known sample from public documentation, told by its SHA-256. */
export function dropPublicExamples(findings: readonly Finding[]): Finding[] {
  // Several patterns and readings find the same value.
  const isPublic = memoise((text: string) =>
    PUBLIC_EXAMPLE_HASHES.has(sha256Hex(canonicalValue(text))),
  );
  return findings.filter(
    ({ value, pattern }) => pattern.category === "canary" || !isPublic(value.text),
  );
}

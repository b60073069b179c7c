import { once } from "../once.ts";
import { sha256Hex } from "../sha256.ts";
import { isSeedPhrase } from "../validators/bip39.ts";
import { findsWordRows } from "../validators/validate.ts";
import type { Finding } from "./finding.ts";
import { memoise } from "./memoise.ts";
import { PUBLIC_EXAMPLE_HASHES, PUBLIC_EXAMPLE_MARKS } from "./public-example-hashes.ts";

/** The form in which a value is hashed: lower case, without white space, hyphens, underscores and the padding of base64. */
export function canonicalValue(value: string): string {
  let canonical = "";
  let end = value.length;
  while (end > 0 && value[end - 1] === "=") end--;
  for (const char of value.slice(0, end).toLowerCase()) {
    if (char !== "-" && char !== "_" && char.trim() !== "") canonical += char;
  }
  return canonical;
}

/** How much of the SHA-256 is kept, in hexadecimal digits: 32 bits, which one in fifty million other values meets beside its mark. */
const HASH_DIGITS = 8;

/** So many of them all hashes of a bucket share, by whose place they are told. */
export const BUCKET_DIGITS = 2;
const OWN_DIGITS = new RegExp(`.{${HASH_DIGITS - BUCKET_DIGITS}}`, "g");

/** The hashes of all samples, each apart. */
const sampleHashes = once(
  () =>
    new Set(
      PUBLIC_EXAMPLE_HASHES.split(",").flatMap((bucket, i) => {
        const shared = i.toString(16).padStart(BUCKET_DIGITS, "0");
        return bucket.match(OWN_DIGITS)?.map((own) => shared + own) ?? [];
      }),
    ),
);

/** What a sample is told by: the beginning of its canonical form's SHA-256. */
export const sampleHash = (canonical: string): string => sha256Hex(canonical).slice(0, HASH_DIGITS);

/** So many bits of a canonical form's FNV-1a hash are its mark. */
export const MARK_BITS = 13;

/** What nearly all values are told from samples by, in a fraction of the time that SHA-256 takes. */
export function sampleMark(canonical: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < canonical.length; at++)
    hash = Math.imul(hash ^ canonical.charCodeAt(at), 0x0100_0193);
  return (hash ^ (hash >>> MARK_BITS)) & ((1 << MARK_BITS) - 1);
}

/** Is a canonical form that of a well-known sample? */
function isKnown(canonical: string): boolean {
  const mark = sampleMark(canonical);
  const digit = parseInt(PUBLIC_EXAMPLE_MARKS.charAt(mark >> 2), 16);
  return ((digit >> (mark & 3)) & 1) === 1 && sampleHashes().has(sampleHash(canonical));
}

/** Words of a seed phrase (BIP-39), the longest first. */
const PHRASE_WORDS = [24, 21, 18, 15, 12] as const;

/** Is what stands on either side of a published phrase no phrase? A secret must not hide beside a sample. */
const isAlone = (words: readonly string[], start: number, end: number): boolean =>
  [words.slice(0, start), words.slice(end)].every((rest) => !isSeedPhrase(rest.join(" ")));

/** Is a row of words a published phrase with words of the sentences around it that are no phrase themselves? */
function holdsPublicPhrase(text: string): boolean {
  const words = text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
  const isPublicAt = (start: number, length: number): boolean =>
    isKnown(words.slice(start, start + length).join(""));
  return PHRASE_WORDS.some(
    (length) =>
      words.length >= length &&
      words.some(
        (_, start) =>
          start + length <= words.length &&
          isPublicAt(start, length) &&
          isAlone(words, start, start + length),
      ),
  );
}

/** A value with the name that it is given, where a pattern takes both for one. */
const ASSIGNED = /^[A-Za-z_]\w{2,60}=(.{16,})$/;

/** A character as URLs write it (RFC 3986, 2.1). */
const ESCAPE = /%([\dA-F]{2})/gi;
const unescaped = (_escape: string, hex: string): string => String.fromCharCode(parseInt(hex, 16));

/** Step 6: drops findings whose value is a well-known sample from public documentation, told by its hash. */
export function dropPublicExamples(findings: readonly Finding[]): Finding[] {
  const isSample = (text: string): boolean => isKnown(canonicalValue(text));
  // Several patterns and readings find the same value.
  const isPublic = memoise((text: string) => {
    const assigned = ASSIGNED.exec(text)?.[1];
    const unlinked = text.replace(/&amp;?$/, "").replaceAll(ESCAPE, unescaped);
    return (
      isSample(text) ||
      (unlinked !== text && isSample(unlinked)) ||
      (assigned !== undefined && isSample(assigned))
    );
  });
  const holdsPublic = ({ value, pattern: { validator } }: Finding): boolean =>
    validator !== undefined && findsWordRows(validator) && holdsPublicPhrase(value.text);
  return findings.filter(
    (finding) =>
      finding.pattern.category === "canary" ||
      !(isPublic(finding.value.text) || holdsPublic(finding)),
  );
}

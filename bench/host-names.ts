// Names as lists of hosts have them, for the benchmarks.
import { seededRandom } from "@weir/engine";

const SUFFIXES = ["com", "net", "org", "co.uk", "io", "ai", "de"];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Makes registered names of 5 to 16 characters, a third of them with a label in front; the same for the same seed. */
export function nameMaker(seed: string): () => string {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const label = (length: number): string =>
    Array.from({ length }, () => LETTERS[below(LETTERS.length)] ?? "").join("");
  return () => {
    const front = below(3) === 0 ? `${label(2 + below(4))}.` : "";
    return `${front}${label(5 + below(12))}.${SUFFIXES[below(SUFFIXES.length)] ?? "com"}`;
  };
}

/** So many names, each once. */
export function distinctNames(seed: string, count: number): string[] {
  const someName = nameMaker(seed);
  const names = new Set<string>();
  while (names.size < count) names.add(someName());
  return [...names];
}

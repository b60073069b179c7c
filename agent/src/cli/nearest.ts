/** Most suggestions that are made. */
const MAX_SUGGESTIONS = 3;

/** The number of single-character changes between two texts (Levenshtein 1966). O(length * length). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The names nearest to what was asked for: those that share most of its words first, then those that differ least. */
export function nearestNames(asked: string, names: readonly string[]): string[] {
  const wanted = asked.toLowerCase().slice(0, 80);
  const words = wanted.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const ranked = names.map((name) => {
    const lower = name.toLowerCase();
    const shared = words.filter((word) => lower.includes(word)).length;
    return { name, shared, changes: distance(wanted, lower) };
  });
  return ranked
    .toSorted((a, b) => b.shared - a.shared || a.changes - b.changes)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

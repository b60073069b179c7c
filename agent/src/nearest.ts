/** Longest name of a key that is compared, and how much of a longer name; the cost is the product of two lengths. */
const MAX_KEY_CHARS = 64;
const MAX_NAME_CHARS = 80;

/** Most suggestions that are made. */
const MAX_SUGGESTIONS = 3;

/** Least number of letters put in, left out, exchanged or swapped with their neighbour that make one text the other. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (row[j - 1] ?? 0) + 1,
        (last[j] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length] ?? 0;
}

/** `apiListen`, `API-LISTEN` and `api_listen` are one name. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** The known name that was probably meant; undefined where none is near: at most a third of its letters may differ. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_KEY_CHARS) return undefined;
  const wanted = folded(name);
  let nearest: string | undefined;
  let least = Infinity;
  for (const candidate of known) {
    const letters = folded(candidate);
    const distance = editDistance(wanted, letters);
    if (distance < least && distance <= Math.floor(letters.length / 3)) {
      nearest = candidate;
      least = distance;
    }
  }
  return nearest;
}

/** The names nearest to what was asked for: those that share most of its words first, then those that differ least. */
export function nearestNames(asked: string, names: readonly string[]): string[] {
  const wanted = asked.toLowerCase().slice(0, MAX_NAME_CHARS);
  const words = wanted.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const ranked = names.map((name) => {
    const lower = name.toLowerCase();
    const shared = words.filter((word) => lower.includes(word)).length;
    return { name, shared, changes: editDistance(wanted, lower) };
  });
  return ranked
    .toSorted((a, b) => b.shared - a.shared || a.changes - b.changes)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

import type { Stretch } from "../scan/cells.ts";
import { isWholeWord } from "../scan/word-index.ts";

/** Shorter values stand in a text by chance, in UTF-16 units. */
const LEAST_CHARS = 6;

/** So many values are looked for, so that the time is linear in the content. */
const MOST_VALUES = 100;

/** A value that is looked for. */
interface Wanted<S> {
  readonly value: string;
  readonly stretch: S;
  /** Where the last one that was found ends. */
  end: number;
}

/** So many bits tell apart how values begin. */
const HASH_BITS = 16;
const HASH_MASK = (1 << HASH_BITS) - 1;

/** Tells values apart by their first three units. */
const hashAt = (text: string, at: number): number =>
  (text.charCodeAt(at) ^ (text.charCodeAt(at + 1) << 5) ^ (text.charCodeAt(at + 2) << 10)) &
  HASH_MASK;

/** The values of stretches, by how they begin. */
function wantedOf<S extends Stretch>(
  content: string,
  stretches: readonly S[],
): ReadonlyMap<number, Wanted<S>[]> {
  const values = new Set<string>();
  const wanted = new Map<number, Wanted<S>[]>();
  for (const stretch of stretches) {
    if (values.size === MOST_VALUES) break;
    const value = content.slice(stretch.start, stretch.end);
    if (value.length < LEAST_CHARS || values.has(value)) continue;
    values.add(value);
    const hash = hashAt(value, 0);
    wanted.set(hash, [...(wanted.get(hash) ?? []), { value, stretch, end: 0 }]);
  }
  return wanted;
}

/**
 * What else of a content is the same, whole words, as one of some stretches of it: a password that was told with its name is as
 * secret where it stands alone. Each with the stretch whose text it has, in no order; those stretches are among them.
 */
export function repeatsOf<S extends Stretch>(content: string, stretches: readonly S[]): S[] {
  const wanted = wantedOf(content, stretches);
  const repeats: S[] = [];
  if (wanted.size === 0) return repeats;
  // Looking for one after the other would read the content as often.
  const isWanted = new Uint8Array(1 << HASH_BITS);
  for (const hash of wanted.keys()) isWanted[hash] = 1;
  const last = content.length - LEAST_CHARS;
  for (let at = 0; at <= last; at++) {
    const hash = hashAt(content, at);
    if (isWanted[hash] === 0) continue;
    for (const each of wanted.get(hash) ?? []) {
      const { value, stretch } = each;
      if (at < each.end || !content.startsWith(value, at)) continue;
      const end = at + value.length;
      if (!isWholeWord(content, at, end)) continue;
      each.end = end;
      repeats.push({ ...stretch, start: at, end });
    }
  }
  return repeats;
}

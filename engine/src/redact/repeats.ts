import { isWholeWord } from "../scan/word-index.ts";

/** A stretch of a content: UTF-16 offsets, `end` exclusive. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Shorter values stand in a text by chance, in UTF-16 units. */
const LEAST_CHARS = 6;

/** So many values are looked for, so that the time is linear in the content. */
const MOST_VALUES = 100;

/**
 * What else of a content is the same, whole words, as one of some stretches of it: a password that was told with its name is as
 * secret where it stands alone. Each with the stretch whose text it has, in no order; those stretches are among them.
 */
export function repeatsOf<S extends Stretch>(content: string, stretches: readonly S[]): S[] {
  const values = new Map<string, S>();
  for (const each of stretches) {
    const value = content.slice(each.start, each.end);
    if (value.length >= LEAST_CHARS && values.size < MOST_VALUES && !values.has(value))
      values.set(value, each);
  }
  const repeats: S[] = [];
  for (const [value, stretch] of values) {
    for (let at = content.indexOf(value); at >= 0;) {
      const end = at + value.length;
      const isWhole = isWholeWord(content, at, end);
      if (isWhole) repeats.push({ ...stretch, start: at, end });
      at = content.indexOf(value, isWhole ? end : at + 1);
    }
  }
  return repeats;
}

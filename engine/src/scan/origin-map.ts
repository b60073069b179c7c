/** A stretch of the normalised text that did not come one to one from the original. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly originStart: number;
  readonly originEnd: number;
}

/** Where a normalised text came from. All offsets are UTF-16; `end` is exclusive on both sides. */
export interface OriginMap {
  /** The original span that a span of the normalised text came from, as narrow as it can be told. */
  readonly toOrigin: (
    start: number,
    end: number,
  ) => { readonly start: number; readonly end: number };
}

/** The map of a text that was not changed. */
export const IDENTITY: OriginMap = { toOrigin: (start, end) => ({ start, end }) };

/** The number of edits that begin before `position`, or at it where `inclusive`; binary search. */
function editsBefore(edits: readonly Edit[], position: number, inclusive: boolean): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = edits[middle]?.start ?? 0;
    if (start < position || (inclusive && start === position)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The map given by edits in rising order; between two edits, text and original run in step. O(log edits) per span. */
export function mapOfEdits(edits: readonly Edit[]): OriginMap {
  if (edits.length === 0) return IDENTITY;
  return {
    toOrigin: (start, end) => {
      const first = edits[editsBefore(edits, start, true) - 1];
      const last = edits[editsBefore(edits, end, false) - 1];
      const originStart =
        first === undefined
          ? start
          : start < first.end
            ? first.originStart
            : first.originEnd + start - first.end;
      const originEnd =
        last === undefined
          ? end
          : end <= last.end
            ? last.originEnd
            : last.originEnd + end - last.end;
      return { start: originStart, end: Math.max(originStart, originEnd) };
    },
  };
}

/**
 * The map of a text that stands behind `before` characters of foreign text, and of which the first `from` characters
 * were left out; the foreign text maps to where it ends.
 */
export function behindText(map: OriginMap, before: number, from: number): OriginMap {
  const inText = (at: number): number => from + Math.max(0, at - before);
  return {
    toOrigin: (start, end) => {
      const origin = map.toOrigin(inText(start), inText(end));
      return start < before && from === 0 ? { start: 0, end: origin.end } : origin;
    },
  };
}

/** The map of a text that was made from a text that was itself made from the original. */
export function composeMaps(inner: OriginMap, outer: OriginMap): OriginMap {
  return {
    toOrigin: (start, end) => {
      const between = inner.toOrigin(start, end);
      return outer.toOrigin(between.start, between.end);
    },
  };
}

/** The map of a text of which every part came from one and the same span, as decoded text does from its encoding. */
export function constantMap(start: number, end: number): OriginMap {
  const origin = { start, end };
  return { toOrigin: () => origin };
}

/** Counts the characters that matching has read, so that callers can bound the total by design instead of by a timer. */
export interface ReadMeter {
  chars: number;
}

/** A match in a text: UTF-16 offsets, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A compiled RE2 expression over JavaScript strings. All offsets are UTF-16 code units. Every method is linear in the
 * characters it reads (`to - from` at most), whatever the text; `meter.chars` grows by the characters actually read.
 * Assertions (`^ $ \A \z \b \B`) look at the whole `text`, not at the limits.
 */
export interface Regex {
  readonly source: string;
  readonly groupCount: number;
  /** The longest text that it can match, in UTF-16 units; Infinity where there is no bound. */
  readonly maxLength: number;
  /** The end of the leftmost-first match that starts exactly at `at` and ends at or before `limit`; -1 if there is none. */
  matchAt(text: string, at: number, limit: number, meter: ReadMeter): number;
  /**
   * The first leftmost-first match that starts at or after `from`, but not beyond `lastStart`, and ends at or before
   * `limit`. Reads no further than the attempts that began in time go on; without `lastStart`, up to the match or `limit`.
   */
  search(
    text: string,
    from: number,
    limit: number,
    meter: ReadMeter,
    lastStart?: number,
  ): Span | undefined;
  /**
   * The match that ends first (shortest, not leftmost-first), starting at or after `from`. Repeated from each end, it
   * passes over a text in one linear sweep, which `search` can't promise: the way out for hostile texts.
   */
  searchEarliest(text: string, from: number, limit: number, meter: ReadMeter): Span | undefined;
  /** Group offsets of a match that `matchAt` or `search` found: `[start0, end0, start1, end1, ...]`, -1 where a group took no part. */
  captures(text: string, span: Span): readonly number[];
}

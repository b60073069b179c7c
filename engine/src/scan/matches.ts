import type { ReadMeter, Regex, Span } from "../regex/regex.ts";
import { findsWordRows } from "../validators/validate.ts";
import { firstStart } from "./candidates.ts";
import { tablesOf } from "./headings.ts";
import type { Candidates } from "./candidates.ts";
import { isHeadedOnly, mayEndHeading } from "./hotwords.ts";
import { onceEach } from "./memoise.ts";
import { mayHoldMatch } from "./needs.ts";
import { ANCHOR_REACH, REACH_BESIDE } from "./route.ts";
import type { CompiledPattern } from "./ruleset.ts";
import { sitesIn } from "./sites.ts";
import type { Sites, TextIndex } from "./sites.ts";
import { valueSpan } from "./value-span.ts";
import { besideRows, windowsAround, withFurther } from "./windows.ts";
import type { Window } from "./windows.ts";

/** How far a match may reach, in UTF-16 units; the largest private keys in use are shorter. */
const REACH_AFTER = 8192;

/** How far apart the rows of a table may stand, in UTF-16 units. */
const ROW_CHARS = 256;

/** Characters that one pattern may read per character of the section before it is swept over the section instead. */
const READS_PER_CHAR = 4;
const FREE_READS = 16_384;

/** Do the reads of one pattern exceed what a linear scan allows? */
const isSpent = ({ chars }: ReadMeter, textChars: number): boolean =>
  chars > READS_PER_CHAR * textChars + FREE_READS;

const NOWHERE: readonly number[] = [];
const NONE: readonly Span[] = [];
const NO_WINDOWS: readonly Window[] = [];

/** So few numbers are put in order without a copy. */
const FEW = 64;

/** Puts numbers in order. */
function rising(numbers: number[]): readonly number[] {
  if (numbers.length > FEW) return numbers.sort((a, b) => a - b);
  for (let i = 1; i < numbers.length; i++) {
    const each = numbers[i] ?? 0;
    let at = i;
    for (; at > 0 && (numbers[at - 1] ?? 0) > each; at--) numbers[at] = numbers[at - 1] ?? 0;
    numbers[at] = each;
  }
  return numbers;
}

/**
 * Where the next match may begin behind one: at its end, or a character before, where what stands behind the value is a part
 * of the match, since what ends one line may begin the next.
 */
function behindValue(regex: Regex, text: string, match: Span): number {
  return valueSpan(regex, text, match).end < match.end ? match.end - 1 : match.end;
}

/** A match begins from one offset on, at another one at the latest, and ends before a third. */
interface Reach {
  readonly from: number;
  readonly last: number;
  readonly limit: number;
}

/**
 * The search of one section for the matches of patterns. Most patterns that a text has a word of are not in it: what tells
 * that makes no objects, which would take longer than the question.
 */
export class MatchSearch {
  private readonly candidates: Candidates;
  private readonly text: string;
  private readonly known: TextIndex;
  /** Where an earlier scan's text ends, where nothing counts but what reaches across that. */
  private readonly seam: number | undefined;
  /** The places of one pattern's hotwords, while its windows are made. */
  private readonly places: number[] = [];
  /** The first rows of the column that a hotword heads. */
  private readonly rowsBelow: (place: number) => Span | undefined;

  constructor(candidates: Candidates) {
    const { text, earlier } = candidates.section;
    this.candidates = candidates;
    this.seam = earlier?.chars;
    this.text = text;
    this.known = candidates.known;
    this.rowsBelow = onceEach(tablesOf(text).rowsBelow);
  }

  /** The spans that a pattern's expression accepts; its literal stands at `places`, which rise. */
  matchesOf(pattern: CompiledPattern, places: readonly number[]): readonly Span[] {
    const { regex, route, sites, validator } = pattern;
    const ofRows = validator !== undefined && findsWordRows(validator);
    if (ofRows && this.known.wordRows().length === 0) return NONE;
    if (isHeadedOnly(pattern) && this.hotwordWindows(pattern).length === 0) return NONE;
    const starts = this.startsWorthIt(pattern, places);
    if (route.kind === "prefix") return this.matchesAt(regex, starts);
    if (sites.kind === "literal" && starts.length === 0) return NONE;
    const own = sitesIn(sites, starts, this.known);
    if (!own.find(0)) return NONE;
    const all = this.windowsOf(pattern, starts);
    const windows = ofRows ? besideRows(all, this.known.wordRows()) : all;
    return windows.length === 0 ? NONE : this.matchesWithin(pattern, windows, own);
  }

  /** No more spans than this are accepted of a pattern whose literal stands at `places`. */
  mostMatches({ route, sites }: CompiledPattern, places: readonly number[]): number {
    if (route.kind === "prefix" || sites.kind === "literal") return places.length;
    if (sites.kind === "anywhere") return this.text.length;
    const { starts, ends } = this.known.stretches(sites.stretch, sites.chars);
    return ends.reduce(
      (sum, end, i) => sum + Math.floor((end - (starts[i] ?? 0)) / sites.chars),
      0,
    );
  }

  /** Matches of a pattern begin before this offset: one that a seam does not cut may stand near a hotword that it does. */
  private endOf({ hotwords, hotwordWindowBytes }: CompiledPattern): number {
    if (this.seam === undefined) return this.text.length;
    return this.seam + (hotwords.length === 0 ? 0 : hotwordWindowBytes);
  }

  /** The places of a pattern's literal that may belong to a match. */
  private startsWorthIt(pattern: CompiledPattern, places: readonly number[]): readonly number[] {
    const { text } = this;
    const { needs, surroundings } = pattern;
    const { before } = pattern.demand;
    const end = this.endOf(pattern);
    let kept: number[] | undefined;
    for (const place of places) {
      const from = Math.max(0, place - before);
      if (from >= end) break;
      if (!mayHoldMatch(needs, this.known, from, place, place + needs.reach)) continue;
      if (surroundings.mayStandAt(text, place)) (kept ??= []).push(place);
    }
    return kept ?? NOWHERE;
  }

  /** The stretches of the section that a pattern's expression has to look at. */
  private windowsOf(pattern: CompiledPattern, starts: readonly number[]): readonly Window[] {
    const { route, needs, sites } = pattern;
    const { length } = this.text;
    if (route.kind === "anchor") {
      const farthest = Math.min(ANCHOR_REACH.before, needs.reach);
      const after = Math.min(ANCHOR_REACH.after, needs.reach);
      return windowsAround(starts, farthest, after, length);
    }
    if (sites.kind !== "literal" && !mayHoldMatch(needs, this.known, 0, length, length))
      return NO_WINDOWS;
    if (route.kind !== "hotwords") return [{ start: 0, end: length }];
    return this.hotwordWindows(pattern).filter(({ start, end }) =>
      mayHoldMatch(needs, this.known, start, end, end),
    );
  }

  /** What a pattern that needs a hotword has to look at. */
  private hotwordWindows(pattern: CompiledPattern): readonly Window[] {
    const { hotwordWindowBytes, needs } = pattern;
    const { section } = this.candidates;
    const { length } = this.text;
    // Decoded text is searched whole: the hotword may stand beside the encoded text.
    if (section.container?.isBare === true) return [{ start: 0, end: length }];
    const reach = hotwordWindowBytes + Math.min(REACH_BESIDE, needs.reach);
    const places = rising(this.placesOf(pattern));
    const rows = places.flatMap((place) => this.rowsBelow(place) ?? []);
    const around =
      hotwordWindowBytes === 0 ? NO_WINDOWS : windowsAround(places, reach, reach, length);
    return withFurther(around, rows);
  }

  /** Where a pattern's hotwords stand; of one that counts by headings alone, where they may end one. */
  private placesOf({ hotwords, hotwordWords, hotwordWindowBytes }: CompiledPattern): number[] {
    const { places, text } = this;
    places.length = 0;
    for (const [i, word] of hotwordWords.entries()) {
      const chars = hotwords[i]?.length ?? 0;
      for (const place of this.candidates.hotwords.get(word) ?? NOWHERE)
        if (hotwordWindowBytes > 0 || mayEndHeading(text, place + chars)) places.push(place);
    }
    return places;
  }

  /** The first match that begins between two offsets, where there are digits enough: more is not worth asking of each stretch. */
  private searchAt(
    { regex, needs }: CompiledPattern,
    meter: ReadMeter,
    { from, last, limit }: Reach,
  ): Span | undefined {
    const { text, known } = this;
    const until = Math.min(last, limit);
    if (from > until) return undefined;
    const { digits, reach } = needs;
    const hasDigits = digits === 0 || known.counts.hasDigits(digits, from, until + reach);
    return hasDigits ? regex.search(text, from, limit, meter, until) : undefined;
  }

  /** The matches that begin at the given offsets; a match hides the offsets within it. */
  private matchesAt(regex: Regex, starts: readonly number[]): readonly Span[] {
    if (starts.length === 0) return NONE;
    const { text } = this;
    const meter = { chars: 0 };
    let matches: Span[] | undefined;
    let free = 0;
    for (const start of starts) {
      if (start < free) continue;
      if (isSpent(meter, text.length)) return [...(matches ?? NONE), ...this.sweep(regex, start)];
      const end = regex.matchAt(text, start, Math.min(text.length, start + REACH_AFTER), meter);
      if (end <= start) continue;
      (matches ??= []).push({ start, end });
      free = end;
    }
    return matches ?? NONE;
  }

  /**
   * The matches within windows, which rise, that begin at the pattern's sites. Behind a match that may be of a table, the
   * window reaches further: the rows of a column stand far from its heading, but not from each other.
   */
  private matchesWithin(
    pattern: CompiledPattern,
    windows: readonly Window[],
    sites: Sites,
  ): readonly Span[] {
    const { text } = this;
    const { regex, route, validator, minMatches } = pattern;
    let endOfStarts = this.endOf(pattern);
    const isTable = route.kind === "hotwords" && (validator !== undefined || minMatches > 1);
    const meter = { chars: 0 };
    let matches: Span[] | undefined;
    let done = firstStart(pattern, this.candidates.section);
    for (const { start, end } of windows) {
      let limit = end;
      for (let at = Math.max(start, done); at < limit && at < endOfStarts;) {
        if (!sites.find(at) || sites.from >= limit) break;
        if (isSpent(meter, text.length)) return [...(matches ?? NONE), ...this.sweep(regex, at)];
        const from = Math.max(at, sites.from);
        const last = Math.min(sites.last, endOfStarts - 1);
        const match = this.searchAt(pattern, meter, { from, last, limit });
        if (match === undefined) {
          at = sites.last + 1;
          continue;
        }
        if (match.end > match.start) (matches ??= []).push(match);
        at = Math.max(behindValue(regex, text, match), from + 1);
        if (isTable) {
          limit = Math.max(limit, Math.min(text.length, at + ROW_CHARS));
          endOfStarts = Math.max(endOfStarts, limit);
        }
        done = at;
      }
    }
    return matches ?? NONE;
  }

  /**
   * All matches from an offset on, in one pass whose cost does not depend on how often an attempt fails. They end as early
   * as they can, which is a shorter match than usual but a match where there is one.
   */
  private sweep(regex: Regex, from: number): readonly Span[] {
    const { text } = this;
    const matches: Span[] = [];
    const meter = { chars: 0 };
    for (let at = from; at < text.length;) {
      const match = regex.searchEarliest(text, at, text.length, meter);
      if (match === undefined) break;
      matches.push(match);
      at = Math.max(behindValue(regex, text, match), at + 1);
    }
    return matches;
  }
}

import { definesTheThing, provesItself, validate } from "../validators/validate.ts";
import type { ReadMeter, Regex, Span } from "../regex/regex.ts";
import { findCanaries } from "./canary.ts";
import type { Candidates } from "./candidates.ts";
import type { Finding } from "./finding.ts";
import type { CompiledPattern, Ruleset } from "./ruleset.ts";
import type { Needs } from "./needs.ts";
import type { Section } from "./section.ts";
import { indexText, sitesIn } from "./sites.ts";
import type { NextSite, TextIndex } from "./sites.ts";
import { firstFrom } from "./word-index.ts";

/** How far a match may reach, in UTF-16 units; the largest private keys in use are shorter. */
const REACH_AFTER = 8192;

/** How far before and behind its anchor a match may reach, in UTF-16 units. */
const ANCHOR_REACH = { before: 512, after: 2048 };

/** How far a match may reach beyond the window of its hotword, in UTF-16 units. */
const REACH_BESIDE = 1024;

/** How far apart the rows of a table may stand, in UTF-16 units. */
const ROW_CHARS = 256;

/** Characters that one pattern may read per character of the section before it is swept over the section instead. */
const READS_PER_CHAR = 4;
const FREE_READS = 16_384;

/** Do the reads of one pattern exceed what a linear scan allows? */
const isSpent = ({ chars }: ReadMeter, textChars: number): boolean =>
  chars > READS_PER_CHAR * textChars + FREE_READS;

/**
 * All matches from an offset on, in one pass whose cost does not depend on how often an attempt fails. They end as early
 * as they can, which is a shorter match than usual but a match where there is one.
 */
function sweep(regex: Regex, text: string, from: number, to: number): Span[] {
  const matches: Span[] = [];
  const meter = { chars: 0 };
  for (let at = from; at < to;) {
    const match = regex.searchEarliest(text, at, to, meter);
    if (match === undefined) break;
    matches.push(match);
    at = Math.max(match.end, at + 1);
  }
  return matches;
}

/** The matches that begin at the given offsets; a match hides the offsets within it. */
function matchesAt(regex: Regex, text: string, starts: readonly number[]): Span[] {
  const matches: Span[] = [];
  const meter = { chars: 0 };
  let free = 0;
  for (const start of starts) {
    if (start < free) continue;
    if (isSpent(meter, text.length)) return [...matches, ...sweep(regex, text, start, text.length)];
    const end = regex.matchAt(text, start, Math.min(text.length, start + REACH_AFTER), meter);
    if (end <= start) continue;
    matches.push({ start, end });
    free = end;
  }
  return matches;
}

/**
 * The matches within windows, which rise, that begin at the pattern's sites. Behind each match, the window reaches at
 * least `rowChars` further: the rows of a column stand far from its heading, but not from each other.
 */
function matchesWithin(
  regex: Regex,
  text: string,
  windows: readonly Span[],
  nextSite: NextSite,
  rowChars = 0,
): Span[] {
  const matches: Span[] = [];
  const meter = { chars: 0 };
  let done = 0;
  for (const { start, end } of windows) {
    let limit = end;
    for (let at = Math.max(start, done); at < limit;) {
      const site = nextSite(at);
      if (site === undefined || site.from >= limit) break;
      if (isSpent(meter, text.length)) return [...matches, ...sweep(regex, text, at, text.length)];
      const from = Math.max(at, site.from);
      const match = regex.search(text, from, limit, meter, Math.min(site.last, limit));
      if (match === undefined) {
        at = site.last + 1;
        continue;
      }
      if (match.end > match.start) matches.push(match);
      at = Math.max(match.end, from + 1);
      if (rowChars > 0) limit = Math.max(limit, Math.min(text.length, at + rowChars));
      done = at;
    }
  }
  return matches;
}

/** Windows around offsets, joined where they touch. */
function windowsAround(
  starts: readonly number[],
  before: number,
  after: number,
  end: number,
): Span[] {
  const windows: Span[] = [];
  let open: { start: number; end: number } | undefined;
  for (const start of starts) {
    const from = Math.max(0, start - before);
    const to = Math.min(end, start + after);
    if (open !== undefined && from <= open.end) {
      open.end = Math.max(open.end, to);
    } else {
      open = { start: from, end: to };
      windows.push(open);
    }
  }
  return windows;
}

/** Does a stretch of a text hold what every value of a pattern is made of? */
const holdsNeeded = (
  { tokenChars, mixedChars }: Needs,
  { tokens }: TextIndex,
  from: number,
  to: number,
): boolean =>
  tokens.hasWithin(tokenChars, false, from, to) && tokens.hasWithin(mixedChars, true, from, to);

/** The spans of a section that a pattern's expression accepts. */
function matchesOf(
  pattern: CompiledPattern,
  { section, starts: allStarts, hotwords }: Candidates,
  known: TextIndex,
): Span[] {
  const { regex, route, sites, needs, index } = pattern;
  const { text } = section;
  const isWorthIt = (from: number, to: number): boolean => holdsNeeded(needs, known, from, to);
  const before = route.kind === "prefix" ? 0 : needs.reach;
  const starts = (allStarts.get(index) ?? []).filter((start) =>
    isWorthIt(start - before, start + needs.reach),
  );
  if (route.kind === "prefix") return matchesAt(regex, text, starts);
  if (sites.kind === "literal" && starts.length === 0) return [];
  if (!isWorthIt(0, text.length)) return [];
  const nextSite = sitesIn(sites, starts, known);
  if (nextSite(0) === undefined) return [];
  switch (route.kind) {
    case "anchor": {
      const farthest = Math.min(ANCHOR_REACH.before, needs.reach);
      const after = Math.min(ANCHOR_REACH.after, needs.reach);
      const windows = windowsAround(starts, farthest, after, text.length);
      return matchesWithin(regex, text, windows, nextSite);
    }
    case "hotwords": {
      const isTable = pattern.validator !== undefined || pattern.minMatches > 1;
      const windows = hotwordWindows(pattern, section, hotwords);
      return matchesWithin(regex, text, windows, nextSite, isTable ? ROW_CHARS : 0);
    }
    case "full":
      return matchesWithin(regex, text, [{ start: 0, end: text.length }], nextSite);
  }
}

/** What a pattern that needs a hotword has to look at. */
function hotwordWindows(
  { hotwordWindowBytes, hotwordWords, needs }: CompiledPattern,
  { text, container }: Section,
  hotwords: Candidates["hotwords"],
): Span[] {
  // Decoded text is searched whole: the hotword may stand beside the encoded text.
  if (container?.isBare === true) return [{ start: 0, end: text.length }];
  const starts = hotwordWords.flatMap((word) => hotwords.get(word) ?? []).sort((a, b) => a - b);
  if (starts.length === 0) return [];
  const reach = hotwordWindowBytes + Math.min(REACH_BESIDE, needs.reach);
  return windowsAround(starts, reach, reach, text.length);
}

/** Indexes of the patterns that a section has to be searched for. */
function patternsFor(
  { byHotword, fullSearch, hotwordSearch }: Ruleset,
  { section, starts, hotwords }: Candidates,
): Set<number> {
  const indexes = new Set([...starts.keys(), ...fullSearch]);
  if (section.container?.isBare === true) {
    for (const index of hotwordSearch) indexes.add(index);
  } else {
    for (const word of hotwords.keys()) for (const index of byHotword(word)) indexes.add(index);
  }
  return indexes;
}

/** The first capturing group is the value where it took part; else the whole match is. */
function valueSpan(regex: Regex, text: string, match: Span): Span {
  if (regex.groupCount === 0) return match;
  const groups = regex.captures(text, match);
  const start = groups[2] ?? -1;
  const end = groups[3] ?? -1;
  return start >= 0 && end > start ? { start, end } : match;
}

/** The span in the original content that stands for a value: where an earlier scan has it, what completes the match. */
function originOf(section: Section, match: Span, value: Span): Span {
  const seam = section.earlier?.chars ?? 0;
  const isEarlier = value.end <= seam && match.end > seam;
  return isEarlier
    ? section.origin.toOrigin(seam, match.end)
    : section.origin.toOrigin(value.start, value.end);
}

/**
 * Turns a match into a finding, unless a check digit says that it is something else or no join of lines made the value.
 */
function toFinding(pattern: CompiledPattern, section: Section, match: Span): Finding | undefined {
  const { start, end } = valueSpan(pattern.regex, section.text, match);
  const { joins } = section;
  if (joins !== undefined && (firstFrom(joins, start + 1) ?? end) >= end) return undefined;
  const text = section.text.slice(start, end);
  const { validator } = pattern;
  const isValid = validator !== undefined && validate(validator, text) === "valid";
  if (validator !== undefined && !isValid && definesTheThing(validator)) return undefined;
  const confirmed = isValid && provesItself(validator);
  const origin = originOf(section, match, { start, end });
  return { pattern, section, match, value: { start, end, text }, origin, confirmed };
}

/**
 * Step 5: runs each pattern's expression around its candidates, windows that touch merged, so that no expression reads
 * a stretch of text more often than a fixed number of times. A pattern without a literal searches everything. O(section)
 * for each pattern that has a candidate. Canaries have no expression: their tokens are compared.
 */
export function revalidate(ruleset: Ruleset, candidates: Candidates): Finding[] {
  const { section, canaryStarts } = candidates;
  const findings = findCanaries(ruleset, section, canaryStarts);
  const known = indexText(section.text);
  for (const index of patternsFor(ruleset, candidates)) {
    const pattern = ruleset.patterns[index];
    if (pattern === undefined) continue;
    for (const match of matchesOf(pattern, candidates, known)) {
      const finding = toFinding(pattern, section, match);
      if (finding !== undefined) findings.push(finding);
    }
  }
  return findings;
}

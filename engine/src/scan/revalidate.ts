import type { ValidatorName } from "@weir/schema";
import { definesTheThing, provesItself, validate } from "../validators/validate.ts";
import type { Span } from "../regex/regex.ts";
import { findCanaries } from "./canary.ts";
import type { Candidates } from "./candidates.ts";
import type { Finding } from "./finding.ts";
import { memoise } from "./memoise.ts";
import { MatchSearch } from "./matches.ts";
import type { CompiledPattern, Ruleset } from "./ruleset.ts";
import type { Section } from "./section.ts";
import { valueSpan } from "./value-span.ts";
import { firstFrom } from "./word-index.ts";

/** The span in the original content that stands for a value: where an earlier scan has it, what completes the match. */
function originOf(section: Section, match: Span, value: Span): Span {
  const seam = section.earlier?.chars ?? 0;
  const isEarlier = value.end <= seam && match.end > seam;
  return isEarlier
    ? section.origin.toOrigin(seam, match.end)
    : section.origin.toOrigin(value.start, value.end);
}

/** Is a value valid by a check? */
type ValueChecks = (validator: ValidatorName, value: string) => boolean;

/** Checks each value once: several patterns find the same one. */
function valueChecks(): ValueChecks {
  const known = new Map<ValidatorName, (value: string) => boolean>();
  return (validator, value) => {
    const check = known.get(validator) ?? memoise((each) => validate(validator, each) === "valid");
    known.set(validator, check);
    return check(value);
  };
}

/**
 * Turns a match into a finding, unless a check digit says that it is something else or no join of lines made the value.
 */
function toFinding(
  pattern: CompiledPattern,
  section: Section,
  match: Span,
  isValidBy: ValueChecks,
): Finding | undefined {
  const { start, end } = valueSpan(pattern.regex, section.text, match);
  const { joins } = section;
  if (joins !== undefined && (firstFrom(joins, start + 1) ?? end) >= end) return undefined;
  const text = section.text.slice(start, end);
  const { validator } = pattern;
  const isValid = validator !== undefined && isValidBy(validator, text);
  if (validator !== undefined && !isValid && definesTheThing(validator)) return undefined;
  const confirmed = isValid && provesItself(validator);
  const origin = originOf(section, match, { start, end });
  return { pattern, section, match, value: { start, end, text }, origin, confirmed };
}

/** Does a match lie in an earlier scan's text, which answered it, and count for no other? */
const isSettled = ({ minMatches }: CompiledPattern, { end }: Span, { earlier }: Section): boolean =>
  earlier !== undefined && minMatches === 1 && end <= earlier.chars;

/** Indexes of the patterns that are looked for in a section though no literal of theirs stands there. */
function withoutLiteral(
  { byHotword, fullSearch, hotwordSearch, demandedKinds }: Ruleset,
  { section, hotwords, known }: Candidates,
): Set<number> {
  const indexes = new Set<number>();
  const { all } = known.supply;
  const add = (index: number): void => {
    if ((~all & (demandedKinds[index] ?? 0)) === 0) indexes.add(index);
  };
  fullSearch.forEach(add);
  if (section.container?.isBare === true) hotwordSearch.forEach(add);
  else hotwords.forEach((_, word) => byHotword(word).forEach(add));
  return indexes;
}

/** A section with what was found in it, and the search of it for matches. */
interface Searched {
  readonly candidates: Candidates;
  readonly search: MatchSearch;
}

/** Tells the patterns whose matches are too few to count, wherever they stand; counted when it is first asked. */
function tooFew(all: readonly Searched[]): (pattern: CompiledPattern) => boolean {
  const known = new Map<number, boolean>();
  return (pattern) => {
    const { index, minMatches } = pattern;
    if (minMatches === 1) return false;
    const isKnown = known.get(index);
    if (isKnown !== undefined) return isKnown;
    const most = all.reduce(
      (sum, { candidates, search }) =>
        sum + search.mostMatches(pattern, candidates.starts.get(index) ?? NOWHERE),
      0,
    );
    known.set(index, most < minMatches);
    return most < minMatches;
  };
}

/**
 * Step 5: runs each pattern's expression around its candidates, windows that touch merged, so that no expression reads
 * a stretch of text more often than a fixed number of times. A pattern without a literal searches everything. O(section)
 * for each pattern that has a candidate. Canaries have no expression: their tokens are compared.
 */
export function revalidate(ruleset: Ruleset, candidates: readonly Candidates[]): Finding[] {
  const all = candidates.map((each) => ({ candidates: each, search: new MatchSearch(each) }));
  const isTooFew = tooFew(all);
  const isValidBy = valueChecks();
  const findings: Finding[] = [];
  for (const { candidates: found, search } of all) {
    const { section, canaryStarts, starts } = found;
    for (const each of findCanaries(ruleset, section, canaryStarts)) findings.push(each);
    const check = (index: number, at: readonly number[]): void => {
      const pattern = ruleset.patterns[index];
      if (pattern === undefined || isTooFew(pattern)) return;
      for (const match of search.matchesOf(pattern, at)) {
        if (isSettled(pattern, match, section)) continue;
        const finding = toFinding(pattern, section, match, isValidBy);
        if (finding !== undefined) findings.push(finding);
      }
    };
    // A loop over entries would make an array of each.
    starts.forEach((at, index) => check(index, at));
    for (const index of withoutLiteral(ruleset, found)) check(index, NOWHERE);
  }
  return findings;
}

const NOWHERE: readonly number[] = [];

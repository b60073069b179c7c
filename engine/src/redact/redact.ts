import type { Severity } from "@weir/schema";
import { memoise } from "../scan/memoise.ts";
import { mapOfEdits } from "../scan/origin-map.ts";
import type { Edit } from "../scan/origin-map.ts";
import type { Detector, Ruleset } from "../scan/ruleset.ts";
import { scan } from "../scan/scan.ts";
import type { ScanOptions, ScanResult } from "../scan/scan.ts";
import type { JudgedFinding, ScanPolicy } from "../scan/score.ts";
import { compareFindings } from "../scan/verdict.ts";
import { withoutClauseEnd } from "./clause-end.ts";
import { placeholderName, placeholders } from "./placeholder-names.ts";
import { repeatsOf } from "./repeats.ts";
import { personsBeside } from "./persons.ts";
import { siblingsOf } from "./siblings.ts";
import type { Stretch } from "../scan/cells.ts";

/** One stretch of the content that was replaced: UTF-16 offsets into the content as it came, `end` exclusive. */
export interface Redaction {
  readonly patternName: string;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
}

/** A content without what blocked, and the scan of the content as it came. */
export interface RedactResult {
  readonly content: string;
  readonly redactions: readonly Redaction[];
  readonly scan: ScanResult;
}

/** A stretch to replace, with the finding that names it. */
interface Cut extends Stretch {
  readonly judged: JudgedFinding;
  readonly pattern: Detector;
}

/** Replacing can lay bare another match; each round replaces what the one before left over. */
const MAX_ROUNDS = 8;

/** Sorts stretches and joins those that overlap; the foremost finding gives the joined stretch its name. */
function mergeCuts(cuts: readonly Cut[]): Cut[] {
  const merged: Cut[] = [];
  for (const cut of cuts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || cut.start >= last.end) {
      merged.push(cut);
      continue;
    }
    const judged = compareFindings(last.judged, cut.judged) <= 0 ? last.judged : cut.judged;
    const end = Math.max(last.end, cut.end);
    merged[merged.length - 1] = { start: last.start, end, judged, pattern: judged.finding.pattern };
  }
  return merged;
}

/** The letters that make an escape with a backslash before them (RFC 8259, 7). */
const ESCAPED = 'nrtbf"/';

/** Where the backslashes begin that stand before `at`. */
function backslashesBefore(content: string, at: number): number {
  let start = at;
  while (content.charCodeAt(start - 1) === 0x5c) start--;
  return start;
}

/**
 * A stretch without the halves of escapes at its ends, so that a string stays one when the stretch is replaced, and so
 * does a string within a string.
 */
function outsideEscapes(content: string, { start, end }: Stretch): Stretch {
  const isHalf =
    (start - backslashesBefore(content, start)) % 2 === 1 &&
    ESCAPED.includes(content.charAt(start));
  let next = end;
  while (content.charCodeAt(next) === 0x5c) next++;
  const from = isHalf ? start + 1 : start;
  const to = ESCAPED.includes(content.charAt(next) || " ") ? backslashesBefore(content, end) : end;
  return from < to ? { start: from, end: to } : { start, end };
}

interface Replaced {
  readonly content: string;
  readonly redactions: readonly Redaction[];
}

function replaceCuts(content: string, cuts: readonly Cut[]): Replaced {
  const placeholderOf = placeholders(content);
  const nameOf = memoise(placeholderName);
  const parts: string[] = [];
  let at = 0;
  const redactions = cuts.map(({ start, end, judged }): Redaction => {
    const { pattern } = judged.finding;
    const placeholder = placeholderOf(nameOf(pattern), content.slice(start, end));
    parts.push(content.slice(at, start), placeholder);
    at = end;
    return { patternName: pattern.name, severity: judged.severity, start, end, placeholder };
  });
  parts.push(content.slice(at));
  return { content: parts.join(""), redactions };
}

/** Where each placeholder stands in the replaced content. */
function editsOf(redactions: readonly Redaction[]): readonly Edit[] {
  let shift = 0;
  return redactions.map(({ start, end, placeholder: { length } }) => {
    const from = start + shift;
    shift += length - (end - start);
    return { start: from, end: from + length, originStart: start, originEnd: end };
  });
}

const blockingCuts = (
  content: string,
  findings: readonly JudgedFinding[],
  toContent: (start: number, end: number) => Stretch,
): Cut[] =>
  findings
    .filter(({ blocks }) => blocks)
    .map((judged) => {
      const { origin, pattern } = judged.finding;
      const stretch = outsideEscapes(content, toContent(origin.start, origin.end));
      return { ...withoutClauseEnd(content, stretch), judged, pattern };
    });

/**
 * Replaces everything in a content that blocks, what stands beside it in a list, and the same text wherever else it stands, by placeholders, numbered for each
 * distinct value. The result is scanned again, without the session, whose tail still holds what was replaced; it never blocks. A content in which placeholders
 * do not help is replaced whole. Pure; linear in the content.
 */
export function redact(
  ruleset: Ruleset,
  policy: ScanPolicy,
  content: string,
  options: ScanOptions = {},
): RedactResult {
  const first = scan(ruleset, policy, content, options);
  const found = blockingCuts(content, first.findings, (start, end) => ({ start, end }));
  const withBeside = (some: readonly Cut[]): Cut[] => [
    ...some,
    ...siblingsOf(content, some),
    ...personsBeside(content, some),
  ];
  const listed = withBeside(mergeCuts(found));
  let cuts = mergeCuts([...listed, ...repeatsOf(content, listed)]);
  let replaced = replaceCuts(content, cuts);
  // Within a session, what the tail held may have kept the content from blocking.
  let isClean = !first.blocked && (options.tail ?? "") === "";
  for (let round = 0; round <= MAX_ROUNDS && !isClean; round++) {
    const again = scan(ruleset, policy, replaced.content);
    isClean = !again.blocked;
    if (isClean || round === MAX_ROUNDS) break;
    const { toOrigin } = mapOfEdits(editsOf(replaced.redactions));
    const further = mergeCuts([...cuts, ...blockingCuts(content, again.findings, toOrigin)]);
    cuts = mergeCuts(withBeside(further));
    const next = replaceCuts(content, cuts);
    // What is replaced already can't be helped by replacing it once more.
    if (next.content === replaced.content) break;
    replaced = next;
  }
  const [foremost] = cuts;
  if (foremost !== undefined && !isClean)
    replaced = replaceCuts(content, [{ ...foremost, start: 0, end: content.length }]);
  return { content: replaced.content, redactions: replaced.redactions, scan: first };
}

import { indexLines } from "./sites.ts";
import { breaksOf } from "./text-bytes.ts";
import { firstFrom } from "./word-index.ts";

/** Longer lines are no entries of such a list, in UTF-16 units. */
const MAX_LINE = 512;

const ADDRESS = String.raw`[^\s<>@,;]{1,64}@[^\s<>@,;]{1,255}`;

/** A line that says itself who made something: a commit's author and trailers, a copyright notice, a changelog's entry. */
const ATTRIBUTION = new RegExp(
  String.raw`^[\s*#/;%>"'-]{0,12}(?:(?:[a-z]{2,20}-){1,2}by:|(?:author|committer|maintainer)(?:s|-email)?"?\s?:|.{0,40}(?:\bcopyright\b|\(c\)|©)|--\s[^<\n]{2,60}<${ADDRESS}>|#\s[^<\n]{2,60}<${ADDRESS}>,\s(?:(?:19|20)\d\d[-,\s]{0,3}){1,12}\.?[ \t\r]*(?:\n|$)|(?:mon|tue|wed|thu|fri|sat|sun)\s[a-z]{3}\s|(?:19|20)\d\d-\d\d-\d\d {2}[^<@\n]{2,60} {2}<?${ADDRESS}>?[ \t\r]*\n(?:[ \t\r]*\n)?[\t ])`,
  "i",
);

/** The same within one line of JSON. */
const LISTED = /"(?:developers|maintainers|contributors|authors)"\s?:\s?\[[^[\]]{0,400}$/;

/** A line of such a list: a name and its address in brackets, a path and its owners, or a field of a package's manifest. */
const ENTRY = new RegExp(
  String.raw`^(?:[^<>\n@,;|]{2,80}<${ADDRESS}>[^<>@\n]{0,80}|[^\n@,;|<(]{2,80}\(${ADDRESS}\)[^@\n]{0,40}|\s*\{\s?name\s?=\s?"[^"\n]{0,80}",\s?email\s?=\s?"[^"\n]{0,120}"\s?\},?|[^\n@,;|]{2,80}\(\[${ADDRESS}\]\(mailto:${ADDRESS}\)\)|\s*(?:[{}[\]],?\s?)*(?:"(?:name|email|url|web|github|twitter|homepage|role|author)"\s?:\s?(?:"[^"\n]{0,120}"|true|false)[{}[\],\s]*)?|\|[^\n@|]{2,80}\|\s*\[?@[\w-]{1,40}[^\n@|]{0,80}\|\s*${ADDRESS}\s*\|[^\n@]{0,200}|\s{0,4}[\w.-]{0,40}[*/][^\s@]{0,80}(?:\s+(?:@[\w/-]+|${ADDRESS}))+\s*)$`,
);

/** The first two lines of a table; a name of such a list without its address, or with one that is spelled out. */
const NAMED =
  /^(?:\|[^\n@]{3,200}\||[^<>@:;|,"'\x60]{2,60},|\s*\p{Lu}[\p{L}.'-]+(?: [\p{L}.'-]+){0,4}|[^<>@,;|]{2,60}<[^<>@\n]{3,80}>,?)$/u;

/** Somebody in such a list who gave no name. */
const BARE_ENTRY = new RegExp(String.raw`^\s*${ADDRESS}$`);
/** So many with names have to come before: addresses alone are no such list. */
const MIN_NAMED = 3;

/** An entry that is found on the Web in place of being written to, as contributors are and customers are not. */
const WEB_ENTRY = /^[^<>@,;|]{2,60}<https?:\/\/[^<>@\n]{3,80}>,?$/;

/** What underlines a heading. */
const RULE = /^[\s*#]{0,8}[-=~*_]{3,}\s*$/;

/** What heads the lists of those who made a program, as in AUTHORS, CODEOWNERS and MAINTAINERS, on a line by itself. */
const HEADING =
  /^\s{0,24}[\s*#/;=_<!"-]{0,8}(?:[\w.]{1,20}\s){0,3}(?:code ?owners|contribut(?:ors|ions?)|developers|maintainers|authors|shortlog|committers|credits|acknowledge?ments?|translators|traduction|ubersetzung|übersetzung|translation|thanks to)\b[^@<,;]{0,40}$/i;

/** A line that may stand between the heading and the list: a sentence or a smaller heading, and no name of another list. */
const REMARK = /^[\s*#>_-]{0,12}[A-Z][^@<>:,;"'[\]{}|]{0,80}$/;

/** A heading of a changelog (GNU coding standards, 6.8.2), and an entry, which thanks those who reported what it changes. */
const CHANGE_HEADING = new RegExp(
  String.raw`^(?:(?:19|20)\d\d-\d\d-\d\d|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d: ]{4,9}(?:19|20)\d\d) {1,2}[^<@\n]{2,60}<${ADDRESS}>[ \t\r]*$`,
  "gm",
);
const CHANGE = /^\t\* /m;
const MIN_HEADINGS = 2;

const isChangelog = (text: string): boolean =>
  CHANGE.test(text) && (text.match(CHANGE_HEADING)?.length ?? 0) >= MIN_HEADINGS;

/** Tells of an offset whether its line belongs to a list of a project's contributors, or says itself who made something. */
export type ContributorIndex = (start: number) => boolean;

type LineKind = "entry" | "web-entry" | "bare" | "heading" | "rule" | "named" | "remark" | "other";

function kindOf(line: string): LineKind {
  if (line.length > MAX_LINE) return "other";
  if (ENTRY.test(line)) return "entry";
  if (WEB_ENTRY.test(line)) return "web-entry";
  if (HEADING.test(line)) return "heading";
  if (RULE.test(line)) return "rule";
  if (BARE_ENTRY.test(line)) return "bare";
  if (NAMED.test(line)) return "named";
  return REMARK.test(line) ? "remark" : "other";
}

/** Where the lines of such lists begin, rising: of those with a heading, and of those that name somebody by a page of the Web. */
function listedLines(text: string): readonly number[] {
  const listed: number[] = [];
  /** Of entries without a heading. */
  let run: number[] = [];
  /** With names, in the list that is read. */
  let entries = 0;
  let isList = false;
  let isBelowHeading = false;
  const end = (kind: LineKind): void => {
    const isBetween = isBelowHeading && (kind === "rule" || kind === "remark");
    isList = kind === "heading" || isBetween || (isList && kind === "web-entry");
    isBelowHeading = kind === "heading" || (isBelowHeading && kind === "rule");
    run = [];
    entries = 0;
  };
  const read = (kind: LineKind, start: number): void => {
    if (kind === "entry") {
      entries += 1;
      (isList ? listed : run).push(start);
    } else if (kind === "bare" && isList && entries >= MIN_NAMED) listed.push(start);
    else if (kind === "web-entry" && run.length > 0) {
      listed.push(...run);
      isList = true;
      run = [];
    } else if (kind !== "named" || !(isList || run.length > 0)) end(kind);
  };
  for (let start = 0; start <= text.length;) {
    const lineEnd = text.indexOf("\n", start);
    const line = text.slice(start, lineEnd < 0 ? undefined : lineEnd).trimEnd();
    if (line !== "") read(kindOf(line), start);
    if (lineEnd < 0) break;
    start = lineEnd + 1;
  }
  return listed;
}

/**
 * Indexes a text for whether an address stands in a list of a project's contributors, which is published with it: its
 * line has to say so, or be an entry of a list that hardly more than further entries and empty lines part from its heading.
 * The first question costs O(text), each later one O(log lines).
 */
export function indexContributors(text: string): ContributorIndex {
  let listed: readonly number[] | undefined;
  let isLog: boolean | undefined;
  const lineBefore = indexLines({ breaks: breaksOf(text) });
  return (start) => {
    const lineStart = lineBefore(start) + 1;
    if (LISTED.test(text.slice(Math.max(lineStart, start - MAX_LINE), start))) return true;
    if (ATTRIBUTION.test(text.slice(lineStart, lineStart + MAX_LINE))) return true;
    if (text[lineStart] === "\t" && (isLog ??= isChangelog(text))) return true;
    listed ??= listedLines(text);
    return firstFrom(listed, lineStart) === lineStart;
  };
}

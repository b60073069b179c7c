import type { Finding } from "./finding.ts";
import { memoise } from "./memoise.ts";
import {
  isCapitalised,
  isOfPersons,
  isOrganisation,
  isOwnMailbox,
  isPerson,
} from "./whose-names.ts";

/** Longer rows are prose, in UTF-16 units. */
const MAX_ROW = 400;
/** So many lines above a value belong to the same record. */
const MOST_LINES = 4;
/** Where a record begins: an empty line, a bracket, a tag, an entry of a list. */
const BEGINNING = /^[\s{}[\](),-]*$|^\s*(?:<tr|<li|BEGIN:|(?:\d{1,3}[.)]|[-*]) )/i;
/** A line of an object or a mapping, which is no row however many commas it has. */
const FIELD = /^\s*(?:- )?["'][^"']{1,30}["']\s?:|^\s+(?:- )?[\p{L}_ -]{1,24}:\s/u;
const ROW = /[;|\t]|,.*,/;

const isRow = (line: string): boolean => ROW.test(line) && !FIELD.test(line);

interface Line {
  /** Where it begins in its text. */
  readonly from: number;
  readonly line: string;
}

function lineOf(text: string, at: number): Line {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  return { from, line: text.slice(from, end < 0 ? undefined : end) };
}

/** The object of a long line that a place stands in. */
function objectOf(text: string, at: number, { from, line }: Line): string {
  const before = text.slice(Math.max(from, at - MAX_ROW), at);
  const after = text.slice(at, Math.min(from + line.length, at + MAX_ROW));
  const begin = Math.max(before.lastIndexOf("{"), before.lastIndexOf("("), 0);
  const end = after.search(/[})]/);
  return before.slice(begin) + after.slice(0, end < 0 ? undefined : end);
}

/** The row of a line, or the lines of its record from the first to its own. */
function recordOf(text: string, own: Line): string {
  if (isRow(own.line)) return own.line;
  let first = own;
  const isWhole = ({ from, line }: Line): boolean => from === 0 || BEGINNING.test(line);
  for (let lines = 0; lines < MOST_LINES && !isWhole(first); lines++) {
    const above = lineOf(text, first.from - 1);
    if (above.line.trim() === "" || above.line.length > MAX_ROW) break;
    first = above;
  }
  return text.slice(first.from, own.from + own.line.length);
}

/** Tells the first line of the table that a row belongs to, each once. */
function firstRows(text: string): (row: Line) => string {
  const known = new Map<number, string>();
  return (row) => {
    const passed: Line[] = [];
    let first = row;
    while (!known.has(first.from)) {
      passed.push(first);
      const above = first.from === 0 ? undefined : lineOf(text, first.from - 1);
      if (above === undefined || !isRow(above.line) || above.line.length > MAX_ROW) break;
      first = above;
    }
    const line = known.get(first.from) ?? first.line;
    for (const { from } of passed) known.set(from, line);
    return line;
  };
}

/** What stands between the cells of a record, and behind a key of one. */
const BETWEEN =
  /(["'\x60*]*\s?[:=](?=\s|["'])|[;|\t,"'<>()\n*]| {2,}| [-\u2013\u2014/\u00b7\u2022] )/;
const NUMBERING = /^(?:\s|\d{1,3}[.)] |- )+/;

interface Cell {
  readonly text: string;
  /** Is it the name of the cell behind it? */
  readonly isKey: boolean;
}

function cellsOf(record: string): readonly Cell[] {
  const parts = record.split(BETWEEN);
  return parts.flatMap((part, i) => {
    const text = part.replace(NUMBERING, "").trim();
    const isKey = /[:=]/.test(parts[i + 1] ?? "");
    return i % 2 > 0 || text === "" ? [] : [{ text, isKey }];
  });
}

/** Do organisations alone stand below the first line of a table? */
function isOfOrganisations(heading: string): boolean {
  if (/\d{3}|@/.test(heading)) return false;
  const cells = cellsOf(heading).map(({ text }) => text);
  return (
    cells.some(isOrganisation) && cells.every((cell) => isOrganisation(cell) || !isOfPersons(cell))
  );
}

/** The number of a house, in a cell behind its street. */
const HOUSE = /^(?:n|no|nr|n\.o)?\.? ?\d{1,5} ?[a-z]?$/i;

/** Whose a record is. */
type Owner = "organisation" | "person" | "both" | "nobody";

function ownerOf(record: string, isBelowOrganisations: boolean): Owner {
  // What tags hold says what a cell is, as keys do.
  const cells = cellsOf(record.replaceAll(/<[^<>]*>/g, "\t"));
  const names = cells.filter(
    (cell, i) => !isOrganisation(cell.text) && !HOUSE.test(cells[i + 1]?.text ?? ""),
  );
  const hasMailbox = names.some((cell) => isOwnMailbox(cell.text));
  if (isBelowOrganisations) return hasMailbox ? "both" : "organisation";
  const isPersons =
    hasMailbox ||
    names.some(({ text, isKey }) => isPerson(text) && !(isKey && isOfPersons(text))) ||
    names.filter((cell) => !cell.isKey && isCapitalised(cell.text)).length > 1;
  if (cellsOf(record).some((cell) => isOrganisation(cell.text)))
    return isPersons ? "both" : "organisation";
  return isPersons ? "person" : "nobody";
}

/** Tells whose the record is that a place of a text stands in. Each line is read once, but for very long ones. */
function indexOwners(text: string): (at: number) => Owner {
  const firstRowOf = firstRows(text);
  const isHeaded = memoise(isOfOrganisations);
  const known = new Map<number, Owner>();
  return (at) => {
    const own = lineOf(text, at);
    if (own.line.length > MAX_ROW) return ownerOf(objectOf(text, at, own), false);
    const owner =
      known.get(own.from) ??
      ownerOf(recordOf(text, own), isRow(own.line) && isHeaded(firstRowOf(own)));
    known.set(own.from, owner);
    return owner;
  };
}

/** Does a pattern find what is public of an organisation: where it is, how it is called, its number? */
const isPublicOf = ({ pattern: { category, validator, minMatches } }: Finding): boolean =>
  category === "pii" && (validator === "eu_vat" || validator === "br_cnpj" || minMatches > 1);

/**
 * Findings without addresses, telephone numbers and tax numbers in lists of organisations: rows that name a company, an office
 * or a shop, few of them with a person beside it, or that stand below a heading which says so.
 */
export function dropOrganisations(findings: readonly Finding[]): readonly Finding[] {
  const ownersOf = memoise(indexOwners);
  const owners = new Map<Finding, Owner>();
  const rows = { organisation: 0, person: 0, both: 0, nobody: 0 };
  for (const finding of findings) {
    if (!isPublicOf(finding)) continue;
    const owner = ownersOf(finding.section.text)(finding.value.start);
    owners.set(finding, owner);
    rows[owner] += 1;
  }
  if (rows.both * 2 > rows.organisation) return findings;
  const isMost = rows.organisation > rows.nobody + rows.person;
  return findings.filter((finding) => {
    const owner = owners.get(finding) ?? "person";
    const isKept = owner === "person" || (owner === "nobody" && !isMost);
    return isKept || isOwnMailbox(finding.value.text);
  });
}

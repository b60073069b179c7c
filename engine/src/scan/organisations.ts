import { isOfficeMailbox } from "../validators/people.ts";
import type { Finding } from "./finding.ts";
import { memoise } from "./memoise.ts";
import { indexRecords } from "./record-around.ts";
import type { Cell, Row } from "./record-around.ts";
import type { Detector } from "./ruleset.ts";
import {
  isCapitalised,
  isOpeningHours,
  isOfPersons,
  isOrganisation,
  isOwnMailbox,
  isPerson,
} from "./whose-names.ts";

/** Do organisations alone stand below the first row of a table? */
const isOfOrganisations = (heading: readonly Cell[]): boolean =>
  heading.some(({ text }) => isOrganisation(text)) &&
  heading.every(({ text }) => isOrganisation(text) || !isOfPersons(text));

/** The number of a house, in a cell behind its street. */
const HOUSE = /^(?:n|no|nr|n\.o)?\.? ?\d{1,5} ?[a-z]?$/i;

/** The first word of a name of several, which is no title. */
const FIRST_WORD =
  /^(?!(?:Mr|Mrs|Ms|Dr|Prof|Herr|Frau|Mme|Mlle|Sr|Sra|Sig|Pan|Pani|Dhr|Mevr|Fam)\b)(\p{Lu}[\p{L}.'-]+) (?:No ?)?(?:\d+ )?(?=.*\p{L})(\S.*)/u;

/** What a record is called begins with this word; empty where it has one word alone, or somebody's name behind it. */
function firstWordOf({ cells }: Row): string {
  const name = cells.find(
    ({ text, isKey }, i) => /^\p{Lu}\D*\d{0,3}\D*$/u.test(text) && (!isKey || i === 0),
  );
  const [, word = "", others = ""] = FIRST_WORD.exec(name?.text ?? "") ?? [];
  return isPerson(others) || isOfPersons(word) ? "" : word;
}

/** Names of fewer records say nothing, and so many of them, in hundredths, share a word that says what they are: "Museum". */
const MIN_NAMES = 5;
const SHARED_PERCENT = 60;

/** The word that most names of records begin with. */
function sharedWord(rows: ReadonlySet<Row>): string | undefined {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const word = firstWordOf(row);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const least = Math.max(MIN_NAMES, (rows.size * SHARED_PERCENT) / 100);
  return [...counts].find(([word, count]) => word !== "" && count >= least)?.[0];
}

/** A name that a mailbox has as well is no shorter, in letters. */
const MIN_WORD = 4;
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, "");

/** Whose a record is. */
type Owner = "organisation" | "person" | "both" | "nobody";

function ownerOf(row: Row, shared: string | undefined): Owner {
  const { cells, tags, heading } = row;
  const isShared = ({ text }: Cell): boolean =>
    shared !== undefined && text.startsWith(`${shared} `);
  const isCalled = (before: Cell | undefined): boolean =>
    before?.isKey === true && isOrganisation(before.text);
  const offices = cells.flatMap(({ text }) => (isOfficeMailbox(text) ? [lettersOf(text)] : []));
  const isOffice = (text: string): boolean => {
    const word = lettersOf(text.split(" ")[0] ?? "");
    return word.length >= MIN_WORD && offices.some((office) => office.includes(word));
  };
  const names = cells.filter(
    (cell, i) =>
      !isOrganisation(cell.text) &&
      !isCalled(cells[i - 1]) &&
      !isShared(cell) &&
      !isOffice(cell.text) &&
      !HOUSE.test(cells[i + 1]?.text ?? ""),
  );
  const hasMailbox = names.some(({ text }) => isOwnMailbox(text));
  if (isOfOrganisations(heading)) return hasMailbox ? "both" : "organisation";
  const isPersons =
    hasMailbox ||
    names.some(({ text, isKey }) => isPerson(text) && !(isKey && isOfPersons(text))) ||
    names.filter(({ text, isKey }) => !isKey && isCapitalised(text)).length > 1;
  const isOrganisations =
    offices.length > 0 ||
    cells.some((cell) => isShared(cell) || isOpeningHours(cell.text)) ||
    [...cells, ...tags].some(({ text }) => isOrganisation(text));
  if (isOrganisations) return isPersons ? "both" : "organisation";
  return isPersons ? "person" : "nobody";
}

/** Checks of numbers that companies have, and persons in trade as well. */
const COMPANY_NUMBERS: ReadonlySet<string> = new Set([
  "eu_vat",
  "br_cnpj",
  "pl_nip",
  "us_ein",
  "tr_vkn",
]);

/** Does a pattern find what is public of an organisation: where it is, how it is called, its number? */
const findsPublic = ({ category, validator, minMatches }: Detector): boolean =>
  category === "pii" &&
  (minMatches > 1 || (validator !== undefined && COMPANY_NUMBERS.has(validator)));

/** Tells whose records are, among those of which most begin with a word. */
type OwnersOf = (shared: string | undefined) => (row: Row) => Owner;

/** The findings of a pattern that are no organisation's. */
function withoutOrganisations(
  findings: readonly Finding[],
  rows: readonly Row[],
  ownersOf: OwnersOf,
): Finding[] {
  const owners = rows.map(ownersOf(sharedWord(new Set(rows))));
  const count = (owner: Owner): number => owners.filter((each) => each === owner).length;
  const organisations = count("organisation");
  if (count("both") * 2 > organisations) return [...findings];
  const isMost = organisations > count("nobody") + count("person");
  return findings.filter((finding, i) => {
    const owner = owners[i];
    const isKept = owner === "person" || (owner === "nobody" && !isMost);
    return isKept || isOwnMailbox(finding.value.text);
  });
}

/**
 * Findings without addresses, telephone numbers and tax numbers in lists of organisations: rows that name a company, an office
 * or a shop, few of them with a person beside it, that stand below a heading which says so, or that share what they are called.
 */
export function dropOrganisations(findings: readonly Finding[]): readonly Finding[] {
  const recordsOf = memoise(indexRecords);
  const groups = new Map<Detector, { found: Finding[]; rows: Row[] }>();
  for (const finding of findings) {
    const { pattern, section, value } = finding;
    if (!findsPublic(pattern)) continue;
    const group = groups.get(pattern) ?? { found: [], rows: [] };
    groups.set(pattern, group);
    group.found.push(finding);
    group.rows.push(recordsOf(section.text)(value.start));
  }
  if (groups.size === 0) return findings;
  const ownersOf: OwnersOf = memoise((shared: string | undefined) =>
    memoise((row: Row) => ownerOf(row, shared)),
  );
  const kept = new Set(
    [...groups.values()].flatMap(({ found, rows }) => withoutOrganisations(found, rows, ownersOf)),
  );
  return findings.filter((finding) => !findsPublic(finding.pattern) || kept.has(finding));
}

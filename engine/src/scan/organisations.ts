import { isOfficeMailbox } from "../validators/people.ts";
import type { Finding } from "./finding.ts";
import { groupByPattern } from "./group-by-pattern.ts";
import { memoise } from "./memoise.ts";
import { indexRecords } from "./record-around.ts";
import type { Cell, Row } from "./record-around.ts";
import type { Detector } from "./ruleset.ts";
import type { Section } from "./section.ts";
import {
  hasGivenName,
  isNameBehind,
  isName,
  isCapitalised,
  isOpeningHours,
  isOfPersons,
  isOfThings,
  isOrganisation,
  isOwnMailbox,
  isPerson,
  isPersonInOtherLetters,
} from "./whose-names.ts";

/** Do organisations or things alone stand below the first row of a table? */
const isOfOrganisations = (heading: readonly Cell[]): boolean =>
  heading.some(({ text }) => isOrganisation(text) || isOfThings(text)) &&
  heading.every(({ text }) => isOrganisation(text) || !isOfPersons(text));

/** Does a title name organisations by its last word or its first, as "Our shops" does, and no persons? */
const isTitleOfOrganisations = (title: string): boolean =>
  isOrganisation(title.replace(/(?:e?s)?$/, "")) && !isOfPersons(title);

/** The number of a house, in a cell behind its street. */
const HOUSE = /^(?:n|no|nr|n\.o)?\.? ?\d{1,5} ?[a-z]?(?: (?:a[pn]|bis|ter|int|piso|kv|lok).*)?$/i;

/** The first word of a name of several, which is no title. */
const FIRST_WORD =
  /^(?!(?:Mr|Mrs|Ms|Dr|Prof|Herr|Frau|Mme|Mlle|Sr|Sra|Sig|Pan|Pani|Dhr|Mevr|Fam|INSERT)\b)(\p{Lu}[\p{L}.'-]+) (?:No ?)?(?:\d+ )?(?=.*\p{L})(\S.*)/u;

/** What a record is called begins with this word; empty where it has one word alone, or it is somebody's name or before one. */
function firstWordOf({ cells }: Row): string {
  const name = cells.find(
    ({ text, isKey }, i) => /^\p{Lu}\D*\d{0,3}\D*$/u.test(text) && (!isKey || i === 0),
  );
  const [, word = "", others = ""] = FIRST_WORD.exec(name?.text ?? "") ?? [];
  return isPerson(others) || isOfPersons(word) || hasGivenName(word) ? "" : word;
}

/** Names of fewer records say nothing, and so many of them, in hundredths, share a word that says what they are: "Museum". */
const MIN_NAMES = 5;
const SHARED_PERCENT = 60;

/** The word that most names of records begin with. */
function sharedWord(rows: readonly Row[]): string | undefined {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const word = firstWordOf(row);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const least = Math.max(MIN_NAMES, (rows.length * SHARED_PERCENT) / 100);
  return [...counts].find(([word, count]) => word !== "" && count >= least)?.[0];
}

/** A name that a mailbox has as well is no shorter, in letters. */
const MIN_WORD = 4;
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, "");

/** So many letters at the beginning of a host are what a name begins with as well. */
const DOMAIN_LETTERS = 10;
const ownDomainOf = (mailbox: string): string =>
  lettersOf(/@([^@.]+)/.exec(mailbox)?.[1] ?? "").slice(0, DOMAIN_LETTERS);

/** Whose a record is. */
type Owner = "organisation" | "person" | "both" | "nobody";

const allCells = ({ tags, cells }: Row): readonly Cell[] => [...tags, ...cells];

/** The keys that more than one record has, which say what stands behind them. */
function labelsOf(rows: readonly Row[]): ReadonlySet<string> {
  const [known, labels] = [new Set<string>(), new Set<string>()];
  for (const row of rows) {
    const keys = allCells(row).flatMap(({ text, isKey }) => (isKey ? [text] : []));
    for (const key of new Set(keys)) (known.has(key) ? labels : known).add(key);
  }
  return labels;
}

/** Does a record say what somebody or something is called? */
const isNamed =
  (labels: ReadonlySet<string>) =>
  (row: Row): boolean =>
    allCells(row).some(({ text, isKey }, i, cells) => {
      if (isKey) return isName(text) && !labels.has(text);
      const before = cells[i - 1];
      const isBehindKey = before?.isKey === true && isNameBehind(before.text, text);
      return isBehindKey || (isName(text) && !HOUSE.test(cells[i + 1]?.text ?? ""));
    });

/**
 * Is a mailbox called as somebody in its record is: by a name of two words' first one, or by more than a word? A department's is called
 * by its last one alone.
 */
const isCalledAsIn = (mailbox: string, cells: readonly Cell[]): boolean => {
  const [named = "", host] = mailbox.toLowerCase().split("@");
  const local = named.replace(/\d+$/, "");
  const isIn = (word: string, i: number, words: readonly string[]): boolean =>
    word.length >= MIN_WORD &&
    local.includes(word) &&
    (local !== word || (i === 0 && words.length === 2));
  return host !== undefined && cells.some(({ text }) => text.toLowerCase().split(" ").some(isIn));
};

/** A key of one word may be whoever writes in a chat. */
const isOfPerson = (row: Row): boolean => {
  const cells = allCells(row);
  return cells.some(
    ({ text, isKey }) =>
      isOwnMailbox(text) ||
      isCalledAsIn(text, cells) ||
      isPersonInOtherLetters(text) ||
      (hasGivenName(text) && (!isKey || isName(text))),
  );
};

/** So many in a hundred records have a name at least, and a person's at most, where the names are no persons'. */
const NAMED_PERCENT = 60;
const PERSONS_PERCENT = 25;

/** Are records called what no persons are called? The few that may be a person's are not told by it. */
function areThings(rows: readonly Row[]): boolean {
  const named = rows.filter(isNamed(labelsOf(rows))).length;
  const persons = rows.filter(isOfPerson).length;
  return (
    named >= MIN_NAMES &&
    named * 100 >= rows.length * NAMED_PERCENT &&
    persons * 100 <= rows.length * PERSONS_PERCENT
  );
}

function ownerOf(row: Row, shared: string | undefined): Owner {
  const { cells, tags, heading, title } = row;
  const isShared = ({ text }: Cell): boolean =>
    shared !== undefined && text.startsWith(`${shared} `);
  const isCalled = (before: Cell | undefined): boolean =>
    before?.isKey === true && isOrganisation(before.text);
  const offices = cells.flatMap(({ text }) => (isOfficeMailbox(text) ? [lettersOf(text)] : []));
  const domains = cells.flatMap(({ text }) =>
    text.includes("@") && !isOwnMailbox(text) ? [ownDomainOf(text)] : [],
  );
  const isOffice = (text: string): boolean => {
    if (offices.length + domains.length === 0) return false;
    const word = lettersOf(text.split(" ")[0] ?? "");
    const name = lettersOf(text);
    return (
      (word.length >= MIN_WORD && offices.some((office) => office.includes(word))) ||
      domains.some((domain) => domain.length === DOMAIN_LETTERS && name.startsWith(domain))
    );
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
    (isTitleOfOrganisations(title) && !isOfPerson(row)) ||
    cells.some(({ text, isKey }) => isKey && isOfThings(text)) ||
    cells.some((cell) => isShared(cell) || isOpeningHours(cell.text) || isOffice(cell.text)) ||
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

/** The findings of a pattern that are no organisation's. */
function withoutOrganisations(
  findings: readonly Finding[],
  rows: readonly Row[],
  ownerOfRow: (row: Row) => Owner,
): Finding[] {
  const owners = rows.map(ownerOfRow);
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

/** The record that each finding stands in, among those of one pattern. */
function rowsOf(findings: readonly Finding[]): Row[] {
  const places = new Map<Section, number[]>();
  for (const { section, value } of findings) {
    const known = places.get(section);
    if (known === undefined) places.set(section, [value.start]);
    else known.push(value.start);
  }
  const recordsOf = memoise((section: Section) =>
    indexRecords(section.text, places.get(section) ?? []),
  );
  return findings.map(({ section, value }) => recordsOf(section)(value.start));
}

/**
 * Findings without addresses, telephone numbers and tax numbers in lists of organisations: records that are called what no
 * persons are called; or that name a company, an office or a shop, few of them with a person beside it, that stand below a heading
 * which says so, or that share what they are called.
 */
export function dropOrganisations(findings: readonly Finding[]): readonly Finding[] {
  const found = findings.filter(({ pattern }) => findsPublic(pattern));
  if (found.length === 0) return findings;
  const groups = groupByPattern(found).map((each) => ({ each, rows: rowsOf(each) }));
  const all = [...new Set(groups.flatMap(({ rows }) => rows))];
  const shared = sharedWord(all);
  const ownerOfRow = areThings(all)
    ? (row: Row): Owner => (isOfPerson(row) ? "person" : "organisation")
    : memoise((row: Row) => ownerOf(row, shared));
  const kept = new Set(
    groups.flatMap(({ each, rows }) => withoutOrganisations(each, rows, ownerOfRow)),
  );
  return findings.filter((finding) => !findsPublic(finding.pattern) || kept.has(finding));
}

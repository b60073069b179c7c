import type { Finding } from "./finding.ts";

/** What stands between the cells of a row, and around a value in markup or a record. */
const CELLS = /[;|\t,"'<>:()]| {2,}/;

/** Forms of companies, as the end of a name has them; accents are folded. */
const FORM =
  /(?:^|[\p{L}\d&.,)] ?)[ (](?:G?mbH|gGmbH|[AK]G|[OV]HG|UG|GbR|e\.? ?[GKV]\.?|Ltd|Limited|LL[CP]|PLC|plc|Inc|Corp(?:oration)?|Co|Company|Group|Holdings?|S\.?A\.?(?:S\.?U?|R\.?L\.?)?|EURL|S\.?r\.?l|S\.?R\.?L|S\.?[pP]\.?A|S\.?L\.?U?|Ltda?|Lda|S\/A|[BN]\.?V|VOF|A\/S|ApS|ASA?|AB|Oyj?|Kft|Zrt|Sp\. ?z ?o\.? ?o|s\. ?r\. ?o|a\. ?s|d\. ?o\. ?o|d\. ?d|OOO|A\.?S|Sti|Pty|Pvt|Bhd)\.?(?:[ )]|$)|^(?:OOO|AO|PAO|ООО|[ЗП]?АО|ТОВ|PT|株式会社)\s|(?:株式会社|有限会社|公司|주식회사)/u;

/** What an organisation's name begins with: stems first, then whole words. */
const FIRST =
  /^(?:finanz|stadt|universi|institut|istitut|associa|bibliot|ambass|ambaj|embass|embaj|embaix|consulat|konsulat|consola|restaurant|ristorant|pharmac|farmac|aptek|lekarn|klini|clini|museum|musee|museo|agen[ct]|minist|succurs|sucurs|filial|ospedal|biuro|fundac|szkol|urz[ae]d|oddzia|аптек|школ|больниц|филиал|магазин|посольств|гостиниц|отделени|(?:amts?gericht|amt|gemeinde|rathaus|sparkasse|volksbank|niederlassung|zweigstelle|standort|praxis|hochschule|polizei|feuerwehr|botschaft|hotel|gasth[oa][uf]s?|autohaus|verein|fc|sc|sv|tsv|vfb|team|branch|store|shop|office|depot|warehouse|department|apotheek|apothek|apotek|apotheke|ecole|lycee|college|mairie|prefecture|hopital|boutique|magasin|librairie|boulangerie|pizzeria|garage|theatre|cafe|bar|bistro|pub|tavern|deli|grill|gym|banque|banco|banca|bank|escuela|escola|colegio|ayuntamiento|hospital|tienda|oficina|scuola|liceo|comune|ufficio|albergo|negozio|camara|loja|balcao|junta|gemeente|ziekenhuis|vestiging|winkel|kantoor|stichting|liceum|szpital|przychodnia|sklep|parafia|skola|urad|nemocnice|pobocka|prodejna|офис|отдел)(?![\p{L}-]))/iu;

/** What it ends with, in a cell that has no digits before it: part of a word, or a word. */
const LAST =
  /^\D{2,60}?(?:\p{Ll}(?:amt|gericht|werke|schule|apotheke|klinik|krankenhaus|ziekenhuis|sjukhus|apotheek|verband|verein|skolan?)|\b(?:school|college|academy|university|library|pharmacy|clinic|hospital|surgery|embassy|consulate|museum|gallery|hotel|hostel|inn|restaurant|cafe|bistro|bar|pub|bakery|tavern|deli|grill|pizzeria|garage|gym|cinema|theat(?:re|er)|stadium|airport|station|market|mall|church|council|ministry|agency|authority|association|society|foundation|institute|club|bank|branch|store|shop|office|headquarters|depot|warehouse|department|cent(?:re|er)|services|hotline|helpdesk|desk|team|gymnasium|apotek)s?|支店|店|本社|営業所|病院|薬局|学校|大学|市役所|区役所|图书馆|医院|药店|分行|지점|병원|약국|학교|시청|구청)(?: (?:\d{1,5}|(?:of|for|de|der|am|in|for) .{1,40}))?$/iu;

/** The name of a person: words without a number, or a few signs of Han or Hangul. */
const PERSON =
  /^(?:(?:Mr|Mrs|Ms|Dr|Herr|Frau|Mme|M)\.? )?(?:\p{Lu}\p{Ll}+|\p{Lu}\.|\p{Lu}{2,})(?:[ -](?:\p{Lu}[\p{Ll}']+|\p{Lu}\.)){1,3}$|^[\p{sc=Han}\p{sc=Hangul}]{1,4}(?: [\p{sc=Han}\p{sc=Hangul}]{1,3})?$/u;
/** One word of it, or a town. */
const WORD = /^\p{Lu}[\p{Ll}'-]+$/u;

const isOrganisation = (cell: string): boolean =>
  FORM.test(cell) || FIRST.test(cell) || LAST.test(cell);

/** Longer rows are prose, in UTF-16 units. */
const MAX_ROW = 400;
/** So many lines above a value belong to the same record. */
const MOST_LINES = 4;
/** Where a record begins: an empty line, a bracket, a tag. */
const BEGINNING = /^[\s{}[\](),-]*$|^\s*(?:<tr|<li|BEGIN:|- )/i;

/** The row that a value stands in, or the lines of its record from the first to its own. */
function recordOf(text: string, at: number): string {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const newline = text.indexOf("\n", at);
  const line = text.slice(from, Math.min(newline < 0 ? text.length : newline, from + MAX_ROW));
  if (/[;|\t]|,.*,/.test(line)) return line;
  let record = line;
  let start = from;
  for (let lines = 0; lines < MOST_LINES && start > 0 && !BEGINNING.test(line); lines++) {
    const above = text.lastIndexOf("\n", start - 2) + 1;
    const next = text.slice(above, Math.min(start - 1, above + MAX_ROW));
    if (/^\s*$/.test(next)) break;
    record = `${next}\t${record}`;
    start = above;
    if (BEGINNING.test(next)) break;
  }
  return record;
}

/** A mailbox that is named for a person. */
const OWN_MAILBOX = /^[a-z]+[._-][a-z]+\d*@/i;

/** Whose a record is. */
function ownerOf(record: string): "organisation" | "person" | "nobody" {
  const cells = record.split(CELLS).map((cell) => cell.trim());
  if (!cells.some(isOrganisation)) return "nobody";
  const others = cells.filter((cell) => !isOrganisation(cell));
  const isPersons =
    others.some((cell) => PERSON.test(cell) || OWN_MAILBOX.test(cell)) ||
    others.filter((cell) => WORD.test(cell)).length > 1;
  return isPersons ? "person" : "organisation";
}

/** What is public of an organisation: where it is and how it is called, and its number. */
const isPublicOf = ({ pattern }: Finding): boolean =>
  pattern.category === "pii" && (pattern.validator === "eu_vat" || pattern.minMatches > 1);

/**
 * Without addresses, telephone numbers and tax numbers that stand in lists of organisations: rows that name a company, an office or a
 * shop, few of them with a person beside it.
 */
export function dropOrganisations(findings: readonly Finding[]): Finding[] {
  const owners = new Map<Finding, string>();
  let organisations = 0;
  let persons = 0;
  for (const finding of findings) {
    if (!isPublicOf(finding)) continue;
    const { section, value } = finding;
    const owner = ownerOf(recordOf(section.text, value.start));
    owners.set(finding, owner);
    if (owner === "organisation") organisations += 1;
    if (owner === "person") persons += 1;
  }
  if (persons * 2 > organisations) return [...findings];
  return findings.filter(
    (finding) =>
      !["organisation", "person"].includes(owners.get(finding) ?? "") ||
      OWN_MAILBOX.test(finding.value.text),
  );
}

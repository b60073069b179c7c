import { isGivenName } from "./given-names.ts";
import { overFolded } from "./fold-rules.ts";

/** Forms of companies, as the end of a name has them; accents are folded. */
const FORM =
  /[\p{L}\d&.,)][ (](?:G?mbH|gGmbH|[AK]G|[OV]HG|UG|GbR|e\.? ?[GKV]\.?|Ltd|Limited|LL[CP]|PLC|plc|Inc|Corp(?:oration)?|Co|Company|Group|Holdings?|S\.?A\.?(?:S\.?U?|R\.?L\.?)?|EURL|S\.?r\.?l|S\.?R\.?L|S\.?[pP]\.?A|S\.?L\.?U?|Ltda?|Lda|ME|S\/A|[BN]\.?V|VOF|A\/S|ApS|ASA?|AB|Oyj?|Kft|Zrt|Sp\. ?z ?o\.? ?o|s\. ?r\. ?o|a\. ?s|d\. ?o\. ?o|d\. ?d|OOO|A\.?S|Sti|Pty|Pvt|Bhd)\.?(?:[ )]|$)|^(?:OOO|AO|PAO|ООО|[ЗП]?АО|ТОВ|PT)\s|株式会社|有限会社|公司|주식회사/u;

/** What an organisation's name begins with, or the heading of a column of them: stems, then whole words. */
const FIRST = overFolded(
  String.raw`^(?:poliklin|klini|clini|farmac|pharmac|apte[ck]|lekarn|parroc?[cq]|paroisse|parish|pfarr|istitut|institut|universi|bibliot|knihovn|muze|museum|musee|ristorant|restaura|ravintola|trattoria|osteria|pizzeria|palvelu|szkol|szpital|hospital|ospedal|аптек|школ|больниц|филиал|отделени|магазин|поставщик|компани|организаци|(?:suppl|vendor|fourniss|provee|fornec|fornit|lieferant|leveranc|dodavat|dostaw|compan|unternehm|organi[sz]ation|agen[ct]|filia[al]|sucurs|succurs)(?=\p{L}{0,12}(?: |$))|(?:school|college|ecole|lycee|escuela|escola|scuola|liceo|colegi(?:o|ul)|scoala|skol[ae]|gymnasium|parafia|church|eglise|chiesa|kirche|praxis|hotel|gasth[oa][uf]s?|store|shop|branch|garage|service|handler|dealer|exhibitor|aussteller|org|negozio|loja|sv|fc|club|firm[ae]?|empresa|societe|department)(?![\p{L}-]))`,
);

/** What it ends with, in a cell that has no digits before it: part of a word, or a word. */
const LAST =
  /(?:(?:amt|schule|klinik|apotheke|praxis|verein|hutte|skolan?|bibliotek(?:et)?)(?: .{1,40})?$|\b(?:shop|store|branch|hotel|restaurant|school|practice|college|university|hospital|clinic|church|library|museum|surgery|department|cent(?:re|er)|council|office|team|services|hotline|desk|valiligi|mudurlugu)s?(?: \d{1,5})?$|(?:[店院科社校局館馆园]|営業所|役所|務所|クリニック|分行|지점|병원|약국|학교)名?$)/iu;

/** Longer cells hold sentences, in UTF-16 units. */
const MAX_NAME = 80;

/** Does a name end with what organisations' names do? Behind a number, a street does. */
function endsLikeOne(cell: string): boolean {
  const at = cell.search(LAST);
  return at >= 0 && !/\d/.test(cell.slice(0, at));
}

/** Is it the name of a company, an office, a shop, or what such names stand under? */
export const isOrganisation = (cell: string): boolean =>
  cell.length <= MAX_NAME && (FORM.test(cell) || FIRST().test(cell) || endsLikeOne(cell));

/** The name of a person: words without a number, or a few signs of Han or Hangul. */
const PERSON =
  /^(?:(?:Mr|Mrs|Ms|Dr|Herr|Frau|Mme|M)\.? )?(?:\p{Lu}\p{Ll}+|\p{Lu}\.|\p{Lu}{2,})(?:[ -](?:\p{Lu}[\p{Ll}']+|\p{Lu}\.|\p{Lu}{2,})){1,3}$|^[\p{sc=Han}\p{sc=Hangul}]{1,4}(?: [\p{sc=Han}\p{sc=Hangul}]{1,3})?$/u;

export const isPerson = (cell: string): boolean => PERSON.test(cell);

const LATIN = /^[ -~\u00c0-\u024f]/;

/** May it be a person's, in letters in which no given names are known here? */
export const isPersonInOtherLetters = (cell: string): boolean =>
  !LATIN.test(cell) && isPerson(cell) && !isOrganisation(cell);

/** Whom churches, schools and towns are called after. */
const SAINT = /\b(?:San|Santa|Santo|Sao|Saint|Sainte|Sankt|St\.?|Sveti|sv\.|sw\.)[ -]\p{L}+/gu;

/** Does a cell name a person by a name that is often given? */
export const hasGivenName = (cell: string): boolean =>
  cell.length <= MAX_NAME &&
  !/\d/.test(cell) &&
  !isOrganisation(cell) &&
  cell
    .replaceAll(SAINT, "")
    .toLowerCase()
    .split(/[^\p{L}']+/u)
    .some(isGivenName);

/** A name of several words in Latin letters, without a number. */
const NAME =
  /^[A-Z\u00c0-\u024f][A-Za-z\u00c0-\u024f'.&]*(?:(?: | ?- ?(?=[A-Z]))[A-Za-z\u00c0-\u024f'.&]+)+$/;

export const isName = (cell: string): boolean => cell.length <= MAX_NAME && NAME.test(cell);

const KEY_OF_NAMES =
  /^(?:fn|(?:full.?)?name|nom|nome|nombre|naam|nam[ne]|navn|nimi|nazwa|nazev|denumire|denominazione|title)$/i;

/** Several words in Latin letters, or one and a number; one word alone may be a family's name. */
const SEVERAL = /^(?=.*[ \d])[ -~\u00c0-\u024f]+$/;

/** Is a cell a name by the key before it? */
export const isNameBehind = (key: string, cell: string): boolean =>
  KEY_OF_NAMES.test(key) && SEVERAL.test(cell);

/** One word of it, or a town. */
const WORD = /^\p{Lu}[\p{Ll}'-]+$/u;

export const isCapitalised = (cell: string): boolean => WORD.test(cell);

/** What is told of things alone: devices, machines, houses that are let. */
const OF_THINGS = overFolded(
  String.raw`^(?:(?:host|serien|serial|firmware|obje[kc]t|obiekt|gerat|device|rack|dispositi|enhet|laite)\p{L}{0,10}|ip|mac|ean|mls|beds|loyer|surface|kw|baujahr|iccid|sn|rae)(?![\p{L}\d])`,
);

export const isOfThings = (heading: string): boolean => OF_THINGS().test(heading);

/** The heading of a column of persons, or of something that is said of them. */
const OF_PERSONS = overFolded(
  String.raw`name|vorname|contact|kontakt|ansprech|person|owner|tenant|mieter|locatair|employee|staff|mitarbeit|medewerk|\buser|nutzer|inhaber|leiter|customer|kund|patient|client|guest|member|mitglied|jm[eo]no|nome|nombre|\bnom\b|prenom|imie|nazwisko|navn|nimi|имя|фио|氏|姓|名前|naam|\bad\b`,
);

export const isOfPersons = (heading: string): boolean => OF_PERSONS().test(heading);

/** A mailbox that is named for a person, or where people have theirs. */
const OWN_MAILBOX =
  /^[a-z]+[._-][a-z]+\d*@|@(?:gmail|yahoo|hotmail|outlook|icloud|gmx|web|t-online|orange|libero|mail|yandex|naver|qq|163|aol|wp|onet|seznam)\.[a-z.]{2,6}$/i;
export const isOwnMailbox = (cell: string): boolean => OWN_MAILBOX.test(cell);

/** Hours of a day, as of a shop that is open: with the days, or to the minute; "10-12" may be an age. */
const HOURS =
  /^(?:\p{L}{2,4}\.?-\p{L}{2,4}\.? \d{1,2}(?:[:.]\d\d)?-\d{1,2}(?:[:.]\d\d)?|\d{1,2}[:.]\d\d-\d{1,2}[:.]\d\d)$/u;
export const isOpeningHours = (cell: string): boolean => HOURS.test(cell);

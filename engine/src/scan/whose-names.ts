import { overFolded } from "./fold-rules.ts";

/** Forms of companies, as the end of a name has them; accents are folded. */
const FORM =
  /[\p{L}\d&.,)][ (](?:G?mbH|gGmbH|[AK]G|[OV]HG|UG|GbR|e\.? ?[GKV]\.?|Ltd|Limited|LL[CP]|PLC|plc|Inc|Corp(?:oration)?|Co|Company|Group|Holdings?|S\.?A\.?(?:S\.?U?|R\.?L\.?)?|EURL|S\.?r\.?l|S\.?R\.?L|S\.?[pP]\.?A|S\.?L\.?U?|Ltda?|Lda|ME|S\/A|[BN]\.?V|VOF|A\/S|ApS|ASA?|AB|Oyj?|Kft|Zrt|Sp\. ?z ?o\.? ?o|s\. ?r\. ?o|a\. ?s|d\. ?o\. ?o|d\. ?d|OOO|A\.?S|Sti|Pty|Pvt|Bhd)\.?(?:[ )]|$)|^(?:OOO|AO|PAO|ООО|[ЗП]?АО|ТОВ|PT)\s|株式会社|有限会社|公司|주식회사/u;

/** What an organisation's name begins with, or the heading of a column of them: stems, then whole words. */
const FIRST = overFolded(
  String.raw`^(?:finanz|stadt|landes|bundes|kanton|realschul|gesamtschul|berufs|poliklin|spital|muze|universi|institut|istitut|associa|bibliot|ambass|ambaj|embass|embaj|embaix|consulat|konsulat|consola|restaurant|ristorant|pharmac|farmac|aptek|lekarn|klini|clini|museum|musee|museo|agen[ct]|minist|succurs|sucurs|filia[al]|ospedal|biuro|fundac|szkol|urz[ae]d|oddzia|аптек|школ|больниц|филиал|магазин|посольств|гостиниц|отделени|(?:compan|suppl|vendor|provee|fourniss|fornec|fornit|leveranc|dodavat|dostaw|lieferant|unternehm|entrepr|etabliss|forening|vereni|palvelu|sub[es]+|organi[sz]ation|поставщик|компани|организаци)(?=\p{L}{0,12}(?: |$))|(?:org|sad|radio|lyceum|obs|pfarre|pfarrei|pousada|pension|motel|padaria|papelaria|trattoria|osteria|brasserie|meson|casa|scoala|colegiul|piekarnia|hurtownia|zaklad|ministerio|cantina|weingut|winery|bodega|chateau|domaine|handler|dealer|exhibitor|aussteller|firm[ae]?|empresa|societe|azienda|bedrijf|mission|service|site|location|razao social|razon social|raison sociale|ragione sociale|amts?gericht|amt|gemeinde|rathaus|sparkasse|volksbank|niederlassung|zweigstelle|standort|praxis|hochschule|gymnasium|polizei|feuerwehr|botschaft|hotel|gasth[oa][uf]s?|autohaus|verein|fc|sc|sv|tsv|vfb|team|branch|store|shop|office|school|club|depot|warehouse|department|apotheek|apothek|apotek|apotheke|ecole|lycee|college|mairie|prefecture|hopital|boutique|magasin|librairie|boulangerie|pizzeria|garage|theatre|cafe|bar|bistro|pub|tavern|deli|grill|gym|banque|banco|banca|bank|escuela|escola|colegio|ayuntamiento|hospital|tienda|oficina|scuola|liceo|comune|ufficio|albergo|negozio|camara|loja|balcao|junta|gemeente|ziekenhuis|vestiging|winkel|kantoor|stichting|liceum|szpital|przychodnia|sklep|parafia|skol[ae]|urad|nemocnice|pobocka|prodejna|офис|отдел)(?![\p{L}-]))`,
);

/** What it ends with, in a cell that has no digits before it: part of a word, or a word. */
const LAST =
  /(?:(?:amt|gericht|werke|schule|apotheke|klinik|krankenhaus|ziekenhuis|sjukhus|apotheek|verband|verein|vereniging|forening|club|klub|hutte|skolan?|ministerium|bibliotek(?:et)?|kirjasto|muzeum|praxis|spital)(?: .{1,40})?$|\b(?:school|practice|college|academy|university|library|pharmacy|clinic|hospital|surgery|embassy|consulate|museum|gallery|hotel|hostel|inn|restaurant|cafe|bistro|bar|pub|bakery|tavern|deli|grill|pizzeria|garage|gym|cinema|theat(?:re|er)|stadium|airport|station|market|mall|church|council|ministry|agency|authority|association|society|foundation|institute|club|bank|branch|store|shop|office|headquarters|depot|warehouse|department|cent(?:re|er)|services|hotline|helpdesk|desk|team|gymnasium|apotek|subesi|dairesi|belediyesi|valiligi|mudurlugu|support)s?(?: \d{1,5}| (?:of|for|de|der|am|in|for) .{1,40})?$|(?:支店|店|本社|営業所|病院|薬局|学校|大学|市役所|区役所|图书馆|医院|药店|分行|지점|병원|약국|학교|시청|구청)$)/iu;

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

/** One word of it, or a town. */
const WORD = /^\p{Lu}[\p{Ll}'-]+$/u;

export const isCapitalised = (cell: string): boolean => WORD.test(cell);

/** The heading of a column of persons, or of something that is said of them. */
const OF_PERSONS = overFolded(
  String.raw`name|vorname|contact|kontakt|ansprech|person|owner|inhaber|leiter|customer|kund|patient|client|guest|member|mitglied|jm[eo]no|nome|nombre|\bnom\b|prenom|imie|nazwisko|navn|nimi|имя|фио|naam|\bad\b`,
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

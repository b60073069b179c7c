import type { Check } from "./rule.ts";
import { isDate } from "./digits.ts";

/** Names reserved for documentation and tests (RFC 2606, RFC 6761), and machines that write on others' behalf. */
const RESERVED =
  /(?:^|\.)(?:example(?:\.[a-z]{2,4}){0,2}|test|invalid|localhost|localdomain|local|internal|domain|session|lan|home|users\.noreply\.github\.com)$/;

/** Hosts of public lists, of projects whose people sign in public, and those after which SSH's algorithms are named (RFC 4250 4.6.1). */
const PUBLIC =
  /(?:^lists?\.|\.lists?\.|^googlegroups\.com$|^(?:\w+\.)?(?:debian|ubuntu|kernel|gnu|apache|python|golang|freedesktop|gnome|kde|redhat|fedoraproject|sourceforge|mozilla|perl|cpan|php|x|netbsd|freebsd|openbsd)\.(?:org|com|net|io)$|^(?:openssh\.com|libssh\.org|lysator\.liu\.se|putty\.projects\.tartarus\.org)$)/;

/** Mailboxes of an office rather than a person (RFC 2142 and common practice). */
const OFFICE =
  /^(?:no-?reply|do-?not-?reply|info|support|sales|admin|contact|hello|help|office|abuse|security|postmaster|hostmaster|webmaster|root|git|bugs?|press|jobs|legal|privacy|team|dev|developers?|enquir(?:y|ies)|inquir(?:y|ies)|service|feedback|billing|orders?|accounts|payroll|marketing|bookings?|reservations?|helpdesk|hr|einkauf|vertrieb|buchhaltung|bewerbung(?:en)?|kontakt|empfang|datenschutz|presse|rechnung(?:en)?|bestellung(?:en)?|versand|verwaltung|poststelle|zentrale|sekretariat|accueil|contacto?|ventas|compras|administracion|segreteria|amministrazione|prenotazioni|secretaria|atendimento|bilgi|iletisim|ordre|biuro|post|kontor|geral|contato|toimisto|kundtjanst|asiakaspalvelu|secretariaa?t|reception|recepc(?:ao|ion)|recepcja|gemeente|pfarramt|user\d*|test\d*|foo|bar|name|email|you|me|someone|username|example)$/;

/** What a host is never called: a number below capitals, as in a record's key and its kind, or a name in camel case below another. */
const NO_HOST = /^\d{1,3}\.[A-Z]{2,}$|\.(?:[A-Z][a-z]+){2,}$/;

/** Is a mailbox an office's by its name? */
export const isOfficeMailbox = (value: string): boolean => {
  const [local = "", domain = ""] = value.toLowerCase().split("@");
  return domain.includes(".") && OFFICE.test(local);
};

/** Whether the value is the address of a person's mailbox (RFC 5321), not an office's, a list's or a made-up one. */
export const isPersonalEmail: Check = (value) => {
  const [local = "", domain = "", ...rest] = value.toLowerCase().split("@");
  if (rest.length > 0 || local.length > 64 || local === "" || local.includes("..")) return false;
  if (!/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}$/.test(domain)) return false;
  if (NO_HOST.test(value.slice(local.length + 1))) return false;
  if (
    /\.(?:png|jpe?g|gif|svg|webp|js|ts|css|json|html?|go|setter|getter|deleter|reset)$/.test(domain)
  )
    return false;
  if (/^[a-z]@[a-z]\.[a-z]+$/i.test(value)) return false;
  return !RESERVED.test(domain) && !PUBLIC.test(domain) && !OFFICE.test(local);
};

/** How the months' names begin, without accents: in English, Germanic and Romance languages and in Polish. */
const MONTHS = [
  /^(?:jan|ene|gen|sty)/,
  /^(?:feb|fev|lut)/,
  /^(?:ma[ar]|mrz)/,
  /^(?:apr|avr|abr|kwi)/,
  /^(?:ma[giyj]|mei)/,
  /^(?:jun|juin|giu|cze)/,
  /^(?:jul|juil|lug|lip)/,
  /^(?:aug|aou|ago|sie)/,
  /^(?:se[pt]|wrz)/,
  /^(?:o[ckt]t|out|paz)/,
  /^(?:nov|lis)/,
  /^(?:de[cz]|dic|gru)/,
];

/** Year, month and day where the text has one of the usual forms; day and month may stand either way. */
const datesIn = (text: string): (readonly [number, number, number])[] => {
  const named = /[a-z]{3,}/.exec(text)?.[0] ?? "";
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const [a = 0, b = 0, c = 0] = numbers;
  const month = MONTHS.findIndex((beginning) => beginning.test(named)) + 1;
  if (month > 0) return [[Math.max(a, b), month, Math.min(a, b)]];
  if (numbers.length !== 3) return [];
  if (a > 31) return [[a, b, c]];
  return [
    [c, b, a],
    [c, a, b],
  ];
};

/** Dates of birth on the specimens of identity documents: Germany's, and that of ICAO Doc 9303. */
const SPECIMENS: ReadonlySet<string> = new Set([
  "12.08.1983",
  "1983-08-12",
  "12.08.1964",
  "1964-08-12",
  "12.08.1974",
  "1974-08-12",
]);

/**
 * Whether the value is a date on which somebody alive may have been born, in one of the usual ways of writing dates.
 * The first of January is not taken: forms and examples put it where the day is unknown.
 */
export const isBirthDate: Check = (value) =>
  !SPECIMENS.has(value) &&
  datesIn(value.toLowerCase()).some(([year, month, day]) => {
    const isPlausible = year < 100 || (year >= 1900 && year <= 2035);
    return isPlausible && isDate(year, month, day) && !(month === 1 && day === 1);
  });

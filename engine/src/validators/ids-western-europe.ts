import { base36At, digitAt, isDate, isDayFirst, isYearFirst, numberAt } from "./digits.ts";
import { passesLuhn, passesMod11And10, passesVerhoeff, remainder, weightedSum } from "./digits.ts";
import { identifier } from "./rule.ts";
import type { Check } from "./rule.ts";

const STEUER_ID = /^[1-9]\d{10}$/;

/** In the first ten digits one digit stands two or three times (never in a row of three), no other twice. */
const hasSteuerIdDigits = (id: string): boolean => {
  const body = id.slice(0, 10);
  const counts = Array.from("0123456789", (digit) => body.split(digit).length - 1);
  const repeated = counts.filter((count) => count > 1);
  return repeated.length === 1 && (repeated[0] ?? 0) <= 3 && !/(\d)\1\1/.test(body);
};

/** Whether a text and its check digit fit ICAO Doc 9303's weights 7, 3, 1. */
export const passesIcao = (text: string, check: string): boolean => {
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    const value = text.charAt(i) === "<" ? 0 : base36At(text, i);
    sum += value * ([7, 3, 1][i % 3] ?? 0);
  }
  return String(sum % 10) === check || (check === "<" && sum === 0);
};

/** The sum of the digits of each digit times its weight, for the German insurance numbers. */
const crossSum = (digits: string, weights: readonly number[]): number => {
  let sum = 0;
  for (const [i, weight] of weights.entries()) {
    const product = weight * digitAt(digits, i);
    sum += Math.floor(product / 10) + (product % 10);
  }
  return sum;
};

const letterNumber = (letter: string): string => String(base36At(letter, 0) - 9).padStart(2, "0");

const passesRentenversicherung = (id: string): boolean => {
  const digits = id.slice(0, 8) + letterNumber(id.charAt(8)) + id.slice(9, 11);
  return crossSum(digits, [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]) % 10 === digitAt(id, 11);
};

const passesKvnr = (id: string): boolean => {
  const digits = letterNumber(id.charAt(0)) + id.slice(1, 9);
  return crossSum(digits, [1, 2, 1, 2, 1, 2, 1, 2, 1, 2]) % 10 === digitAt(id, 9);
};

const passesNir = (id: string): boolean => {
  const digits = id.replace("2A", "19").replace("2B", "18");
  const month = numberAt(id, 3, 5);
  const isMonth = (month >= 1 && month <= 12) || (month >= 20 && month !== 43 && month <= 99);
  return isMonth && 97 - remainder(digits.slice(0, 13), 97) === numberAt(digits, 13, 15);
};

const DNI = "TRWAGMYFPDXBNJZSQVHLCKE";

const passesDni = (id: string): boolean => {
  const number = id.slice(0, -1).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)));
  return DNI.charAt(Number(number) % 23) === id.charAt(8);
};

const CF_ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

const passesCodiceFiscale = (id: string): boolean => {
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const value = base36At(id, i);
    const place = value > 9 ? value - 10 : value;
    sum += i % 2 === 0 ? (CF_ODD[place] ?? 0) : place;
  }
  return (sum % 26) + 10 === base36At(id, 15);
};

const passesNif = (id: string): boolean => {
  const check = 11 - (weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check > 9 ? 0 : check) === digitAt(id, 8);
};

const passesRijksregister = (id: string): boolean => {
  const [month, day] = [numberAt(id, 2, 4) % 20, numberAt(id, 4, 6)];
  const isPlausible = month === 0 || day === 0 || isDate(numberAt(id, 0, 2), month, day);
  const check = numberAt(id, 9, 11);
  const is = (digits: string): boolean => 97 - remainder(digits, 97) === check;
  return isPlausible && (is(id.slice(0, 9)) || is(`2${id.slice(0, 9)}`));
};

const passesPps = (id: string): boolean => {
  const second = id.length > 8 && id.charAt(8) !== "W" ? base36At(id, 8) - 9 : 0;
  const sum = weightedSum(id, [8, 7, 6, 5, 4, 3, 2]) + 9 * second;
  return "WABCDEFGHIJKLMNOPQRSTUV".charAt(sum % 23) === id.charAt(7);
};

/** Numbers from 999 000 0000 on are set aside for tests. */
const passesNhs = (id: string): boolean =>
  !id.startsWith("999") &&
  (11 - (weightedSum(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === digitAt(id, 9);

const passesUtr = (id: string): boolean =>
  "21987654321".charAt(weightedSum(id.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11) ===
  id.charAt(0);

const passesEan13 = (id: string): boolean =>
  (10 - (weightedSum(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10 === digitAt(id, 12);

const passesSvnr = (id: string): boolean =>
  weightedSum(id, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === digitAt(id, 3) &&
  (isDayFirst(id, 4) || /^(?:0[1-9]|[12]\d|3[01])1[3-5]$/.test(id.slice(4, 8)));

const passesAfm = (id: string): boolean =>
  (weightedSum(id, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digitAt(id, 8);

/** Driver number: the birth date's month and day, 50 added to a woman's month, between decade and year. */
const passesDriver = (id: string): boolean =>
  isDate(Number(id.charAt(5) + id.charAt(10)), numberAt(id, 6, 8) % 50, numberAt(id, 8, 10));

/** A NUSS of a province: a number below ten million counts without its leading zero. */
const passesNuss = (id: string): boolean => {
  const number = numberAt(id, 2, 10);
  const body = number < 10_000_000 ? id.slice(0, 2) + id.slice(3, 10) : id.slice(0, 10);
  return remainder(body, 97) === numberAt(id, 10, 12);
};

/** What a digit of the VKN adds: raised by its place, then doubled as often as places follow, modulo nine. */
const vknTerm = (id: string, place: number): number => {
  const raised = (digitAt(id, place) + 9 - place) % 10;
  return raised === 9 ? 9 : (raised * 2 ** (9 - place)) % 9;
};

const passesVkn = (id: string): boolean => {
  const sum = Array.from({ length: 9 }, (_, place) => vknTerm(id, place)).reduce((a, b) => a + b);
  return (10 - (sum % 10)) % 10 === digitAt(id, 9);
};

const passesMatricule = (id: string): boolean =>
  isDate(numberAt(id, 0, 4), numberAt(id, 4, 6), numberAt(id, 6, 8)) &&
  passesLuhn(id.slice(0, 12)) &&
  passesVerhoeff(id.slice(0, 11) + id.charAt(12));

const CYPRIOT_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

const passesCypriot = (id: string): boolean => {
  const values = Array.from(id.slice(0, 8), Number);
  const sum = values.reduce((all, n, i) => all + (i % 2 === 0 ? (CYPRIOT_ODD[n] ?? 0) : n), 0);
  return sum % 26 === base36At(id, 8) - 10;
};

/** Luhn's check over digits and letters, a letter counting as its value in base 36. */
const passesCartao = (id: string): boolean => {
  let sum = 0;
  for (let i = 0; i < id.length; i++) {
    const value = base36At(id, i) * (i % 2 === 0 ? 2 : 1);
    sum += i % 2 === 0 && value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
};

/** Checks of identifiers of western and southern Europe, by the names that rule files use. */
export const WESTERN_EUROPE = {
  /** Steuerliche Identifikationsnummer (AO 139b, StIdV; ISO 7064 MOD 11,10). */
  de_steuer_id: identifier(STEUER_ID, (id) => hasSteuerIdDigits(id) && passesMod11And10(id)),
  /** Serial number and check digit of German identity cards and passports (ICAO Doc 9303; PAuswV). */
  de_personalausweis: identifier(/^[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}\dD?$/, (id) =>
    passesIcao(id.slice(0, 9), id.charAt(9)),
  ),
  /** Versicherungsnummer of the German pension insurance (VKVV 4). */
  de_rvnr: identifier(/^\d{8}[A-Z]\d{3}$/, passesRentenversicherung),
  /** The unchanging part of the German health insurance number (SGB V 290; GKV guideline). */
  de_kvnr: identifier(/^[A-Z]\d{9}$/, passesKvnr),
  /** Numero d'inscription au repertoire with its key (INSEE; 97 less the number modulo 97). */
  fr_nir: identifier(/^[1-478]\d{4}(?:\d{2}|2[AB])\d{8}$/, passesNir),
  /** Spanish DNI and NIE: the letter for the number modulo 23 (Real Decreto 1553/2005, Orden INT/2058/2008). */
  es_dni: identifier(/^[XYZ\d]\d{7}[A-Z]$/, passesDni),
  /** Codice fiscale of natural persons with its check letter (DM 23 December 1976). */
  it_cf: identifier(
    /^[A-Z]{6}[\dLMNP-V]{2}[ABCDEHLMPRST][\dLMNP-V]{2}[A-Z][\dLMNP-V]{3}[A-Z]$/,
    passesCodiceFiscale,
  ),
  /** Numero de identificacao fiscal (Portugal; modulo 11). */
  pt_nif: identifier(/^[1-35-9]\d{8}$/, passesNif),
  /** Burgerservicenummer (Netherlands; the eleven test, weights 9 to 2 and -1). */
  nl_bsn: identifier(/^\d{9}$/, (id) => weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0),
  /** Rijksregisternummer and BIS number (Belgium, Royal Decree of 3 April 1984; modulo 97). */
  be_nrn: identifier(/^\d{11}$/, passesRijksregister),
  /** Personal Public Service number (Ireland; modulo 23). */
  ie_pps: identifier(/^\d{7}[A-W][A-IW]?$/, passesPps),
  /** National Insurance number (HMRC NIM39110): the allowed prefixes, no check digit. */
  gb_nino: identifier(
    /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/,
    (id) => !/(\d)\1{5}/.test(id),
  ),
  /** NHS number (NHS Data Dictionary; modulo 11). */
  gb_nhs: identifier(/^\d{10}$/, passesNhs),
  /** Unique Taxpayer Reference (HMRC; check digit in front). */
  gb_utr: identifier(/^\d{10}$/, passesUtr),
  /** Driver number of Great Britain (DVLA): surname, coded birth date, initials, check characters. */
  gb_driver: identifier(/^[A-Z][A-Z9]{4}\d[0156]\d[0-3]\d{2}[A-Z9]{2}\d[A-Z\d]{2}$/, passesDriver),
  /** AHV number (Switzerland; 756 and the EAN-13 check digit). */
  ch_ahv: identifier(/^756\d{10}$/, passesEan13),
  /** Sozialversicherungsnummer (Austria, ASVG 31; weighted modulo 11 and birth date). */
  at_svnr: identifier(/^[1-9]\d{9}$/, passesSvnr),
  /** AFM, the Greek tax number (powers of two, modulo 11). */
  gr_afm: identifier(/^\d{9}$/, passesAfm),
  /** AMKA, the Greek social security number (birth date and Luhn digit). */
  gr_amka: identifier(/^\d{11}$/, (id) => isDayFirst(id) && passesLuhn(id)),
  /** Teudat zehut (Israel; Luhn over nine digits). */
  il_tz: identifier(/^\d{9}$/, passesLuhn),
  /** TC kimlik numarasi (Turkey): the tenth and eleventh digits check the nine before them. */
  tr_tckn: identifier(/^[1-9]\d{10}$/, (id) => {
    const tenth = weightedSum(id, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10;
    const eleventh = weightedSum(id, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10;
    return (tenth + 10) % 10 === digitAt(id, 9) && eleventh === digitAt(id, 10);
  }),
  /** VKN, the Turkish tax number (Gelir Idaresi Baskanligi). */
  tr_vkn: identifier(/^\d{10}$/, passesVkn),
  /** Numero de afiliacion a la Seguridad Social (Spain, TGSS; modulo 97). */
  es_nuss: identifier(/^(?:0[1-9]|[1-4]\d|5[0-3]|66)\d{10}$/, passesNuss),
  /** Numero de identificacao da Seguranca Social (Portugal; primes as weights, modulo 10). */
  pt_niss: identifier(
    /^[12]\d{10}$/,
    (id) => 9 - (weightedSum(id, [29, 23, 19, 17, 13, 11, 7, 5, 3, 2]) % 10) === digitAt(id, 10),
  ),
  /** Matricule (Luxembourg, Law of 19 June 2013): birth date, then a digit of Luhn's check and one of Verhoeff's. */
  lu_matricule: identifier(/^(?:1[89]|20)\d{11}$/, passesMatricule),
  /** Tax identification code of persons (Cyprus; European Commission, TIN by country; a letter modulo 26). */
  cy_tin: identifier(/^[069]\d{7}[A-Z]$/, passesCypriot),
  /** Number of the citizen's card (Portugal, AMA): the civil number and its check digit, the version, a check digit. */
  pt_cc: identifier(/^\d{9}[A-Z\d]{2}\d$/, passesCartao),
  /** South African identity number: birth date, citizenship digit, Luhn digit (Identification Act 68 of 1997). */
  za_id: identifier(/^\d{10}[0-2]\d{2}$/, (id) => isYearFirst(id) && passesLuhn(id)),
} as const satisfies Readonly<Record<string, Check>>;

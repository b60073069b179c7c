import { base36At, digitAt, isDate, numberAt, passesLuhn, weightedSum } from "./digits.ts";
import { passesIcao } from "./ids-western-europe.ts";
import { identifier } from "./rule.ts";
import type { Check } from "./rule.ts";

/** Values of the letters A to Z in a VIN; I, O and Q are not used. */
const VIN_LETTERS = "12345678.12345.7.923456789";
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

const passesVin = (id: string): boolean => {
  let sum = 0;
  for (const [i, weight] of VIN_WEIGHTS.entries()) {
    const value = base36At(id, i);
    sum += weight * (value > 9 ? Number(VIN_LETTERS.charAt(value - 10)) : value);
  }
  return "0123456789X".charAt(sum % 11) === id.charAt(8);
};

const passesDea = (id: string): boolean => {
  const digits = id.slice(2);
  return weightedSum(digits, [1, 2, 1, 2, 1, 2]) % 10 === digitAt(digits, 6);
};

/** Where the document number, the two dates and their check digits stand in the lines of a form. */
type MrzForm = {
  readonly shape: RegExp;
  readonly number: readonly [start: number, end: number];
  readonly birth: number;
  readonly expiry: number;
  /** What the last digit checks, where no other line tells that it is one. */
  readonly all?: readonly (readonly [start: number, end: number])[];
};

const MRZ_FORMS: readonly MrzForm[] = [
  { shape: /^P[A-Z<][A-Z<]{42}[A-Z\d<]{44}$/, number: [44, 53], birth: 57, expiry: 65 }, // TD3
  { shape: /^[ACIV][A-Z<][A-Z<]{34}[A-Z\d<]{36}$/, number: [36, 45], birth: 49, expiry: 57 }, // TD2
  { shape: /^[ACI][A-Z<][A-Z\d<]{58}[A-Z<]{30}$/, number: [5, 14], birth: 30, expiry: 38 }, // TD1
  {
    shape: /^[A-Z\d<]{9}\d[A-Z][A-Z<]{2}\d{7}[MFX<]\d{7}[A-Z\d<]{14}[\d<]\d$/, // the lower line of TD3 alone
    number: [0, 9],
    birth: 13,
    expiry: 21,
    all: [
      [0, 10],
      [13, 20],
      [21, 43],
    ],
  },
];

const isMrzDate = (text: string): boolean =>
  /^\d{6}$/.test(text) && isDate(numberAt(text, 0, 2), numberAt(text, 2, 4), numberAt(text, 4, 6));

/** Whether the value is a machine-readable zone whose number and dates have their check digits (ICAO Doc 9303). */
export const isMrz: Check = (value) => {
  const text = value.replaceAll(/["']\w{1,16}["']:|[^A-Z\d<]/g, "");
  const form = MRZ_FORMS.find(({ shape }) => shape.test(text));
  if (form === undefined) return false;
  const birth = text.slice(form.birth, form.birth + 6);
  const expiry = text.slice(form.expiry, form.expiry + 6);
  return (
    passesIcao(text.slice(...form.number), text.charAt(form.number[1])) &&
    isMrzDate(birth) &&
    passesIcao(birth, text.charAt(form.birth + 6)) &&
    passesIcao(expiry, text.charAt(form.expiry + 6)) &&
    (form.all === undefined ||
      passesIcao(form.all.map((part) => text.slice(...part)).join(""), text.slice(-1)))
  );
};

/** Codes of the countries and territories (ISO 3166-1) and XK, as they stand in a BIC. */
const COUNTRIES = new Set(
  (
    "AD AE AF AG AI AL AM AO AR AS AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CK " +
    "CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP " +
    "GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK " +
    "LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NZ OM PA " +
    "PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG " +
    "TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW"
  ).split(" "),
);

/** Checks of bank, health and vehicle numbers, by the names that rule files use. */
export const RECORDS = {
  /** ABA routing number (USA; weights 3, 7 and 1; the Federal Reserve's ranges). */
  aba: identifier(
    /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/,
    (id) => weightedSum(id, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  ),
  /** Business identifier code (ISO 9362): a country's code in the fifth and sixth place. */
  bic: identifier(/^[A-Z]{6}[A-Z2-9][A-NP-Z\d](?:[A-Z\d]{3})?$/, (id) =>
    COUNTRIES.has(id.slice(4, 6)),
  ),
  /** Vehicle identification number with a check digit and at least one letter (ISO 3779; 49 CFR 565.15). */
  vin: identifier(/^(?=\d*[A-Z])[A-HJ-NPR-Z\d]{8}[\dX][A-HJ-NPR-Z\d]{8}$/, passesVin),
  /** National Provider Identifier (USA, 45 CFR 162.406; Luhn behind 80840). */
  us_npi: identifier(/^[12]\d{9}$/, (id) => passesLuhn(`80840${id}`)),
  /** DEA registration number (USA): two letters, the second the holder's, or 9, and a check digit. */
  us_dea: identifier(/^[A-HJ-MPRSTUXZ][A-Z9]\d{7}$/, passesDea),
  /** Medicare Beneficiary Identifier (CMS): which kind of character stands where; no check digit. */
  us_mbi: identifier(
    /^[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y\d]\d[AC-HJKMNP-RT-Y]{2}\d{2}$/,
  ),
  /** Machine-readable zone of a passport, visa or identity card (ICAO Doc 9303). */
  mrz: isMrz,
} as const satisfies Readonly<Record<string, Check>>;

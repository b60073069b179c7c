import {
  digitAt,
  numberAt,
  passesLuhn,
  passesMod11And10,
  remainder,
  weightedSum,
} from "./digits.ts";
import { NORTHERN_EASTERN_EUROPE as EAST } from "./ids-northern-eastern-europe.ts";
import { compact, identifier } from "./rule.ts";
import type { Check } from "./rule.ts";
import { WESTERN_EUROPE as WEST } from "./ids-western-europe.ts";

const shape = (form: RegExp): Check => identifier(form);

const frenchKey = (id: string): boolean =>
  /^\D/.test(id) || (12 + 3 * remainder(id.slice(2), 97)) % 97 === numberAt(id, 0, 2);

const dutch = (id: string): boolean => WEST.nl_bsn(id.slice(0, 9)) || id.startsWith("00");

const austrian = (id: string): boolean => {
  let sum = 4;
  for (let i = 1; i < 8; i++) {
    const product = digitAt(id, i) * (i % 2 === 0 ? 2 : 1);
    sum += Math.floor(product / 10) + (product % 10);
  }
  return (10 - (sum % 10)) % 10 === digitAt(id, 8);
};

const spanishCompany = (id: string): boolean => {
  const isLuhn = Array.from("0123456789").find((digit) => passesLuhn(id.slice(1, 8) + digit));
  const check = Number(isLuhn);
  return [String(check), "JABCDEFGHI".charAt(check)].includes(id.charAt(8));
};

const cif = identifier(/^[A-HJNP-SUVW]\d{7}[\dA-J]$/, spanishCompany);

/** The checks behind the country's code; a shape alone where the state publishes no check digit. */
const COUNTRIES: Readonly<Record<string, Check>> = {
  AT: identifier(/^U\d{8}$/, austrian),
  BE: identifier(/^[01]\d{9}$/, (id) => 97 - remainder(id.slice(0, 8), 97) === numberAt(id, 8, 10)),
  BG: shape(/^\d{9,10}$/),
  CY: shape(/^\d{8}[A-Z]$/),
  CZ: shape(/^\d{8,10}$/),
  DE: identifier(/^[1-9]\d{8}$/, passesMod11And10),
  DK: identifier(/^[1-9]\d{7}$/, (id) => weightedSum(id, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0),
  EE: identifier(/^10\d{7}$/, (id) => weightedSum(id, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0),
  EL: WEST.gr_afm,
  ES: (id) => cif(id) || WEST.es_dni(id),
  FI: identifier(/^\d{8}$/, (id) => weightedSum(id, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0),
  FR: identifier(/^[A-HJ-NP-Z\d]{2}\d{9}$/, (id) => passesLuhn(id.slice(2)) && frenchKey(id)),
  GB: shape(/^\d{9}(?:\d{3})?$/),
  HR: EAST.hr_oib,
  HU: identifier(/^\d{8}$/, (id) => weightedSum(id, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0),
  IE: shape(/^\d[A-Z\d+*]\d{5}[A-W][A-I]?$/),
  IT: identifier(/^\d{11}$/, passesLuhn),
  LT: shape(/^\d{9}(?:\d{3})?$/),
  LU: identifier(/^\d{8}$/, (id) => remainder(id.slice(0, 6), 89) === numberAt(id, 6, 8)),
  LV: shape(/^\d{11}$/),
  MT: identifier(
    /^\d{8}$/,
    (id) => weightedSum(id, [3, 4, 6, 7, 8, 9]) % 37 === 37 - numberAt(id, 6, 8),
  ),
  NL: identifier(/^\d{9}B\d{2}$/, (id) => dutch(id) || passesDutchSole(id)),
  PL: EAST.pl_nip,
  PT: WEST.pt_nif,
  RO: shape(/^[1-9]\d{5,9}$/),
  SE: identifier(/^\d{10}01$/, (id) => passesLuhn(id.slice(0, 10))),
  SI: shape(/^[1-9]\d{7}$/),
  SK: identifier(/^[1-9]\d{9}$/, (id) => remainder(id, 11) === 0),
};

/** The number that sole traders have had since 2020: MOD 97-10 over NL, the number and its suffix. */
function passesDutchSole(id: string): boolean {
  const digits = `2321${id.slice(0, 9)}11${id.slice(10)}`;
  return remainder(digits, 97) === 1;
}

/** Whether the value is a VAT number of the EU or the UK, its country's code in front (EU VIES, "VAT number structure"). */
export const isVat: Check = (value) => {
  const id = compact(value);
  const country = id.slice(0, 2);
  return (Object.hasOwn(COUNTRIES, country) && COUNTRIES[country]?.(id.slice(2))) === true;
};

/** Checks of companies' tax numbers, by the names that rule files use. */
export const COMPANIES = {
  eu_vat: isVat,
  /** Business number of Australia (ABR; modulo 89). */
  au_abn: identifier(/^[1-9]\d{10}$/, (id) => {
    const lessOne = String(Number(id.charAt(0)) - 1) + id.slice(1);
    return weightedSum(lessOne, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
  }),
  /** Employer Identification Number (IRS; the campuses' prefixes). */
  us_ein: identifier(
    /^(?:0[1-6]|1[0-6]|2[0-7]|3[0-9]|4[0-8]|5[0-9]|6[0-8]|7[1-7]|8[0-8]|9[0-589])\d{7}$/,
  ),
} as const satisfies Readonly<Record<string, Check>>;

import { base36At, digitAt, isDate, isYearFirst, numberAt } from "./digits.ts";
import { passesLuhn, passesVerhoeff, weightedSum } from "./digits.ts";
import { identifier } from "./rule.ts";
import type { Check } from "./rule.ts";

const PROVINCE = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|91)/;

/** ISO 7064 MOD 11-2 over 17 digits, X for ten. */
const passesMod11And2 = (id: string): boolean => {
  const sum = weightedSum(id, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return "10X98765432".charAt(sum % 11) === id.charAt(17);
};

const passesResidentId = (id: string): boolean => {
  const year = numberAt(id, 6, 10);
  const isBorn =
    year >= 1880 && year <= 2099 && isDate(year, numberAt(id, 10, 12), numberAt(id, 12, 14));
  return PROVINCE.test(id) && isBorn && passesMod11And2(id);
};

const passesMyNumber = (id: string): boolean => {
  const sum = weightedSum(id, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (sum < 2 ? 0 : 11 - sum) === digitAt(id, 11);
};

/** Numbers given since October 2020 carry random digits in place of region and check digit. */
/** Behind the birthday: digits that count, of somebody who made a number up. */
const COUNTED_RRN = /[1-8]23456\d$/;

const passesRrn = (id: string): boolean => {
  if (COUNTED_RRN.test(id)) return false;
  const sum = weightedSum(id, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]);
  const isNew = numberAt(id, 0, 4) >= 2010 && /[3478]/.test(id.charAt(6));
  return isYearFirst(id) && (isNew || (11 - (sum % 11)) % 10 === digitAt(id, 12));
};

/** The two digits of Taiwan's area letters, A first. */
const TAIWAN = [
  10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30,
  31, 33,
];

const passesTaiwan = (id: string): boolean => {
  const area = TAIWAN[base36At(id, 0) - 10] ?? 0;
  const sum = Math.floor(area / 10) + (area % 10) * 9;
  return (sum + weightedSum(id.slice(1), [8, 7, 6, 5, 4, 3, 2, 1, 1])) % 10 === 0;
};

const passesHkid = (value: string): boolean => {
  const id = value.padStart(9, " ");
  let sum = id.startsWith(" ") ? 36 * 9 : base36At(id, 0) * 9;
  for (let i = 1; i < 9; i++) sum += base36At(id, i) * (9 - i);
  return sum % 11 === 0;
};

const NRIC: Readonly<Record<string, readonly [number, string]>> = {
  S: [0, "JZIHGFEDCBA"],
  T: [4, "JZIHGFEDCBA"],
  F: [0, "XWUTRQPNMLK"],
  G: [4, "XWUTRQPNMLK"],
  M: [3, "XWUTRQPNJLK"],
};

const passesNric = (id: string): boolean => {
  const [offset, letters] = NRIC[id.charAt(0)] ?? [0, ""];
  const sum = weightedSum(id.slice(1), [2, 7, 6, 5, 4, 3, 2]) + offset;
  return letters.charAt(sum % 11) === id.charAt(8);
};

const MYKAD_PLACE = /^(?:0[1-9]|[1-5]\d|6[0-8]|7[1-9]|8[2-9]|9[0-389])$/;

const passesNik = (id: string): boolean => {
  const isProvince = numberAt(id, 0, 2) >= 11 && numberAt(id, 0, 2) <= 96;
  const day = numberAt(id, 6, 8) % 40;
  const isBorn = isDate(numberAt(id, 10, 12), numberAt(id, 8, 10), day);
  return isProvince && isBorn && !id.endsWith("0000");
};

const passesIrd = (value: string): boolean => {
  const id = value.padStart(9, "0");
  const check = (weights: readonly number[]): number => (11 - (weightedSum(id, weights) % 11)) % 11;
  const first = check([3, 2, 7, 6, 5, 4, 3, 2]);
  const last = first === 10 ? check([7, 4, 3, 2, 5, 2, 7, 6]) : first;
  return last === digitAt(id, 8) && Number(id) >= 10_000_000 && Number(id) <= 200_000_000;
};

const passesEgyptian = (id: string): boolean =>
  isYearFirst(id, 1) && /^(?:0[1-4]|1[1-9]|2[1-9]|3[1-5]|88)$/.test(id.slice(7, 9));

const passesMedicare = (id: string): boolean =>
  weightedSum(id, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === digitAt(id, 8);

/** Letters but I and O count from A as 1 to Z as 24. */
const NHI_LETTERS = "-ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A digit checks the first form, modulo 11, and a letter the second, modulo 23. */
const passesNhi = (id: string): boolean => {
  let sum = 0;
  for (let i = 0; i < 6; i++) {
    const letter = NHI_LETTERS.indexOf(id.charAt(i));
    sum += (letter > 0 ? letter : digitAt(id, i)) * (7 - i);
  }
  const letter = NHI_LETTERS.indexOf(id.charAt(6));
  if (letter > 0) return 23 - (sum % 23) === letter;
  return sum % 11 > 0 && (11 - (sum % 11)) % 10 === digitAt(id, 6);
};

/** The check character of base 36: every second one counts twice, its two digits being added up. */
const passesGstin = (id: string): boolean => {
  let sum = 0;
  for (let i = 0; i < 14; i++) {
    const product = base36At(id, i) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return (36 - (sum % 36)) % 36 === base36At(id, 14);
};

/** The day of the year of birth, 500 added to a woman's, of the old and of the new form. */
const passesSriLankan = (id: string): boolean => {
  const day = (id.length === 12 ? numberAt(id, 4, 7) : numberAt(id, 2, 5)) % 500;
  return day >= 1 && day <= 366;
};

/** Provinces and cities of Vietnam, by the codes of Circular 59/2021/TT-BCA. */
const VIETNAMESE_PLACE =
  /^0(?:0[12468]|1[0124579]|2[024567]|3[0134-8]|4[0245689]|5[12468]|6[024678]|7[024579]|8[0234679]|9[1-6])/;

/** Checks of identifiers of Asia, Africa and Oceania, by the names that rule files use. */
export const ASIA_AFRICA_OCEANIA = {
  /** Resident identity number (China, GB 11643-1999; ISO 7064 MOD 11-2). */
  cn_id: identifier(/^[1-9]\d{16}[\dX]$/, passesResidentId),
  /** My Number (Japan, ministerial order 85 of 2014; modulo 11). */
  jp_my_number: identifier(/^\d{12}$/, passesMyNumber),
  /** Resident registration number (Korea; birth date, and the check digit of those given before October 2020). */
  kr_rrn: identifier(/^\d{6}[1-8]\d{6}$/, passesRrn),
  /** National identification and residence number (Taiwan). */
  tw_id: identifier(/^[A-Z][1289]\d{8}$/, passesTaiwan),
  /** Hong Kong identity card number (modulo 11). */
  hk_hkid: identifier(/^[A-Z]{1,2}\d{6}\(?[\dA]\)?$/, (id) =>
    passesHkid(id.replaceAll(/[()]/g, "")),
  ),
  /** NRIC and FIN (Singapore). */
  sg_nric: identifier(/^[STFGM]\d{7}[A-Z]$/, passesNric),
  /** MyKad number (Malaysia): birth date and place of birth, no check digit. */
  my_nric: identifier(/^\d{12}$/, (id) => isYearFirst(id) && MYKAD_PLACE.test(id.slice(6, 8))),
  /** Citizen number (Thailand; modulo 11). */
  th_id: identifier(/^[1-8]\d{12}$/, (id) => {
    const sum = weightedSum(id, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    return (11 - (sum % 11)) % 10 === digitAt(id, 12);
  }),
  /** NIK (Indonesia): region and birth date, 40 added to a woman's day, no check digit. */
  id_nik: identifier(/^\d{16}$/, passesNik),
  /** Aadhaar number (India, UIDAI; Verhoeff, never beginning with 0 or 1; those with 9999 are for tests). */
  in_aadhaar: identifier(/^(?!9999)[2-9]\d{11}$/, passesVerhoeff),
  /** Permanent Account Number (India, Income Tax Department): the holder's kind is the fourth letter; not the form AAAAA9999A itself. */
  in_pan: identifier(
    /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/,
    (id) => !/^([A-Z])\1{4}|(\d)\2{3}[A-Z]$/.test(id),
  ),
  /** GSTIN of persons (India, CBIC): state, the person's PAN, a count, Z and a check character. */
  in_gstin: identifier(
    /^(?:0[1-9]|[12]\d|3[0-8]|97)[A-Z]{3}P[A-Z]\d{4}[A-Z][1-9A-Z]Z[A-Z\d]$/,
    passesGstin,
  ),
  /** CNIC (Pakistan, NADRA): the province first, no published check digit. */
  pk_cnic: identifier(/^[1-8]\d{12}$/, (id) => !/(\d)\1{6}/.test(id)),
  /** Emirates ID (United Arab Emirates): 784, year of birth, Luhn digit. */
  ae_eid: identifier(/^784(?:19|20)\d{10}$/, passesLuhn),
  /** National identity and residence number (Saudi Arabia; Luhn). */
  sa_id: identifier(/^[12]\d{9}$/, passesLuhn),
  /** Civil ID (Kuwait, PACI; century, birth date, modulo 11). */
  kw_civil_id: identifier(/^[23]\d{11}$/, (id) => {
    const check = 11 - (weightedSum(id, [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11);
    return isYearFirst(id, 1) && check === digitAt(id, 11);
  }),
  /** National number (Egypt): century, birth date, governorate. */
  eg_id: identifier(/^[23]\d{13}$/, passesEgyptian),
  /** Tax file number (Australia; modulo 11). */
  au_tfn: identifier(/^\d{9}$/, (id) => weightedSum(id, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0),
  /** Medicare card number (Australia, METeOR 270101; modulo 10), with or without the person's number. */
  au_medicare: identifier(/^[2-6]\d{8}[1-9][1-9]?$/, passesMedicare),
  /** IRD number (New Zealand, Inland Revenue; modulo 11 with a second row of weights). */
  nz_ird: identifier(/^\d{8,9}$/, passesIrd),
  /** National Health Index number (New Zealand, HISO 10046:2023), of the form AAANNNC or AAANNAC. */
  nz_nhi: identifier(/^[A-HJ-NP-Z]{3}(?:\d{4}|\d{2}[A-HJ-NP-Z]{2})$/, passesNhi),
  /** National identity card number (Sri Lanka): nine digits and V or X, or twelve digits; year and day of birth. */
  lk_nic: identifier(/^(?:\d{9}[VX]|(?:19|20)\d{10})$/, passesSriLankan),
  /** Citizen identity number (Vietnam, Decree 137/2015): place, century and sex, year of birth; no check digit. */
  vn_cccd: identifier(/^0\d{2}[0-3]\d{8}$/, (id) => VIETNAMESE_PLACE.test(id)),
  /** National code (Iran, National Organization for Civil Registration; modulo 11), not ten times one digit. */
  ir_code_melli: identifier(/^\d{10}$/, (id) => {
    const rest = weightedSum(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    return !/^(\d)\1{9}$/.test(id) && (rest < 2 ? rest : 11 - rest) === digitAt(id, 9);
  }),
} as const satisfies Readonly<Record<string, Check>>;

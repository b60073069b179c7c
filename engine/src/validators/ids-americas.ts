import { digitAt, isYearFirst, numberAt, passesLuhn, weightedSum } from "./digits.ts";
import { identifier } from "./rule.ts";
import type { Check } from "./rule.ts";

/** Brazil's check digit: eleven less the weighted sum modulo eleven, ten and eleven counting as zero. */
const brazilian = (id: string, weights: readonly number[]): number => {
  const check = 11 - (weightedSum(id, weights) % 11);
  return check > 9 ? 0 : check;
};

const CPF = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

const passesBrazilian = (id: string, weights: readonly number[]): boolean =>
  brazilian(id, weights.slice(1)) === digitAt(id, weights.length - 1) &&
  brazilian(id, weights) === digitAt(id, weights.length);

const RIGHT_TO_LEFT = [2, 3, 4, 5, 6, 7];

/** Chile's check character: weights 2 to 7 from the right, modulo eleven, K for ten. */
const passesRut = (id: string): boolean => {
  const body = id.slice(0, -1);
  const reversed = Array.from(body).toReversed().join("");
  const weights = Array.from({ length: body.length }, (_, i) => RIGHT_TO_LEFT[i % 6] ?? 0);
  const check = (11 - (weightedSum(reversed, weights) % 11)) % 11;
  return (check === 10 ? "K" : String(check)) === id.slice(-1);
};

const NIT = [43, 41, 37, 29, 23, 19, 17, 13, 7, 3];

const passesNit = (id: string): boolean => {
  const sum = weightedSum(id, NIT.slice(-(id.length - 1))) % 11;
  return (sum < 2 ? sum : 11 - sum) === digitAt(id, id.length - 1);
};

const CURP_ORDER = "0123456789ABCDEFGHIJKLMN\u00d1OPQRSTUVWXYZ";
const RFC_ORDER = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ \u00d1";

/** The sum of each character's place in an order times a weight that falls by one to `last`. */
const orderedSum = (text: string, order: string, last: number): number => {
  let sum = 0;
  for (let i = 0; i < text.length; i++) {
    sum += order.indexOf(text.charAt(i)) * (text.length - 1 - i + last);
  }
  return sum;
};

const passesCurp = (id: string): boolean =>
  (10 - (orderedSum(id.slice(0, 17), CURP_ORDER, 2) % 10)) % 10 === digitAt(id, 17) &&
  isYearFirst(id, 4);

const passesRfc = (id: string): boolean => {
  const check = (11 - (orderedSum(id.slice(0, 12), RFC_ORDER, 2) % 11)) % 11;
  return (check === 10 ? "A" : String(check)) === id.slice(-1) && isYearFirst(id, 4);
};

/** How many municipalities each of Guatemala's 22 departments has, in the order of their codes. */
const GUATEMALAN_PLACES = [
  17, 8, 16, 16, 14, 14, 19, 8, 24, 21, 9, 30, 33, 21, 8, 17, 14, 5, 11, 11, 7, 17,
];

function passesGuatemalanNit(id: string): boolean {
  const last = id.length - 1;
  const weights = Array.from({ length: last }, (_, i) => last + 1 - i);
  const check = (11 - (weightedSum(id, weights) % 11)) % 11;
  return check === (id.endsWith("K") ? 10 : digitAt(id, last));
}

/** Eight digits and their check digit, then the department's and the municipality's codes. */
const passesCui = (id: string): boolean => {
  const places = GUATEMALAN_PLACES[numberAt(id, 9, 11) - 1] ?? 0;
  const place = numberAt(id, 11, 13);
  const check = weightedSum(id, [2, 3, 4, 5, 6, 7, 8, 9]) % 11;
  return place >= 1 && place <= places && check === digitAt(id, 8);
};

/** Eight digits, the code of a state (São Paulo and Minas Gerais, 01 and 02, take 1 for 0), and two check digits. */
const passesTitulo = (id: string): boolean => {
  const isLarge = numberAt(id, 8, 10) <= 2;
  const digitOf = (sum: number): number => (sum % 11 === 0 && isLarge ? 1 : (sum % 11) % 10);
  const first = digitOf(weightedSum(id, [2, 3, 4, 5, 6, 7, 8, 9]));
  const second = digitOf(weightedSum(id.slice(8), [7, 8]) + first * 9);
  return first === digitAt(id, 10) && second === digitAt(id, 11);
};

/** Numbers that only examples have: each group one digit repeated, or two groups of digits in order. */
const MADE_UP_SSN = /^(?:(\d)\1{2}(\d)\2(\d)\3{3}|12345\d{4}|98765\d{4})$/;

const SSN = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/;

/** Checks of identifiers of the Americas, by the names that rule files use. */
export const AMERICAS = {
  /** Social Security number of the USA: the area, group and serial numbers that can be issued (SSA, POMS RM 10201). */
  ssn: identifier(SSN, (id) => !MADE_UP_SSN.test(id)),
  /** Individual Taxpayer Identification Number (IRS): 9, then a group from 50 to 99 that is in use. */
  us_itin: identifier(/^9\d{2}(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/),
  /** Social Insurance Number (Canada; Luhn, first digit of a province or 9). */
  ca_sin: identifier(/^[1-79]\d{8}$/, passesLuhn),
  /** Personal Health Number (British Columbia, Ministry of Health; begins with 9, modulo 11). */
  ca_bc_phn: identifier(/^9\d{9}$/, (id) => {
    const check = 11 - (weightedSum(id.slice(1), [2, 4, 8, 5, 10, 9, 7, 3]) % 11);
    return check === digitAt(id, 9);
  }),
  /** CPF (Brazil, Receita Federal; two check digits modulo 11). */
  br_cpf: identifier(/^\d{11}$/, (id) => passesBrazilian(id, CPF)),
  /** CNPJ (Brazil, Receita Federal; two check digits modulo 11). */
  br_cnpj: identifier(/^\d{14}$/, (id) => passesBrazilian(id, CNPJ)),
  /** PIS, PASEP, NIS and NIT (Brazil, Caixa Econômica Federal; modulo 11). */
  br_pis: identifier(
    /^[12]\d{10}$/,
    (id) => brazilian(id, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) === digitAt(id, 10),
  ),
  /** Título de eleitor (Brazil, TSE; the state's code, two check digits modulo 11). */
  br_titulo: identifier(/^\d{8}(?:0[1-9]|1\d|2[0-8])\d{2}$/, passesTitulo),
  /** Cartao Nacional de Saude (Brazil, Ministry of Health; weights 15 to 1, divisible by 11). */
  br_cns: identifier(
    /^[12789]\d{14}$/,
    (id) => weightedSum(id, [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  ),
  /** NIT (Guatemala, SAT; modulo 11, weights from the right, K for 10). */
  gt_nit: identifier(/^\d{6,8}[\dK]$/, passesGuatemalanNit),
  /** DUI (El Salvador, RNPN; weights 9 to 2, modulo 10). */
  sv_dui: identifier(/^\d{9}$/, (id) => {
    const check = (10 - (weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 10)) % 10;
    return check === digitAt(id, 8);
  }),
  /** RUC (Paraguay, DNIT; modulo 11, weights from the right). */
  py_ruc: identifier(/^[1-9]\d{5,8}$/, (id) => {
    const weights = [9, 8, 7, 6, 5, 4, 3, 2].slice(-(id.length - 1));
    const rest = weightedSum(id, weights) % 11;
    return (rest > 1 ? 11 - rest : 0) === digitAt(id, id.length - 1);
  }),
  /** CUI, the number on the DPI (Guatemala, RENAP; modulo 11, department and municipality). */
  gt_cui: identifier(/^\d{13}$/, passesCui),
  /** CUIT and CUIL (Argentina, ANSES and AFIP; modulo 11). */
  ar_cuit: identifier(/^(?:2[03457]|3[034])\d{9}$/, (id) => {
    const check = (11 - (weightedSum(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    return check === digitAt(id, 10);
  }),
  /** RUT and RUN (Chile; modulo 11). */
  cl_rut: identifier(/^[1-9]\d{6,7}[\dK]$/, passesRut),
  /** NIT of persons and firms (Colombia, DIAN; modulo 11). */
  co_nit: identifier(/^[1-9]\d{7,10}$/, passesNit),
  /** CURP (Mexico, RENAPO; birth date, state and check digit). */
  mx_curp: identifier(/^[A-Z]{4}\d{6}[HMX][A-Z]{2}[A-Z]{3}[A-Z\d]\d$/, passesCurp),
  /** RFC of natural persons (Mexico, SAT; birth date and check character). */
  mx_rfc: identifier(/^[A-Z&\u00d1]{4}\d{6}[A-Z\d]{2}[\dA]$/, passesRfc),
  /** RUC (Peru, SUNAT; modulo 11). */
  pe_ruc: identifier(/^(?:1[057]|20)\d{9}$/, (id) => {
    const check = 11 - (weightedSum(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
    return check % 10 === digitAt(id, 10);
  }),
  /** RIF of persons (Venezuela, SENIAT): V for citizens, E for foreigners, P for passports (modulo 11). */
  ve_rif: identifier(/^[VEP]\d{9}$/, (id) => {
    const kind = { V: 4, E: 8, P: 16 }[id.charAt(0)] ?? 0;
    const sum = kind + weightedSum(id.slice(1), [3, 2, 7, 6, 5, 4, 3, 2]);
    return "00987654321".charAt(sum % 11) === id.charAt(9);
  }),
  /** Cedula de identidad (Uruguay). */
  uy_ci: identifier(/^\d{8}$/, (id) => {
    const check = (10 - (weightedSum(id, [2, 9, 8, 7, 6, 3, 4]) % 10)) % 10;
    return check === digitAt(id, 7);
  }),
  /** Cedula (Ecuador; province, Luhn). */
  ec_cedula: identifier(
    /^\d{2}[0-5]\d{7}$/,
    (id) => passesLuhn(id) && [...Array(25).keys(), 30].includes(numberAt(id, 0, 2)),
  ),
  /** Cedula (Dominican Republic; Luhn). */
  do_cedula: identifier(/^\d{11}$/, passesLuhn),
} as const satisfies Readonly<Record<string, Check>>;

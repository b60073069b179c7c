import { passesLuhn } from "./digits.ts";
import { identifier } from "./rule.ts";
import type { Check } from "./rule.ts";

/** One brand of payment cards: the issuer ranges that its numbers begin with, and their lengths. */
export type CardBrand = {
  /** `4`, or `51-55` where the range is given by its first and last prefix. */
  readonly ranges: readonly string[];
  readonly lengths: readonly number[];
};

const LONG = [16, 17, 18, 19];

/** The brands whose numbers are taken for card numbers (ISO/IEC 7812; the networks' published issuer ranges). */
export const CARD_BRANDS: Readonly<Record<string, CardBrand>> = {
  visa: { ranges: ["4"], lengths: [16, 13, 19] },
  mastercard: { ranges: ["51-55", "2221-2720"], lengths: [16] },
  amex: { ranges: ["34", "37"], lengths: [15] },
  discover: { ranges: ["6011", "644-649", "65"], lengths: LONG },
  diners: { ranges: ["300-305", "3095", "36", "38-39"], lengths: [14, 16] },
  jcb: { ranges: ["3528-3589"], lengths: LONG },
  unionpay: { ranges: ["62", "8100-8171"], lengths: LONG },
  maestro: {
    ranges: ["5018", "5020", "5038", "5893", "6304", "67"],
    lengths: [...LONG, 12, 13, 14, 15],
  },
  bankcard: { ranges: ["5610", "560221-560225"], lengths: [16] },
  dankort: { ranges: ["5019"], lengths: [16] },
  mir: { ranges: ["2200-2204"], lengths: LONG },
  rupay: { ranges: ["60", "81-82", "508", "353", "356"], lengths: [16] },
  elo: { ranges: ["4011", "5041", "5066-5067", "5090", "6277", "6362-6363"], lengths: [16] },
  troy: { ranges: ["9792"], lengths: [16] },
  verve: { ranges: ["506099-506198", "650002-650027", "507865-507964"], lengths: [16, 18, 19] },
};

const inRange = (digits: string, range: string): boolean => {
  const [first = "", last = first] = range.split("-");
  const start = digits.slice(0, first.length);
  return start >= first && start <= last;
};

/** The first brand that the digits' beginning and length fit, if any; no check digit is judged. */
export function cardBrand(digits: string): string | undefined {
  for (const [name, { ranges, lengths }] of Object.entries(CARD_BRANDS)) {
    if (!lengths.includes(digits.length)) continue;
    if (ranges.some((range) => inRange(digits, range))) return name;
  }
  return undefined;
}

/** Whether the value is a payment card number: issuer range, length and Luhn digit (ISO/IEC 7812-1). */
export const isCard: Check = identifier(
  /^\d{12,19}$/,
  (digits) => passesLuhn(digits) && !/0{8}/.test(digits) && cardBrand(digits) !== undefined,
);

/** Whether the value's digits pass the Luhn check (ISO/IEC 7812-1, annex B), whatever they number. */
export const isLuhn: Check = identifier(/^\d{2,32}$/, passesLuhn);

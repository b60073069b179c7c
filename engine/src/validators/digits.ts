/** The value of the decimal digit at an index of a text of digits. */
export const digitAt = (text: string, index: number): number => text.charCodeAt(index) - 48;

/** The number written from `start` to before `end` of a text of digits. */
export const numberAt = (text: string, start: number, end: number): number =>
  Number(text.slice(start, end));

/** The letter's or digit's value in base 36: A is 10, Z is 35, digits are themselves. */
export const base36At = (text: string, index: number): number =>
  Number.parseInt(text.charAt(index), 36);

/** The sum of the text's first digits, each multiplied by the weight of its place. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [i, weight] of weights.entries()) sum += weight * digitAt(digits, i);
  return sum;
}

/** Whether a text of digits passes the Luhn check (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = digits.length - 1, double = false; i >= 0; i--, double = !double) {
    const digit = digitAt(digits, i) * (double ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** The remainder of a decimal number of any length. */
export function remainder(digits: string, modulus: number): number {
  let rest = 0;
  for (let i = 0; i < digits.length; i++) rest = (rest * 10 + digitAt(digits, i)) % modulus;
  return rest;
}

/** The remainder modulo 97 of digits and letters, a letter standing for two digits (ISO 7064, MOD 97-10). */
export function remainder97(text: string): number {
  let rest = 0;
  for (let i = 0; i < text.length; i++) {
    const value = base36At(text, i);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** Whether a text of digits, the last being the check digit, passes ISO 7064 MOD 11,10. */
export function passesMod11And10(digits: string): boolean {
  let product = 10;
  for (let i = 0; i < digits.length - 1; i++) {
    const sum = (digitAt(digits, i) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (product + digitAt(digits, digits.length - 1)) % 10 === 1;
}

/** The product of two elements of the dihedral group D5, numbered as Verhoeff does: 0 to 4 turn, 5 to 9 mirror. */
const dihedral = (a: number, b: number): number => {
  const turn = a < 5 ? a + b : a - b + 10;
  return (turn % 5) + (a < 5 === b < 5 ? 0 : 5);
};

const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Whether a text of digits, the last being the check digit, passes Verhoeff's check (Verhoeff 1969). */
export function passesVerhoeff(digits: string): boolean {
  let check = 0;
  for (let place = 0; place < digits.length; place++) {
    let digit = digitAt(digits, digits.length - 1 - place);
    for (let i = 0; i < place % 8; i++) digit = PERMUTATION[digit] ?? 0;
    check = dihedral(check, digit);
  }
  return check === 0;
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the day is in the (Gregorian) calendar; a year of two digits counts as 19xx or 20xx. */
export function isDate(year: number, month: number, day: number): boolean {
  if (day < 1 || day > (DAYS[month - 1] ?? 0)) return false;
  if (month !== 2 || day < 29) return true;
  return year % 4 === 0 && (year < 100 || year % 100 !== 0 || year % 400 === 0);
}

/** Whether YYMMDD stands at an index of a text of digits. */
export const isYearFirst = (text: string, at = 0): boolean =>
  isDate(
    numberAt(text, at, at + 2),
    numberAt(text, at + 2, at + 4),
    numberAt(text, at + 4, at + 6),
  );

/** Whether DDMMYY stands at an index of a text of digits. */
export const isDayFirst = (text: string, at = 0): boolean =>
  isDate(
    numberAt(text, at + 4, at + 6),
    numberAt(text, at + 2, at + 4),
    numberAt(text, at, at + 2),
  );

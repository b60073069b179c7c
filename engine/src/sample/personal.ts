import { CARD_BRANDS } from "../validators/cards.ts";
import { remainder97 } from "../validators/digits.ts";
import { IBAN_LENGTHS } from "../validators/iban.ts";
import { passesIcao } from "../validators/ids-western-europe.ts";
import { validate } from "../validators/validate.ts";
import { firstAccepted, grouped } from "./generator.ts";
import type { Generator } from "./generator.ts";
import { NATIONAL_SHAPES } from "./national-shapes.ts";
import { pick, randomBelow, randomChars } from "./random.ts";
import type { Random } from "./random.ts";

const DIGITS = "0123456789";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const two = (number: number): string => String(number % 100).padStart(2, "0");

/** A birth date between 1945 and 2009 in the order that a shape asks for. */
const date = (random: Random, order: string): string => {
  const year = 1945 + randomBelow(random, 65);
  const month = two(1 + randomBelow(random, 12));
  const day = two(1 + randomBelow(random, 28));
  if (order === "<dmy>") return day + month + two(year);
  return (order === "<Ymd>" ? String(year) : two(year)) + month + day;
};

const fill = (random: Random, piece: string): string => {
  if (piece === "#") return randomChars(random, DIGITS, 1);
  if (piece === "@") return randomChars(random, UPPER, 1);
  if (piece.startsWith("[")) return pick(random, Array.from(piece.slice(1, -1)));
  return piece.startsWith("<") ? date(random, piece) : piece;
};

/** A value of the shape: `#` digit, `@` letter, `[abc]` one of these, `<ymd>`, `<dmy>`, `<Ymd>` a date, others as they are. */
const shaped = (random: Random, shape: string): string =>
  (shape.match(/<\w+>|\[[^\]]+\]|./gs) ?? []).map((piece) => fill(random, piece)).join("");

/** An identifier that the check of that name accepts, in the given grouping. */
export const national: Generator = (random, [name = "", form]) => {
  const [check, shape] = NATIONAL_SHAPES.find(([known]) => known === name) ?? [];
  if (check === undefined || shape === undefined) throw new RangeError("no such identifier");
  const value = firstAccepted(
    () => shaped(random, shape),
    (made) => validate(check, made) === "valid",
  );
  return grouped(value, form);
};

/** A card number of the brand: a prefix of its ranges, its usual length, a Luhn digit. */
export const card: Generator = (random, [name = "visa", form]) => {
  const brand = Object.hasOwn(CARD_BRANDS, name) ? CARD_BRANDS[name] : undefined;
  if (brand === undefined) throw new RangeError("no such brand of cards");
  const [least = "", most = least] = pick(random, brand.ranges).split("-");
  const prefix = String(Number(least) + randomBelow(random, Number(most) - Number(least) + 1));
  const rest = (brand.lengths[0] ?? 16) - prefix.length;
  const value = firstAccepted(
    () => prefix + randomChars(random, DIGITS, rest),
    (made) => validate("luhn", made) === "valid",
  );
  return grouped(value, form);
};

/** Letters that begin the account part in some countries (SWIFT IBAN Registry); elsewhere digits alone are made. */
const BANK_LETTERS: Readonly<Record<string, number>> = {
  GB: 4,
  IE: 4,
  NL: 4,
  BG: 4,
  LV: 4,
  RO: 4,
  GI: 4,
  PK: 4,
};

/** What a digit counts at an odd place of the account part. */
const ODD_PLACES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

/** The check letter before the bank's number in Italy and San Marino (SWIFT IBAN Registry; ABI, CIN). */
const cin = (account: string): string => {
  const sum = Array.from(account, (digit, i) =>
    i % 2 === 0 ? (ODD_PLACES[Number(digit)] ?? 0) : Number(digit),
  ).reduce((total, worth) => total + worth, 0);
  return UPPER.charAt(sum % 26);
};

/** Countries whose account part begins with such a letter. */
const WITH_CIN: ReadonlySet<string> = new Set(["IT", "SM"]);

/** An account part: letters of the bank where there are any, then digits. */
function accountOf(random: Random, country: string, length: number): string {
  if (WITH_CIN.has(country)) {
    const digits = randomChars(random, DIGITS, length - 1);
    return cin(digits) + digits;
  }
  const letters = BANK_LETTERS[country] ?? 0;
  return randomChars(random, UPPER, letters) + randomChars(random, DIGITS, length - letters);
}

/** An IBAN of the country with right check digits (ISO 13616-1). */
export const iban: Generator = (random, [country = "DE", form]) => {
  const length = IBAN_LENGTHS.get(country);
  if (length === undefined) throw new RangeError("no IBAN is known for that country");
  const account = accountOf(random, country, length - 4);
  const value = country + two(98 - remainder97(`${account}${country}00`)) + account;
  return form === "spaced" ? (value.match(/.{1,4}/g) ?? []).join(" ") : value;
};

/** The text and the digit that checks it. */
const icao = (text: string): string =>
  text + Array.from(DIGITS).find((digit) => passesIcao(text, digit));

/**
 * A machine-readable zone for a made-up person (ICAO Doc 9303, parts 4 and 5), with a text between the lines; `line`, a passport's
 * lower line alone.
 */
export const mrz: Generator = (random, [form = "td3", between = "\n"]) => {
  const state = pick(random, ["D<<", "FRA", "USA", "GBR", "ITA", "NLD", "IND"]);
  const number = icao(randomChars(random, UPPER, 1) + randomChars(random, DIGITS, 8));
  const birth = icao(date(random, "<ymd>"));
  const expiry = icao(two(27 + randomBelow(random, 8)) + date(random, "<ymd>").slice(2));
  const sex = pick(random, ["M", "F"]);
  const surname = randomChars(random, UPPER, 4 + randomBelow(random, 8));
  const name = `${surname}<<${randomChars(random, UPPER, 4 + randomBelow(random, 6))}`;
  if (form === "td1") {
    const middle = `${birth}${sex}${expiry}${state}`.padEnd(29, "<");
    const first = `ID${state}${number}`.padEnd(30, "<");
    return [first, middle + randomChars(random, DIGITS, 1), name.padEnd(30, "<")].join(between);
  }
  const second = `${number}${state}${birth}${sex}${expiry}`.padEnd(43, "<");
  if (form === "line") return second + icao(`${number}${birth}${expiry}`.padEnd(39, "<")).slice(-1);
  return [`P<${state}${name}`.padEnd(44, "<"), second + randomChars(random, DIGITS, 1)].join(
    between,
  );
};

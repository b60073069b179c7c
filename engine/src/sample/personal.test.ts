import type { ValidatorName } from "@weir/schema";
import { assert, constantFrom, oneof, property, string, stringMatching } from "fast-check";
import { describe, expect, it } from "vitest";
import { CARD_BRANDS } from "../validators/cards.ts";
import { IBAN_LENGTHS } from "../validators/iban.ts";
import { validate } from "../validators/validate.ts";
import { GENERATORS } from "./generators.ts";
import { NATIONAL_SHAPES } from "./national-shapes.ts";
import { seededRandom } from "./random.ts";

const ROUNDS = 40;

const make = (name: string, ...args: string[]): string[] => {
  const random = seededRandom([name, ...args].join(":"));
  return Array.from({ length: ROUNDS }, () => GENERATORS[name]?.(random, args) ?? "");
};

const allValid = (check: ValidatorName, values: readonly string[]): boolean =>
  values.every((value) => validate(check, value) === "valid");

/** Generators, their arguments, and the check that takes what they make. */
const MADE: readonly (readonly [check: ValidatorName, name: string, ...args: string[]])[] = [
  ...Object.keys(CARD_BRANDS).map((brand) => ["luhn", "card", brand] as const),
  ...Array.from(IBAN_LENGTHS.keys(), (country) => ["iban", "iban", country, "spaced"] as const),
  ...NATIONAL_SHAPES.map(([check]) => [check, "national", check] as const),
  ...["12", "15", "18", "21", "24"].map((words) => ["bip39", "seed_phrase", words] as const),
  ...["bitcoin", "xprv", "yprv", "zprv", "bip38"].map(
    (form) => ["base58check", "base58check", form] as const,
  ),
  ["wif", "base58check", "wif"],
  ["wif", "base58check", "wif_compressed"],
  ["xrp_seed", "base58check", "xrp_seed"],
  ["bech32", "bech32", "bc", "33"],
  ["bech32", "bech32", "nsec", "52"],
  ["bech32", "bech32", "bc", "53", "m"],
  ["stellar_seed", "stellar_seed"],
  ["bip39", "seed_phrase", "12", "numbered"],
  ["bip39", "seed_phrase", "24", "json"],
  ["solana_keypair", "byte_array", "64"],
  ["ssn", "ssn"],
  ["mrz", "mrz"],
  ["mrz", "mrz", "td1"],
  ["mrz", "mrz", "line"],
  ["birth_date", "birthday", "MONTH D, YYYY"],
  ["birth_date", "birthday", "DD.MM.YYYY"],
  ["email", "email_address"],
  ["nanp_phone", "phone"],
  ["e164_phone", "phone", "+44 20 #### ####"],
  ["jwt", "jwt"],
  ["github", "checksummed", "ghp_"],
  ["pem", "pem"],
];

describe("generators", () => {
  const cases = MADE.map(([check, name, ...args]) => ({ check, name, args }));

  it.each(cases)("make what the check $check takes: $name $args", ({ check, name, args }) => {
    expect(allValid(check, make(name, ...args))).toBe(true);
  });

  it("groups as the form says", () => {
    expect(make("ssn")[0]).toMatch(/^\d{3}-\d\d-\d{4}$/);
    expect(make("national", "br_cpf", "###.###.###-##")[0]).toMatch(/^(?:\d{3}\.){2}\d{3}-\d\d$/);
    expect(make("iban", "DE", "spaced")[0]).toMatch(/^DE\d\d(?: \d{4}){4} \d\d$/);
  });

  it.each(["IT", "SM"])("IBANs of %s have the letter that checks bank and account", (country) => {
    const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
    const letterOf = (digits: string): string => {
      const worths = Array.from(digits, Number).map((digit, i) => (i % 2 ? digit : odd[digit]));
      return String.fromCharCode(65 + (worths.reduce<number>((sum, n) => sum + (n ?? 0), 0) % 26));
    };
    expect(letterOf("0542811101000000123456")).toBe("X"); // the registry's own example
    for (const value of make("iban", country)) expect(letterOf(value.slice(5))).toBe(value[4]);
  });

  it("bech32 texts end in padding of zeros", () => {
    // 52 characters hold 32 bytes and 4 bits over: their last is the 0 or the 16 of the alphabet.
    for (const value of make("bech32", "nsec", "52")) expect("qs").toContain(value.at(-7));
    for (const value of make("bech32", "bc", "53", "m")) expect("qs").toContain(value.at(-7));
  });

  it.each(["card", "iban", "national", "seed_phrase", "base58check"])(
    "%s refuses others",
    (name) => {
      expect(() => GENERATORS[name]?.(seededRandom("x"), ["nothing"])).toThrow(RangeError);
    },
  );
});

/** The values that differ from one in a single digit. */
const changed = (value: string): string[] =>
  Array.from(value).flatMap((char, i) =>
    /\d/.test(char)
      ? Array.from("0123456789")
          .filter((digit) => digit !== char)
          .map((digit) => value.slice(0, i) + digit + value.slice(i + 1))
      : [],
  );

/** The values in which two neighbouring digits have changed places. */
const transposed = (value: string): string[] =>
  Array.from(value.slice(1)).flatMap((char, i) =>
    char === value.charAt(i) || !/\d\d/.test(value.charAt(i) + char)
      ? []
      : [value.slice(0, i) + char + value.charAt(i) + value.slice(i + 2)],
  );

/** Checks that promise to find every change of one digit. */
const FINDS_CHANGES: readonly ValidatorName[] = [
  "ca_sin",
  "ch_ahv",
  "cl_rut",
  "cn_id",
  "de_steuer_id",
  "es_dni",
  "fi_hetu",
  "gb_nhs",
  "hr_oib",
  "il_tz",
  "in_aadhaar",
  "luhn_plain",
  "nl_bsn",
  "no_fnr",
  "pl_nip",
  "pl_pesel",
  "se_pnr",
  "tr_tckn",
  "us_npi",
  "za_id",
];

/** Checks that promise to find neighbours that have changed places. */
const FINDS_SWAPS: readonly ValidatorName[] = [
  "cl_rut",
  "cn_id",
  "es_dni",
  "gb_nhs",
  "in_aadhaar",
  "nl_bsn",
  "no_fnr",
  "pl_nip",
];

const survivors = (check: ValidatorName, spoil: (value: string) => string[]): string[] =>
  make("national", check)
    .slice(0, 10)
    .flatMap(spoil)
    .filter((value) => validate(check, value) === "valid");

describe("check digits", () => {
  it.each(FINDS_CHANGES)("%s finds every changed digit", (check) => {
    expect(survivors(check, changed)).toEqual([]);
  });

  it.each(FINDS_SWAPS)("%s finds every swap of neighbours", (check) => {
    expect(survivors(check, transposed)).toEqual([]);
  });

  it.each(["DE", "GB", "FR", "NL"])("IBANs of %s find changes, swaps and missing digits", (cc) => {
    const spoilt = make("iban", cc)
      .slice(0, 5)
      .flatMap((value) => [...changed(value), ...transposed(value), value.slice(0, -1)]);
    expect(spoilt.filter((value) => validate("iban", value) === "valid")).toEqual([]);
  });

  const fixed = NATIONAL_SHAPES.filter(([check]) => check !== "luhn_plain");

  it.each(fixed)("%s refuses a value that is too long or too short", (check) => {
    const lengthened = make("national", check).flatMap((value) => [
      `${value}00000`,
      value.slice(0, 5),
    ]);
    expect(lengthened.some((value) => validate(check, value) === "valid")).toBe(false);
  });

  it("never throws, whatever the value", () => {
    const checks = [...new Set(MADE.map(([check]) => check))];
    const junk = oneof(string(), string({ unit: "binary" }), stringMatching(/^[0-9A-Z.-]+$/));
    assert(
      property(junk, constantFrom(...checks), (value, check) => {
        expect(["valid", "invalid"]).toContain(validate(check, value));
      }),
      { numRuns: 3000 },
    );
  });
});

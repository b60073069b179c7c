import type { ValidatorName } from "@weir/schema";
import { isBareSeedPhrase, isSeedPhrase, isWordRow } from "./bip39.ts";
import { isCard, isLuhn } from "./cards.ts";
import { passesMod11And10, passesVerhoeff, remainder97 } from "./digits.ts";
import { isIban } from "./iban.ts";
import { AMERICAS } from "./ids-americas.ts";
import { ASIA_AFRICA_OCEANIA } from "./ids-asia-africa-oceania.ts";
import { NORTHERN_EASTERN_EUROPE } from "./ids-northern-eastern-europe.ts";
import { WESTERN_EUROPE } from "./ids-western-europe.ts";
import { MIXED } from "./mixed.ts";
import { isBirthDate, isPersonalEmail } from "./people.ts";
import { isPassphrase } from "./passphrase.ts";
import { isE164Phone, isNanpPhone } from "./phones.ts";
import { isRandom } from "./random.ts";
import { RECORDS } from "./records.ts";
import { identifier } from "./rule.ts";
import type { Check } from "./rule.ts";
import { hasGithubChecksum, isJwt, isPem } from "./tokens.ts";
import { COMPANIES } from "./vat.ts";
import { isRandomLetters } from "./unspoken.ts";
import {
  isBase58check,
  isBech32,
  isSolanaKeyArray,
  isStellarSeed,
  isWif,
  isXrpSeed,
} from "./wallets.ts";

/** What a check that needs no network says of a value. */
export type Validity = "valid" | "invalid";

const CHECKS: Readonly<Record<ValidatorName, Check>> = {
  luhn: isCard,
  luhn_plain: isLuhn,
  verhoeff: identifier(/^\d{2,32}$/, passesVerhoeff),
  iso7064_mod11_10: identifier(/^\d{2,32}$/, passesMod11And10),
  iso7064_mod97_10: identifier(/^[A-Z\d]{3,40}$/, (id) => remainder97(id) === 1),
  iban: isIban,
  jwt: isJwt,
  github: hasGithubChecksum,
  pem: isPem,
  bip39: isSeedPhrase,
  bip39_bare: isBareSeedPhrase,
  bip39_words: isWordRow,
  passphrase: isPassphrase,
  random: isRandom,
  random_letters: isRandomLetters,
  base58check: isBase58check,
  wif: isWif,
  xrp_seed: isXrpSeed,
  bech32: isBech32,
  stellar_seed: isStellarSeed,
  solana_keypair: isSolanaKeyArray,
  email: isPersonalEmail,
  nanp_phone: isNanpPhone,
  e164_phone: isE164Phone,
  birth_date: isBirthDate,
  ...MIXED,
  ...RECORDS,
  ...COMPANIES,
  ...WESTERN_EUROPE,
  ...NORTHERN_EASTERN_EUROPE,
  ...AMERICAS,
  ...ASIA_AFRICA_OCEANIA,
};

/** A token whose structure or checksum is off may still be one: cut short, retyped, or of an older form. */
const TOKENS: ReadonlySet<ValidatorName> = new Set(["jwt", "github", "pem"] as const);

/** Says whether a value's shape and check digits are right, by the standard that the check names. Never throws. */
export function validate(name: ValidatorName, value: string): Validity {
  return CHECKS[name](value) ? "valid" : "invalid";
}

/** Whether the check defines the thing, so that an invalid value is none; a checksum on a token is only a sign. */
export function definesTheThing(name: ValidatorName): boolean {
  return !TOKENS.has(name);
}

/** Checks of how a value's characters are mixed: good for telling words from secrets, no proof of either. */
const IMPRESSIONS: ReadonlySet<ValidatorName> = new Set([
  "mixed_loose",
  "mixed_password",
  "mixed",
  "mixed_strict",
  "random",
] as const);

/** Whether the check judges how a value's characters are mixed, so that none of plain words passes. */
export function judgesMixture(name: ValidatorName): boolean {
  return IMPRESSIONS.has(name);
}

/** Whether the check finds nothing but rows of the English list of recovery words (`wordRows`). */
export function findsWordRows(name: ValidatorName): boolean {
  return name === "bip39" || name === "bip39_bare" || name === "bip39_words";
}

/** Whether a valid value is certain to be the thing, so that neither entropy nor words nearby need to be asked. */
export function provesItself(name: ValidatorName): boolean {
  return !IMPRESSIONS.has(name);
}

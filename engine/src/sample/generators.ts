import { crc32 } from "../validators/crc32.ts";
import type { Generator } from "./generator.ts";
import { birthday, emailAddress, phone } from "./people.ts";
import { card, iban, mrz, national } from "./personal.ts";
import { pick, randomBelow, randomChars } from "./random.ts";
import type { Random } from "./random.ts";
import { base58check, bech32, byteArray, seedPhrase, stellarSeed } from "./wallets.ts";

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BASE62 = DIGITS + UPPER + LOWER;
const BASE64 = `${UPPER + LOWER + DIGITS}+/`;
const BASE64URL = `${UPPER + LOWER + DIGITS}-_`;
const MAX_CHARS = 65_536;

const count = (text: string | undefined): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > MAX_CHARS) {
    throw new RangeError(`a template needs a length from 1 to ${MAX_CHARS}`);
  }
  return value;
};

/** `n`, or a length drawn from `n-m`. */
const length = (random: Random, argument: string | undefined): number => {
  const [least, most] = (argument ?? "").split("-");
  const low = count(least);
  return most === undefined ? low : low + randomBelow(random, count(most) - low + 1);
};

const fromAlphabet =
  (alphabet: string): Generator =>
  (random, [size]) =>
    randomChars(random, alphabet, length(random, size));

const base64url = (text: string): string => {
  let encoded = "";
  for (let i = 0; i < text.length; i += 3) {
    const [x, y, z] = [text.charCodeAt(i), text.charCodeAt(i + 1), text.charCodeAt(i + 2)];
    const bits = (x << 16) | ((y || 0) << 8) | (z || 0);
    encoded += BASE64URL.charAt(bits >> 18) + BASE64URL.charAt((bits >> 12) & 63);
    if (i + 1 < text.length) encoded += BASE64URL.charAt((bits >> 6) & 63);
    if (i + 2 < text.length) encoded += BASE64URL.charAt(bits & 63);
  }
  return encoded;
};

const jwt: Generator = (random) => {
  const header = base64url('{"alg":"HS256","typ":"JWT"}');
  const subject = randomChars(random, DIGITS, 10);
  const payload = base64url(
    `{"sub":"${subject}","iat":${1_700_000_000 + randomBelow(random, 5e7)}}`,
  );
  return `${header}.${payload}.${randomChars(random, BASE64URL, 43)}`;
};

const uuid: Generator = (random) => {
  const hex = randomChars(random, "0123456789abcdef", 32);
  const variant = pick(random, ["8", "9", "a", "b"]);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ].join("-");
};

/** GitHub's and npm's form: 30 random characters, then their CRC-32 in six base62 digits. */
const checksummed: Generator = (random, [prefix = ""]) => {
  const body = randomChars(random, BASE62, 30);
  let sum = crc32(body);
  let tail = "";
  for (let i = 0; i < 6; i++) {
    tail = BASE62.charAt(sum % 62) + tail;
    sum = Math.floor(sum / 62);
  }
  return prefix + body + tail;
};

const pem: Generator = (random, [label = "PRIVATE KEY", lines = "12"]) => {
  const body = Array.from({ length: count(lines) }, () => randomChars(random, BASE64, 64));
  const dashes = "-----";
  return [`${dashes}BEGIN ${label}${dashes}`, ...body, `${dashes}END ${label}${dashes}`].join("\n");
};

const password: Generator = (random, [size = "14"]) => {
  const chars = randomChars(random, `${BASE62}!#%*+-_.`, length(random, size) - 4);
  const forms = [LOWER, UPPER, DIGITS, "!#*-_"].map((alphabet) => randomChars(random, alphabet, 1));
  return forms.join("") + chars;
};

/** The generators that templates can name; arguments stand in the comments. */
export const GENERATORS: Readonly<Record<string, Generator>> = {
  digits: fromAlphabet(DIGITS), // length, or least-most
  lower: fromAlphabet(LOWER),
  upper: fromAlphabet(UPPER),
  alpha: fromAlphabet(LOWER + UPPER),
  hex: fromAlphabet("0123456789abcdef"),
  HEX: fromAlphabet("0123456789ABCDEF"),
  lower_digits: fromAlphabet(LOWER + DIGITS),
  upper_digits: fromAlphabet(UPPER + DIGITS),
  base32: fromAlphabet(`${UPPER}234567`),
  base58: fromAlphabet("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"),
  base62: fromAlphabet(BASE62),
  base64: fromAlphabet(BASE64),
  base64url: fromAlphabet(BASE64URL),
  password, // length, at least 5
  one: (random, args) => pick(random, (args[0] ?? "").split("|")), // a|b|c
  uuid,
  jwt,
  checksummed, // prefix
  pem, // label, lines
  card, // brand in cards.ts, grouping such as `#### #### #### ####`
  iban, // country's code, `spaced`
  national, // name of a check in personal.ts, grouping
  ssn: (random, [form = "###-##-####"]) => national(random, ["ssn", form]), // grouping
  mrz, // td1, td3 or line, what stands between the lines
  birthday, // form such as `YYYY-MM-DD`, letters as they stand
  email_address: emailAddress,
  phone, // form such as `(###) ###-####`
  seed_phrase: seedPhrase, // 12, 15, 18, 21 or 24 words, `json` or `numbered`
  byte_array: byteArray, // length
  base58check, // bitcoin, wif, wif_compressed, xprv, yprv, zprv, tprv, bip38 or xrp_seed
  bech32, // human-readable part, characters of data, `m` for bech32m
  stellar_seed: stellarSeed,
};

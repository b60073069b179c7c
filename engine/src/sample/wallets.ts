import { BASE58, BASE58_XRP, checksumOf, toBase58 } from "../validators/base58.ts";
import { phraseOf } from "../validators/bip39.ts";
import { BECH32, bech32Polymod, crc16 } from "../validators/wallets.ts";
import type { Generator } from "./generator.ts";
import { randomBelow, randomChars } from "./random.ts";
import type { Random } from "./random.ts";

const randomBytes = (random: Random, length: number): number[] =>
  Array.from({ length }, () => randomBelow(random, 256));

/** A BIP-39 phrase of the English list with a right checksum; its words in a row, a JSON list, or numbered lines. */
export const seedPhrase: Generator = (random, [length = "12", form]) => {
  if (!["12", "15", "18", "21", "24"].includes(length)) throw new RangeError("no such length");
  const words = phraseOf(randomChars(random, "01", (Number(length) * 32) / 3));
  if (form === "json") return JSON.stringify(words);
  if (form === "numbered") return words.map((word, i) => `${i + 1}. ${word}`).join("\n");
  return words.join(" ");
};

/** So many random bytes as JSON writes a list of numbers. */
export const byteArray: Generator = (random, [length = "64"]) =>
  JSON.stringify(randomBytes(random, Number(length)));

/** Version bytes, random bytes and closing bytes of what is written in Base58Check. */
const FORMS: Readonly<Record<string, readonly [readonly number[], number, readonly number[]]>> = {
  bitcoin: [[0x00], 20, []],
  wif: [[0x80], 32, []],
  wif_compressed: [[0x80], 32, [0x01]],
  xprv: [[0x04, 0x88, 0xad, 0xe4], 74, []],
  yprv: [[0x04, 0x9d, 0x78, 0x78], 74, []],
  zprv: [[0x04, 0xb2, 0x43, 0x0c], 74, []],
  tprv: [[0x04, 0x35, 0x83, 0x94], 74, []],
  bip38: [[0x01, 0x42, 0xc0], 36, []],
  xrp_seed: [[0x21], 16, []],
};

/** A key or address in Base58Check: the version bytes of its form, random bytes and their checksum. */
export const base58check: Generator = (random, [name = "bitcoin"]) => {
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  if (form === undefined) throw new RangeError("no such form of Base58Check");
  const [version, length, end] = form;
  const payload = Uint8Array.from([...version, ...randomBytes(random, length), ...end]);
  const whole = Uint8Array.from([...payload, ...checksumOf(payload)]);
  return toBase58(whole, name === "xrp_seed" ? BASE58_XRP : BASE58);
};

/** Prefixes of addresses whose first character is the version of the witness program (BIP-141, BIP-350). */
const WITNESS_PREFIXES: ReadonlySet<string> = new Set(["bc", "tb", "bcrt", "ltc"]);

/** So many values of 5 bits: the version where there is one, then bytes, then padding bits that are zero (BIP-173). */
function bech32Values(random: Random, prefix: string, length: number, version: number): number[] {
  const values = Array.from({ length }, () => randomBelow(random, 32));
  const hasVersion = WITNESS_PREFIXES.has(prefix);
  if (hasVersion) values[0] = version;
  const padding = ((length - (hasVersion ? 1 : 0)) * 5) % 8;
  return values.map((value, i) => (i === length - 1 ? (value >> padding) << padding : value));
}

/** A bech32 text (BIP-173), or bech32m (BIP-350), of a human-readable part and so many characters of data. */
export const bech32: Generator = (random, [prefix = "bc", length = "33", kind = ""]) => {
  const values = bech32Values(random, prefix, Number(length), kind === "m" ? 1 : 0);
  const target = kind === "m" ? 0x2bc830a3 : 1;
  const sum = bech32Polymod(prefix, [...values, 0, 0, 0, 0, 0, 0]) ^ target;
  const check = Array.from({ length: 6 }, (_, i) => (sum >> (5 * (5 - i))) & 31);
  return `${prefix}1${[...values, ...check].map((value) => BECH32.charAt(value)).join("")}`;
};

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A Stellar secret seed (SEP-23). */
export const stellarSeed: Generator = (random) => {
  const bytes = [18 << 3, ...randomBytes(random, 32)];
  const crc = crc16(bytes);
  const bits = [...bytes, crc & 0xff, crc >> 8].map((b) => b.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{5}/g) ?? [];
  return groups.map((group) => BASE32.charAt(Number.parseInt(group, 2))).join("");
};

import { BASE58, BASE58_XRP, checksumOf, fromBase58 } from "./base58.ts";
import type { Check } from "./rule.ts";

const base58check =
  (alphabet: string, isPayload: (payload: Uint8Array) => boolean): Check =>
  (value) => {
    const bytes = fromBase58(value, alphabet);
    if (bytes === undefined || bytes.length < 5) return false;
    const payload = bytes.slice(0, -4);
    const tail = bytes.slice(-4);
    return checksumOf(payload).every((byte, i) => byte === tail[i]) && isPayload(payload);
  };

/** Whether the value is Base58Check of a version byte and a payload (Bitcoin; BIP-13, BIP-32, BIP-38). */
export const isBase58check: Check = base58check(BASE58, (payload) => payload.length >= 17);

/** Whether the value is a private key in Bitcoin's wallet import format for the main network. */
export const isWif: Check = base58check(
  BASE58,
  ([version, ...key]) =>
    version === 0x80 && (key.length === 32 || (key.length === 33 && key[32] === 1)),
);

/** What stands before the 16 bytes of a seed for secp256k1 and for Ed25519 (https://github.com/XRPLF/xrpl.js, address codec). */
const XRP_SEEDS = [[0x21], [0x01, 0xe1, 0x4b]];
const XRP_SEED_BYTES = 16;

/** Whether the value is a family seed of the XRP Ledger, for either kind of key, in its own base58. */
export const isXrpSeed: Check = base58check(BASE58_XRP, (bytes) =>
  XRP_SEEDS.some(
    (version) =>
      bytes.length === version.length + XRP_SEED_BYTES &&
      version.every((byte, i) => bytes[i] === byte),
  ),
);

/** The characters of bech32, each standing for five bits (BIP-173). */
export const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** The checksum polynomial over a human-readable part and five-bit values: 1 for bech32, 0x2bc830a3 for bech32m. */
export function bech32Polymod(prefix: string, values: readonly number[]): number {
  const codes = Array.from(prefix, (char) => char.charCodeAt(0));
  const all = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...values];
  let sum = 1;
  for (const value of all) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, term] of GENERATOR.entries()) if ((top >> bit) & 1) sum ^= term;
  }
  return sum;
}

const MAX_BECH32 = 200;

/** Whether the value is bech32 (BIP-173) or bech32m (BIP-350), of at most 200 characters, in one case. */
export const isBech32: Check = (value) => {
  const lower = value.toLowerCase();
  if (value.length > MAX_BECH32 || (value !== lower && value !== value.toUpperCase())) return false;
  const split = lower.lastIndexOf("1");
  const values = Array.from(lower.slice(split + 1), (char) => BECH32.indexOf(char));
  if (split < 1 || values.length < 6 || values.includes(-1)) return false;
  if (!/^[!-~]+$/.test(lower)) return false;
  const sum = bech32Polymod(lower.slice(0, split), values);
  return sum === 1 || sum === 0x2bc830a3;
};

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The bytes of unpadded base32 (RFC 4648, 6); a foreign character counts as zero bits. */
const fromBase32 = (text: string): number[] => {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const char of text) {
    held = ((held << 5) | Math.max(0, BASE32.indexOf(char))) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return bytes;
};

/** CRC-16/XMODEM (ITU-T V.41 polynomial, from zero). */
export function crc16(bytes: readonly number[]): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

/** Whether the value is a Stellar secret seed: version byte, 32 bytes and CRC-16, in base32 (SEP-23). */
export const isStellarSeed: Check = (value) => {
  if (!/^S[A-Z2-7]{55}$/.test(value)) return false;
  const bytes = fromBase32(value);
  const [low = 0, high = 0] = bytes.slice(33);
  return bytes[0] === 18 << 3 && crc16(bytes.slice(0, 33)) === ((high << 8) | low);
};

/** What tables of 64 numbers begin with that are none: SHA-512's initial value (FIPS 180-4, 5.3.5). */
const KNOWN_BYTES = [[106, 9, 230, 103]] as const;

/** Whether the value lists 64 bytes that differ, some of them large, as Solana's tools write a key pair. */
export const isSolanaKeyArray: Check = (value) => {
  const numbers = (value.match(/\d+/g) ?? []).map(Number);
  if (numbers.length !== 64 || !numbers.every((n) => n < 256)) return false;
  if (KNOWN_BYTES.some((known) => known.every((n, i) => numbers[i] === n))) return false;
  // A tag's hash stands before itself where something is hashed by it (BIP-340).
  const isDoubled = numbers.every((n, i) => n === numbers[(i + 32) % 64]);
  return !isDoubled && new Set(numbers).size >= 32 && numbers.some((n) => n >= 128);
};

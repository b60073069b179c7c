import { sha256 } from "../sha256.ts";

/** Bitcoin's alphabet: digits and letters without 0, O, I and l. */
export const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The XRP Ledger's order of the same characters. */
export const BASE58_XRP = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";

const MAX_CHARS = 128;

/** The bytes that a base58 text encodes, or undefined where a character is none of the alphabet's. */
export function fromBase58(text: string, alphabet = BASE58): Uint8Array | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const bytes: number[] = [];
  for (const char of text) {
    let carry = alphabet.indexOf(char);
    if (carry < 0) return undefined;
    for (let i = bytes.length - 1; i >= 0; i--) {
      carry += (bytes[i] ?? 0) * 58;
      bytes[i] = carry & 0xff;
      carry >>= 8;
    }
    if (carry > 0) bytes.unshift(carry);
  }
  let zeros = 0;
  while (zeros < text.length && text.charAt(zeros) === alphabet.charAt(0)) zeros++;
  return Uint8Array.from([...Array.from({ length: zeros }, () => 0), ...bytes]);
}

/** The base58 text of the bytes. */
export function toBase58(bytes: Uint8Array, alphabet = BASE58): string {
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let i = digits.length - 1; i >= 0; i--) {
      carry += (digits[i] ?? 0) << 8;
      digits[i] = carry % 58;
      carry = Math.floor(carry / 58);
    }
    while (carry > 0) {
      digits.unshift(carry % 58);
      carry = Math.floor(carry / 58);
    }
  }
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  return alphabet.charAt(0).repeat(zeros) + digits.map((digit) => alphabet.charAt(digit)).join("");
}

/** The four bytes that Base58Check puts behind a payload: the beginning of its double SHA-256. */
export const checksumOf = (payload: Uint8Array): Uint8Array => sha256(sha256(payload)).slice(0, 4);

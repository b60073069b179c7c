import { crc32 } from "./crc32.ts";
import type { Check } from "./rule.ts";

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The bytes of unpadded base64url (RFC 4648, 5) as characters U+0000 to U+00FF. */
const fromBase64url = (text: string): string => {
  let bits = 0;
  let held = 0;
  let bytes = "";
  for (const char of text) {
    held = ((held << 6) | BASE64URL.indexOf(char)) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += String.fromCharCode((held >> bits) & 0xff);
  }
  return bytes;
};

const parse = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** Whether the value is a signed token in compact form whose header names an algorithm (RFC 7515, RFC 7519). */
export const isJwt: Check = (value) => {
  const parts = /^([\w-]+)\.[\w-]+\.[\w-]*$/.exec(value);
  const header = parse(fromBase64url(parts?.[1] ?? ""));
  return (
    typeof header === "object" &&
    header !== null &&
    "alg" in header &&
    typeof header.alg === "string"
  );
};

/**
 * Whether the value ends in the CRC-32 of its 30 random characters, in six base62 digits. GitHub and npm build their
 * tokens this way (GitHub, "Behind GitHub's new authentication token formats").
 */
export const hasGithubChecksum: Check = (value) => {
  const body = /_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(value);
  let sum = 0;
  for (const char of body?.[2] ?? "") sum = sum * 62 + BASE62.indexOf(char);
  return body !== null && sum === crc32(body[1] ?? "");
};

/** Whether the value is one block of textual encoding: matching labels, a body of base64 (RFC 7468, RFC 1421 headers). */
export const isPem: Check = (value) => {
  const block = /^-----BEGIN ([A-Z0-9 ]{1,64})-----([\s\S]*)-----END \1-----\s*$/.exec(
    value.trim(),
  );
  const body = (block?.[2] ?? "")
    .replaceAll("\\n", "\n")
    .replaceAll(/^[A-Za-z-]+: .*$/gm, "")
    .replaceAll(/\s|\\r/g, "");
  return body.length >= 16 && /^[0-9A-Za-z+/]+={0,2}$/.test(body);
};

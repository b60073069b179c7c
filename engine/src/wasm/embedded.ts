const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The bytes of a module that is embedded in base64 (RFC 4648, section 4), which must be without fault. */
export function embeddedBytes(base64: string): Uint8Array {
  const digits = base64.replace(/=+$/, "");
  const bytes = new Uint8Array((digits.length * 3) >> 2);
  let bits = 0;
  let at = 0;
  for (let i = 0; i < digits.length; i++) {
    bits = (bits << 6) | DIGITS.indexOf(digits.charAt(i));
    if (i % 4 !== 0) bytes[at++] = bits >> (6 - 2 * (i % 4));
  }
  return bytes;
}

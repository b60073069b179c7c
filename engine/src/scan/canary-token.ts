/** What every canary's token begins with. */
export const CANARY_PREFIX = "WEIR";

/** Characters of a token: the prefix, and 80 random bits in the base32 of RFC 4648. */
export const CANARY_TOKEN_CHARS = 20;

const TOKEN = /^WEIR[A-Z2-7]{16}$/;

/** Has a text the shape of a canary's token, as it is planted? */
export function isCanaryToken(text: string): boolean {
  return TOKEN.test(text);
}

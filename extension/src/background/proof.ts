// How the companion and the agent show each other that they know a secret, which neither sends (docs/adr/0024).

/** How often a code is stretched; the agent's number. */
const STRETCH_ROUNDS = 20_000;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hexOf = (bytes: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What no answer was made for before. */
export const newNonce = (): string => hexOf(crypto.getRandomValues(new Uint8Array(32)));

/** The HMAC-SHA-256 of a text. */
export async function macOf(secret: string, text: string): Promise<string> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), hmac, false, ["sign"]);
  return hexOf(await crypto.subtle.sign("HMAC", key, bytesOf(text)));
}

/** The secret that a code is for one nonce: so slow to find that nobody else has it in the time that an answer may take. */
export async function stretched(code: string, nonce: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", bytesOf(code), "PBKDF2", false, ["deriveBits"]);
  const how = {
    name: "PBKDF2",
    hash: "SHA-256",
    salt: bytesOf(nonce),
    iterations: STRETCH_ROUNDS,
  };
  return hexOf(await crypto.subtle.deriveBits(how, key, 256));
}

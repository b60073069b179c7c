// What a companion does as it is paired and as the agent proves itself, written out a second time: by it the agent's side is judged.
import { createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

/** What a companion shows of a secret. */
export interface ShownSecret {
  readonly nonce: string;
  readonly proof: string;
}

const mac = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("hex");

const newNonce = (): string => randomBytes(32).toString("hex");

/** The secret that a code is for one nonce. */
export const secretOf = (code: string, nonce: string): string =>
  pbkdf2Sync(code, nonce, 20_000, 32, "sha256").toString("hex");

/** Shows a key to the agent at a place. */
export function showKey(key: string, place: string, nonce = newNonce()): ShownSecret {
  return { nonce, proof: mac(key, `companion ${place} ${nonce}`) };
}

/** Shows a code to the agent at a place. */
export function showCode(code: string, place: string): ShownSecret {
  const nonce = newNonce();
  return showKey(secretOf(code, nonce), place, nonce);
}

/** The proof of an agent that knows the secret. */
export const agentsProof = (secret: string, place: string, nonce: string, given: string): string =>
  mac(secret, `agent ${place} ${nonce} ${given}`);

/** The companion's token for an agent's nonce. */
export const tokenOf = (key: string, agentNonce: string): string => mac(key, `token ${agentNonce}`);

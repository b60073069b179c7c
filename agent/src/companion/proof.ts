import { createHmac, pbkdf2Sync, timingSafeEqual } from "node:crypto";
import { PAIRING } from "@weir/schema";
import type { ProofRequest } from "@weir/schema";

/** What is shown of a secret, and the address and port that it came to: who hands it on to an agent elsewhere can't change them. */
export interface Shown extends ProofRequest {
  readonly place: string;
}

const mac = (secret: string, ...words: readonly string[]): string =>
  createHmac("sha256", secret).update(words.join(" ")).digest("hex");

/** Both are as long as a hash. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The secret that a code is for one nonce. */
export function stretched(code: string, nonce: string): string {
  return pbkdf2Sync(code, nonce, PAIRING.stretchRounds, 32, "sha256").toString("hex");
}

/** Does a companion know the secret? */
export function isShown(secret: string, { place, nonce, proof }: Shown): boolean {
  return isSame(mac(secret, "companion", place, nonce), proof);
}

/** Shows a companion that the agent knows the secret, and that what it gives is the agent's. */
export function agentProof(secret: string, { place, nonce }: Shown, given: string): string {
  return mac(secret, "agent", place, nonce, given);
}

/** The token of a companion, for as long as the agent has this nonce. */
export function tokenFor(key: string, agentNonce: string): string {
  return mac(key, "token", agentNonce);
}

// What an agent does as a companion is paired with it, and as it proves itself.
import { randomBytes } from "node:crypto";
import { agentsProof, secretOf, showKey, tokenOf } from "../../agent/test/companion-side.ts";
import type { ShownSecret } from "../../agent/test/companion-side.ts";

/** The proof for who shows that it knows the secret; undefined for all others. */
function proofFor(secret: string, place: string, { nonce, proof }: ShownSecret, given: string) {
  const isShown = showKey(secret, place, nonce).proof === proof;
  return isShown ? agentsProof(secret, place, nonce, given) : undefined;
}

/** One run of an agent at a port. */
export function agentSide(port: () => number) {
  const nonce = randomBytes(32).toString("hex");
  const place = (): string => `127.0.0.1:${port()}`;
  return {
    /** A new key for who shows this code. */
    pair: (code: string, shown: ShownSecret) => {
      const key = randomBytes(32).toString("hex");
      const proof = proofFor(secretOf(code, shown.nonce), place(), shown, key);
      return proof === undefined ? undefined : { key, proof };
    },
    /** The agent's proof for who shows one of these keys. */
    prove: (keys: readonly string[], shown: ShownSecret) => {
      const proof = keys
        .map((key) => proofFor(key, place(), shown, nonce))
        .find((each) => each !== undefined);
      return proof === undefined ? undefined : { nonce, proof };
    },
    token: (key: string): string => tokenOf(key, nonce),
  };
}

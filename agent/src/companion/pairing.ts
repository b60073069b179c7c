import { randomBytes } from "node:crypto";
import { PAIRING } from "@weir/schema";
import type { ErrorCode, PairingCode } from "@weir/schema";
import { isShown, stretched } from "./proof.ts";
import type { Shown } from "./proof.ts";

/** Crockford's base32: no I, L, O and U, which are easily misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What became of a code that was typed; `secret` is what it comes to. */
type Redeemed =
  | { readonly ok: true; readonly secret: string }
  | {
      readonly ok: false;
      readonly problem: Extract<
        ErrorCode,
        "pairing_code_wrong" | "pairing_code_expired" | "pairing_too_many_tries"
      >;
    };

/** The one code that is waiting. It is kept in memory alone and ends with its time, its use or its last wrong guess. */
export interface Pairing {
  /** A new code in the place of the last one. */
  readonly start: () => PairingCode;
  /** Ends the code where the companion shows that it was typed there. */
  readonly redeem: (shown: Shown) => Redeemed;
}

const newCode = (): string =>
  Array.from(randomBytes(PAIRING.codeChars), (byte) => ALPHABET.charAt(byte & 31)).join("");

/** Gives out codes, one at a time; `nowMs` never goes back. */
export function createPairing({ nowMs }: { readonly nowMs: () => number }): Pairing {
  /** The code, until when it counts, and how many wrong ones it stands. */
  let waiting: { readonly code: string; readonly untilMs: number; left: number } | undefined;
  return {
    start: () => {
      const code = newCode();
      const untilMs = nowMs() + PAIRING.seconds * 1000;
      waiting = { code, untilMs, left: PAIRING.tries };
      return { code, expires_in_seconds: PAIRING.seconds };
    },
    redeem: (shown) => {
      if (waiting === undefined || nowMs() >= waiting.untilMs) {
        waiting = undefined;
        return { ok: false, problem: "pairing_code_expired" };
      }
      if (waiting.left === 0) return { ok: false, problem: "pairing_too_many_tries" };
      const secret = stretched(waiting.code, shown.nonce);
      if (isShown(secret, shown)) {
        waiting = undefined;
        return { ok: true, secret };
      }
      waiting.left--;
      const isOver = waiting.left === 0;
      return { ok: false, problem: isOver ? "pairing_too_many_tries" : "pairing_code_wrong" };
    },
  };
}

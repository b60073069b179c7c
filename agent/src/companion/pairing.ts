import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { PAIRING } from "@weir/schema";
import type { ErrorCode, PairingCode } from "@weir/schema";

/** Crockford's base32: no I, L, O and U, which are easily misread. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What became of a code that was typed. */
type Redeemed =
  | { readonly ok: true }
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
  readonly redeem: (typed: string) => Redeemed;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

const newCode = (): string =>
  Array.from(randomBytes(PAIRING.codeChars), (byte) => ALPHABET.charAt(byte & 31)).join("");

/** A code as it was meant: in capitals, without what sets it apart, and with what was misread after all. */
const normalised = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");

/** Gives out codes, one at a time; `nowMs` never goes back. */
export function createPairing({ nowMs }: { readonly nowMs: () => number }): Pairing {
  /** The hash of the code, until when it counts, and how many wrong ones it stands. */
  let waiting: { readonly hash: Buffer; readonly untilMs: number; left: number } | undefined;
  return {
    start: () => {
      const code = newCode();
      const untilMs = nowMs() + PAIRING.seconds * 1000;
      waiting = { hash: digest(code), untilMs, left: PAIRING.tries };
      return { code, expires_in_seconds: PAIRING.seconds };
    },
    redeem: (typed) => {
      if (waiting === undefined || nowMs() >= waiting.untilMs) {
        waiting = undefined;
        return { ok: false, problem: "pairing_code_expired" };
      }
      if (waiting.left === 0) return { ok: false, problem: "pairing_too_many_tries" };
      if (timingSafeEqual(waiting.hash, digest(normalised(typed)))) {
        waiting = undefined;
        return { ok: true };
      }
      waiting.left--;
      const isOver = waiting.left === 0;
      return { ok: false, problem: isOver ? "pairing_too_many_tries" : "pairing_code_wrong" };
    },
  };
}

import { PairingCode, parse } from "@weir/schema";
import { expect, test } from "vitest";
import { secretOf, showCode } from "../../test/companion-side.ts";
import { createPairing } from "./pairing.ts";

/** Pairing with a clock that the test moves. */
function pairingAt() {
  const clock = { ms: 1000 };
  return { clock, pairing: createPairing({ nowMs: () => clock.ms }) };
}

const PLACE = "127.0.0.1:9191";
const typed = (code: string, place = PLACE) => ({ ...showCode(code, PLACE), place });
const DONE = { ok: true };
const refused = (problem: string) => ({ ok: false, problem });

test("a code has 8 characters without look-alikes, and the next one is another", () => {
  const { pairing } = pairingAt();
  const codes = Array.from({ length: 200 }, () => pairing.start());
  for (const code of codes) expect(parse(PairingCode, code).ok).toBe(true);
  expect(new Set(codes.map(({ code }) => code)).size).toBe(200);
  const used = new Set(codes.flatMap(({ code }) => code.split("")));
  expect(used.size).toBe(32);
  expect(["I", "L", "O", "U"].filter((letter) => used.has(letter))).toEqual([]);
});

test("a code is good for one pairing", () => {
  const { pairing } = pairingAt();
  expect(pairing.redeem(typed("00000000"))).toEqual(refused("pairing_code_expired"));
  const { code } = pairing.start();
  const shown = typed(code);
  expect(pairing.redeem(shown)).toEqual({ ...DONE, secret: secretOf(code, shown.nonce) });
  expect(pairing.redeem(shown)).toEqual(refused("pairing_code_expired"));
});

test("a code is worth nothing where it was shown to another port", () => {
  const { pairing } = pairingAt();
  const { code } = pairing.start();
  expect(pairing.redeem(typed(code, "127.0.0.1:9292"))).toEqual(refused("pairing_code_wrong"));
});

test("a code ends after five minutes, and a new one ends the last", () => {
  const { pairing, clock } = pairingAt();
  const first = pairing.start();
  clock.ms += first.expires_in_seconds * 1000 - 1;
  const second = pairing.start();
  expect(pairing.redeem(typed(first.code))).toEqual(refused("pairing_code_wrong"));
  clock.ms += second.expires_in_seconds * 1000;
  expect(pairing.redeem(typed(second.code))).toEqual(refused("pairing_code_expired"));
  expect(first.expires_in_seconds).toBe(300);
});

test("the fifth wrong one ends a code, so that the right one comes too late", () => {
  const { pairing, clock } = pairingAt();
  const { code, expires_in_seconds } = pairing.start();
  for (const wrong of ["", "0", code.slice(1), `${code}0`]) {
    expect(pairing.redeem(typed(wrong))).toEqual(refused("pairing_code_wrong"));
  }
  expect(pairing.redeem(typed("UUUUUUUU"))).toEqual(refused("pairing_too_many_tries"));
  expect(pairing.redeem(typed(code))).toEqual(refused("pairing_too_many_tries"));
  clock.ms += expires_in_seconds * 1000;
  expect(pairing.redeem(typed(code))).toEqual(refused("pairing_code_expired"));
  expect(pairing.redeem(typed(pairing.start().code))).toMatchObject(DONE);
});

test("a wrong try does not end the code", () => {
  const { pairing } = pairingAt();
  const { code } = pairing.start();
  for (let i = 0; i < 4; i++) pairing.redeem(typed("UUUUUUUU"));
  expect(pairing.redeem(typed(code))).toMatchObject(DONE);
});

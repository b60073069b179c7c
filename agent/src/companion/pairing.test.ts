import { PairingCode, parse } from "@weir/schema";
import { expect, test } from "vitest";
import { createPairing } from "./pairing.ts";

/** Pairing with a clock that the test moves. */
function pairingAt() {
  const clock = { ms: 1000 };
  return { clock, pairing: createPairing({ nowMs: () => clock.ms }) };
}

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
  expect(pairing.redeem("00000000")).toEqual(refused("pairing_code_expired"));
  const { code } = pairing.start();
  expect(pairing.redeem(code)).toEqual(DONE);
  expect(pairing.redeem(code)).toEqual(refused("pairing_code_expired"));
});

test("a code is taken as people write it", () => {
  const { pairing } = pairingAt();
  const spelt: readonly ((code: string) => string)[] = [
    (code) => code.toLowerCase(),
    (code) => `${code.slice(0, 4)}-${code.slice(4)}`,
    (code) => ` ${code.slice(0, 4)} ${code.slice(4)}\n`,
    (code) => code.replaceAll("0", "O").replaceAll("1", "I"),
    (code) => code.replaceAll("0", "o").replaceAll("1", "l"),
  ];
  for (const spell of spelt) {
    for (let i = 0; i < 20; i++) expect(pairing.redeem(spell(pairing.start().code))).toEqual(DONE);
  }
});

test("a code ends after five minutes, and a new one ends the last", () => {
  const { pairing, clock } = pairingAt();
  const first = pairing.start();
  clock.ms += first.expires_in_seconds * 1000 - 1;
  const second = pairing.start();
  expect(pairing.redeem(first.code)).toEqual(refused("pairing_code_wrong"));
  clock.ms += second.expires_in_seconds * 1000;
  expect(pairing.redeem(second.code)).toEqual(refused("pairing_code_expired"));
  expect(first.expires_in_seconds).toBe(300);
});

test("the fifth wrong one ends a code, so that the right one comes too late", () => {
  const { pairing, clock } = pairingAt();
  const { code, expires_in_seconds } = pairing.start();
  for (const wrong of ["", "0", code.slice(1), `${code}0`]) {
    expect(pairing.redeem(wrong)).toEqual(refused("pairing_code_wrong"));
  }
  expect(pairing.redeem("UUUUUUUU")).toEqual(refused("pairing_too_many_tries"));
  expect(pairing.redeem(code)).toEqual(refused("pairing_too_many_tries"));
  clock.ms += expires_in_seconds * 1000;
  expect(pairing.redeem(code)).toEqual(refused("pairing_code_expired"));
  expect(pairing.redeem(pairing.start().code)).toEqual(DONE);
});

test("a wrong try does not end the code", () => {
  const { pairing } = pairingAt();
  const { code } = pairing.start();
  for (let i = 0; i < 4; i++) pairing.redeem("UUUUUUUU");
  expect(pairing.redeem(code)).toEqual(DONE);
});

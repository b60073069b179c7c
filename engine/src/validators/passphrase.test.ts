import { expect, test } from "vitest";
import { isPassphrase } from "./passphrase.ts";

test("a word without a vowel is none of a passphrase", () => {
  expect(isPassphrase("marble-otter-lantern-dolphin")).toBe(true);
  expect(isPassphrase("marble-otter-gcm-dolphin")).toBe(false);
});

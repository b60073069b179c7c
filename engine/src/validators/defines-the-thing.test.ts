import { describe, expect, it } from "vitest";
import { definesTheThing } from "./validate.ts";

describe("definesTheThing", () => {
  it("lets a token count by its shape and nothing else", () => {
    expect(definesTheThing("github")).toBe(false);
    expect(definesTheThing("jwt")).toBe(false);
    expect(definesTheThing("luhn")).toBe(true);
    expect(definesTheThing("bip39")).toBe(true);
  });
});

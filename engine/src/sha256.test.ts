import { describe, expect, it } from "vitest";
import { sha256, sha256Hex } from "./sha256.ts";
import { bip39Words } from "./validators/bip39-words.ts";

/** NIST's examples with intermediate values for SHA-256, and the FIPS 180-2 million letters. */
const VECTORS = [
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  [
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
    "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
  ],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
] as const;

describe("sha256", () => {
  it.each(VECTORS)("hashes NIST's example %#", (text, digest) => {
    expect(sha256Hex(text)).toBe(digest);
  });

  it.each([55, 56, 63, 64, 65, 119, 120])("pads a message of %i bytes", (length) => {
    const bytes = new Uint8Array(length).fill(0x61);
    const hex = Array.from(sha256(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
    expect(hex).toBe(sha256Hex("a".repeat(length)));
    expect(hex).toHaveLength(64);
  });

  it("encodes text as UTF-8", () => {
    const bytes = [0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xef, 0xbf, 0xbd];
    const hex = Array.from(sha256(Uint8Array.from(bytes)), (b) => b.toString(16).padStart(2, "0"));
    expect(sha256Hex("\u00e9\u20ac\u{1f600}\ud800")).toBe(hex.join(""));
  });

  it("gives the published digest of the BIP-39 word list", () => {
    const digest = "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda";
    expect(sha256Hex(`${bip39Words().join("\n")}\n`)).toBe(digest);
  });
});

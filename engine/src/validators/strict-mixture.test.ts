import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesOf } from "../scan/text-bytes.ts";
import { mayHoldStrict } from "./strict-mixture.ts";
import { validate } from "./validate.ts";

const mayHold = (text: string): boolean => mayHoldStrict(bytesOf(text).bytes, 0, text.length);

const SIGNS = "aeglstzAKQ0479-_.+~=/:%!@#*,;&?()[]";
const WORDS =
  "word Word WORD ab Xb sha256 SHA256 v2 V2 Sha1 OAuth2 utf8 19 2024 123456 %41 %4a %ab 2nd bcdfg xqz maple copper \u00e9";
const pieces = fc.constantFrom(...Array.from(SIGNS), ...WORDS.split(" "));
const sentence = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(""));
const short = fc.string({ maxLength: 24 });

test("a value that passes is held by whatever stands around it", () => {
  let passed = 0;
  fc.assert(
    fc.property(
      fc.oneof(sentence, short),
      fc.oneof(sentence, short),
      fc.oneof(sentence, short),
      (value, before, after) => {
        if (validate("mixed_strict", value) !== "valid") return;
        passed++;
        expect(mayHold(value)).toBe(true);
        expect(mayHold(before + value + after)).toBe(true);
      },
    ),
    { numRuns: 20_000 },
  );
  expect(passed).toBeGreaterThan(1000);
});

test("so is every part of what is cut out of it", () => {
  fc.assert(
    fc.property(sentence, (text) => {
      if (mayHold(text)) return;
      const parts = Array.from({ length: text.length }, (_, from) =>
        Array.from({ length: text.length - from }, (_each, i) => text.slice(from, from + i + 1)),
      );
      const passed = parts.flat().filter((part) => validate("mixed_strict", part) === "valid");
      expect(passed).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  "Maple-copper-QRtvkL",
  "tr0ub4dor&3",
  "Vespa4821_",
  "vespa_Lamp51",
  "alpha-bravo-carbon-delta7",
  "alpha.bravo.carbon.delta.42",
  "AB2024V2CDE",
  "hTzWkQpLmNvRx",
])("%s may pass", (text) => {
  expect(mayHold(text)).toBe(true);
});

test.each([
  "getUserName(",
  "https://api.example.com/v1/models",
  "https://api.example/v0/requests/37531",
  "Authorization:",
  "2026-02-06",
  "(28000):",
  "picocolors.isColorSupported",
  "base64(username:password)",
  "python:3.12",
])("no part of %s can", (text) => {
  expect(mayHold(text)).toBe(false);
});

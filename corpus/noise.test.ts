import { expect, test } from "vitest";
import { noise, NOISE_KINDS } from "./noise.ts";

const CHARS = 20_000;

/** A slot or a generator that was misspelt, so that it stands in the text as it was written. */
const LEFT_OVER =
  /\{(?:[Ww]ord|[Nn]ame|camel|Pascal|snake|kebab|CONST|person|first|sentence|paragraph|no_luhn|digits|hex|HEX|lower|upper|alpha|base\d+(?:url)?|one|uuid)(?::[^}]*)?\}/;

test.each(NOISE_KINDS)("noise is filled in and the same for the same seed: %s", (kind) => {
  const text = noise(kind, 1, CHARS);
  expect(text).toHaveLength(CHARS);
  expect(LEFT_OVER.exec(text)?.[0]).toBeUndefined();
  expect(noise(kind, 1, CHARS)).toBe(text);
  expect(noise(kind, 2, CHARS)).not.toBe(text);
});

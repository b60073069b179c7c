import { fillTemplate, scan, seededRandom } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from "@weir/schema";
import { expect, test } from "vitest";
import { shippedRuleset } from "./shipped-ruleset.ts";

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
const blocks = (text: string): boolean => scan(shippedRuleset(), policy, text).blocked;

/** The second test vector of BIP-39 but for its last word. */
const PUBLIC = ["legal winner thank year wave sausage", "worth useful legal winner thank"].join(
  " ",
);

test.each([
  [`seed phrase: ${PUBLIC} yellow`],
  [`my seed phrase is ${PUBLIC} yellow, keep it`],
  [`recovery phrase:\n${PUBLIC.replaceAll(" ", ", ")}, yellow`],
])("a published seed phrase is benign in a sentence, case %#", (text) => {
  expect(blocks(text)).toBe(false);
});

test("a seed phrase of one's own does not hide beside a published one", () => {
  const own = fillTemplate("{seed_phrase:12}", seededRandom("beside"));
  expect(blocks(`seed phrase: ${own}`)).toBe(true);
  expect(blocks(`seed phrase: ${PUBLIC} yellow ${own}`)).toBe(true);
});

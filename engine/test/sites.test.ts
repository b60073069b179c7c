import fc from "fast-check";
import { expect, test } from "vitest";
import { sitesIn } from "../src/scan/sites.ts";
import { numRuns } from "./arbitraries.ts";
import { indexed } from "./indexed.ts";

const LITERAL = "x";
const text = fc.string({ unit: fc.constantFrom("a", "b", LITERAL, "\n"), maxLength: 60 });

/** Where a literal stands that a match holds in its line, told by looking back from it. */
function expected(content: string, starts: readonly number[], before: number, at: number) {
  const last = starts.find((start) => start >= at);
  if (last === undefined) return undefined;
  const line = content.slice(0, last).lastIndexOf("\n");
  return { from: Math.max(line, last - before), last };
}

test("a match that holds its literal in one line begins behind the end of the line before", () => {
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.nat(60)),
      (content, before, places) => {
        const starts = [...content.matchAll(/x/g)].map(({ index }) => index);
        const rule = { kind: "literal", before, inLine: true } as const;
        const sites = sitesIn(rule, starts, indexed(content));
        // Windows are asked about in their order, after a first look at the whole text.
        for (const at of [0, ...places.toSorted((a, b) => a - b), ...places]) {
          const found = sites.find(at) ? { from: sites.from, last: sites.last } : undefined;
          expect(found).toEqual(expected(content, starts, before, at));
        }
      },
    ),
    { numRuns },
  );
});

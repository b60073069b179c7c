import { expect, test } from "vitest";
import { defaultPolicy, shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { fillTemplate, scan, seededRandom } from "../src/index.ts";
import { STEPS } from "../src/scan/scan.ts";
import type { Step } from "../src/scan/scan.ts";

test("each step is told once, in the order in which they are taken", () => {
  const told: Step[] = [];
  const key = fillTemplate("{checksummed:ghp_}", seededRandom("steps"));
  const { blocked } = scan(shippedRuleset(), defaultPolicy, `a key: ${key}`, {
    onStep: (step) => told.push(step),
  });
  const before = STEPS.slice(0, STEPS.indexOf("hotwords"));
  expect(blocked).toBe(true);
  expect(told).toEqual([...before, "exclusions", "hotwords", "entropy", "threshold"]);
});

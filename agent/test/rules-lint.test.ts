import { join } from "node:path";
import { expect, test } from "vitest";
import { ruleFaults } from "../../scripts/known-rule-faults.ts";
import { loadRules, readPatternFile } from "../src/rules/load.ts";
import { RULE_FILES, shippedRulesDir } from "../src/rules/locate.ts";

test("the lint finds no fault in the shipped rules", () => {
  const folder = shippedRulesDir();
  const patterns = readPatternFile(join(folder, RULE_FILES.patterns));
  expect(ruleFaults(patterns, loadRules(folder).exclusions)).toEqual([]);
});

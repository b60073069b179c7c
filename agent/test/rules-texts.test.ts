import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, describe, test } from "vitest";
import { loadRuleset } from "../src/rules/image.ts";
import { loadRules } from "../src/rules/load.ts";
import { shippedRulesDir } from "../src/rules/locate.ts";
import { FIXTURE_PATTERNS, temporaryFolder, writeRules } from "./fixture-rules.ts";

describe("the rules of a bundle", () => {
  test("are those of the shipped files, with the hash that a package computes of its own", () => {
    const { patterns, exclusions } = loadRules(shippedRulesDir());
    const read = loadRuleset(shippedRulesDir()).readTexts();
    expect(patterns.length).toBeGreaterThan(100);
    expect(JSON.stringify(read)).toBe(JSON.stringify({ patterns, exclusions }));
  });

  test("have local patterns and exclusions, as they were taken up", () => {
    const folder = temporaryFolder();
    const own = {
      ...FIXTURE_PATTERNS[0],
      name: "Own Key",
      regex: "own_[a-z]{20}",
      prefix: "own_",
      examples: [],
      counter_examples: [],
    };
    const exclusions = [{ type: "dictionary", applies_to: "Own Key", words: ["demo"] }];
    writeRules(folder.path, { exclusions: { exclusions }, local: { patterns: [own] } });
    const rules = loadRuleset(folder.path);
    writeRules(folder.path, { exclusions: { exclusions }, local: { patterns: [] } });
    const read = rules.readTexts();
    expect(read?.patterns.at(-1)?.name).toBe("Own Key");
    expect(read?.exclusions).toMatchObject(exclusions);
    folder.remove();
  });

  test.each([
    [
      "patterns that are others",
      "dlp_patterns.json",
      JSON.stringify({ patterns: FIXTURE_PATTERNS.slice(1) }),
    ],
    ["exclusions with a space more", "dlp_exclusions.json", '{"exclusions": []}'],
    ["no JSON", "dlp_patterns.json", "{"],
  ])(
    "can't be had from files that hold %s by now, and can again when they are put back",
    (_name, file, text) => {
      const folder = temporaryFolder();
      const rules = loadRuleset(writeRules(folder.path));
      expect(rules.readTexts()).toBeDefined();
      writeFileSync(join(folder.path, file), text);
      expect(rules.readTexts()).toBeUndefined();
      writeRules(folder.path);
      expect(rules.readTexts()).toBeDefined();
      folder.remove();
      expect(rules.readTexts()).toBeUndefined();
    },
  );
});

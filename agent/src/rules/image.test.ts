import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { serialize } from "node:v8";
import { scan } from "@weir/engine";
import type { Ruleset } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from "@weir/schema";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  acmeKey,
  FIXTURE_PATTERNS,
  temporaryFolder,
  writeRules,
} from "../../test/fixture-rules.ts";
import { containing } from "../../test/matchers.ts";
import { AgentError } from "../errors.ts";
import { AGENT_VERSION } from "../version.ts";
import { IMAGE_FILE, imageOf, loadRuleset } from "./image.ts";
import { loadRules } from "./load.ts";
import { RULE_FILES, shippedRulesDir } from "./locate.ts";

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
const names = FIXTURE_PATTERNS.map(({ name }) => name);

let folder: ReturnType<typeof temporaryFolder>;
let rules: string;
let image: string;
beforeEach(() => {
  folder = temporaryFolder();
  rules = writeRules(folder.path);
  image = join(folder.path, IMAGE_FILE);
});
afterEach(() => folder.remove());

const loadedNames = (): string[] =>
  loadRuleset(rules, {}, image).ruleset.patterns.map(({ name }) => name);

/** An image with the key of the rules and other patterns, which tells who took it. */
function otherImage(version: string): Uint8Array {
  const key = imageOf(rules, version).subarray(0, 32);
  const other = temporaryFolder();
  const patterns = [{ ...FIXTURE_PATTERNS[0], name: "Other" }];
  const made = imageOf(writeRules(other.path, { patterns }), version);
  other.remove();
  return Buffer.concat([key, made.subarray(32)]);
}

/** A ruleset in words, its arrays of numbers by their hash. */
const inWords = (ruleset: Ruleset): string =>
  JSON.stringify(ruleset, (_, value: unknown) => {
    if (ArrayBuffer.isView(value))
      return createHash("sha256")
        .update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
        .digest("hex");
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([x], [y]) => (x < y ? -1 : 1)));
  });

test("an image says what the files say, for every shipped pattern", () => {
  writeFileSync(image, imageOf(shippedRulesDir(), AGENT_VERSION));
  const { ruleset } = loadRuleset(shippedRulesDir(), {}, image);
  expect(inWords(ruleset)).toBe(inWords(loadRules(shippedRulesDir()).ruleset));
  expect(ruleset.automaton.tables.ascii.rows.buffer).toBe(
    ruleset.automaton.tables.other.rows.buffer,
  );
});

test("an image holds shipped rules alone, whatever local ones stand beside them", () => {
  const before = imageOf(rules, AGENT_VERSION);
  const own = { ...FIXTURE_PATTERNS[0], name: "My Own Key" };
  writeFileSync(join(rules, RULE_FILES.localPatterns), JSON.stringify([own]));
  expect(loadRules(rules).patterns.map(({ name }) => name)).toContain("My Own Key");
  expect(Buffer.from(imageOf(rules, AGENT_VERSION)).equals(before)).toBe(true);
  writeFileSync(join(rules, RULE_FILES.localPatterns), "{");
  expect(Buffer.from(imageOf(rules, AGENT_VERSION)).equals(before)).toBe(true);
});

test("equal parts of the rules of an image are one in memory", () => {
  writeFileSync(image, imageOf(shippedRulesDir(), AGENT_VERSION));
  const { patterns, admits } = loadRuleset(shippedRulesDir(), {}, image).ruleset.prepared;
  const parts = [
    ...patterns.flatMap(({ needs, sites, gates }) => [needs, sites, gates]),
    ...patterns.flatMap(({ hotwords, route }) => [hotwords, route.literals]),
    ...admits,
  ];
  const distinct = new Set(parts.map((part) => JSON.stringify(part)));
  expect(new Set<unknown>(parts).size).toBeLessThan(1.02 * distinct.size);
});

test("rules from an image find what rules from files find", () => {
  writeFileSync(image, imageOf(rules, AGENT_VERSION));
  const { ruleset } = loadRuleset(rules, {}, image);
  expect(scan(ruleset, policy, `key ${acmeKey("i")}`).patternName).toBe("Acme Key");
});

test("an image of the very files is taken as it is", () => {
  writeFileSync(image, otherImage(AGENT_VERSION));
  expect(loadedNames()).toEqual(["Other"]);
});

test.each<[string, () => void]>([
  ["of another version", () => writeFileSync(image, otherImage("0.0.1"))],
  ["that is cut", () => writeFileSync(image, otherImage(AGENT_VERSION).subarray(0, 60))],
  ["that is empty", () => writeFileSync(image, "")],
  [
    "of something else",
    () =>
      writeFileSync(
        image,
        Buffer.concat([otherImage(AGENT_VERSION).subarray(0, 32), serialize(7)]),
      ),
  ],
  ["that is not there", () => undefined],
])("the files are read beside an image %s", (_, write) => {
  write();
  expect(loadedNames()).toEqual(names);
});

test("the files are read once one of them changes, were it by a space", () => {
  writeFileSync(image, otherImage(AGENT_VERSION));
  const file = join(rules, "dlp_exclusions.json");
  writeFileSync(file, `${readFileSync(file, "utf8")} `);
  expect(loadedNames()).toEqual(names);
});

test("local patterns are put beside those of the image", () => {
  writeFileSync(image, otherImage(AGENT_VERSION));
  writeRules(folder.path, { local: { patterns: [{ ...FIXTURE_PATTERNS[0], name: "Local" }] } });
  expect(loadedNames()).toEqual(["Other", "Local"]);
});

test("an image with local patterns says what the files say, for every shipped pattern", () => {
  const own = join(folder.path, "own");
  cpSync(shippedRulesDir(), own, { recursive: true });
  const overridden = { name: "GitHub Personal Access Token", severity: "low", score_weight: 1 };
  const added = { ...FIXTURE_PATTERNS[0], name: "Local" };
  const local = join(own, RULE_FILES.localPatterns);
  mkdirSync(dirname(local), { recursive: true });
  writeFileSync(local, JSON.stringify({ patterns: [overridden, added] }));
  writeFileSync(image, imageOf(own, AGENT_VERSION));
  const fromImage = loadRuleset(own, {}, image);
  const fromFiles = loadRuleset(own, {}, join(folder.path, "none"));
  expect(fromImage.local.faults).toEqual([]);
  expect(inWords(fromImage.ruleset)).toBe(inWords(fromFiles.ruleset));
  expect(fromImage.ruleset.patterns.at(-1)?.name).toBe("Local");
});

test("rules that are missing or faulty are told of as without an image", () => {
  writeFileSync(image, otherImage(AGENT_VERSION));
  writeFileSync(join(rules, "dlp_patterns.json"), "{");
  expect(loadedNames).toThrow(AgentError);
});

test("patterns of one's own are in force beside exclusions that were written for others", () => {
  const patterns = join(folder.path, "own.json");
  writeFileSync(patterns, JSON.stringify([{ ...FIXTURE_PATTERNS[0], name: "Own" }]));
  const exclusions = ["Acme Key", "Own", "*"].map((applies_to) => {
    return { applies_to, type: "dictionary", words: ["x"] };
  });
  writeRules(rules, { exclusions });
  const { ruleset, readTexts } = loadRuleset(rules, { patterns }, image);
  expect(scan(ruleset, policy, acmeKey("own")).patternName).toBe("Own");
  expect(readTexts()?.exclusions).toMatchObject([{ applies_to: "Own" }, { applies_to: "*" }]);
  // Where both files are named, they are one's own, and a name that is unknown is a mistake.
  const named = { patterns, exclusions: join(rules, RULE_FILES.exclusions) };
  expect(() => loadRuleset(rules, named, image)).toThrow(
    expect.objectContaining({
      details: [containing("exclusions[0] applies_to: names no pattern")],
    }),
  );
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scan } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from "@weir/schema";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AgentError } from "../src/errors.ts";
import { checkExamples } from "../src/rules/check-examples.ts";
import { loadRules, readPatternFile } from "../src/rules/load.ts";
import { shippedRulesDir } from "../src/rules/locate.ts";
import { acmeKey, FIXTURE_PATTERNS, temporaryFolder, writeRules } from "./fixture-rules.ts";
import { matching } from "./matchers.ts";

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
const [acme] = FIXTURE_PATTERNS;

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

type Files = Parameters<typeof writeRules>[1];

/** The details of the AgentError that loading throws. */
function faultsOf(files: Files): readonly string[] {
  try {
    loadRules(writeRules(folder.path, files));
  } catch (error) {
    if (error instanceof AgentError && error.code === "rules_invalid") return error.details;
    throw error;
  }
  return [];
}

test("loadRules() compiles what both files hold and keeps no examples", () => {
  const rules = loadRules(writeRules(folder.path));
  expect(rules.patterns.map(({ name }) => name)).toEqual(FIXTURE_PATTERNS.map(({ name }) => name));
  expect(JSON.stringify(rules.patterns)).not.toContain("{base62");
  expect(scan(rules.ruleset, policy, acmeKey("l")).patternName).toBe("Acme Key");
});

test("a bare list is a file's list", () => {
  expect(
    loadRules(writeRules(folder.path, { patterns: FIXTURE_PATTERNS, exclusions: [] })).patterns,
  ).toHaveLength(4);
});

const withField = (field: object): Files => ({
  patterns: { patterns: [acme, { ...acme, name: "Other", ...field }] },
});
const OTHER = 'dlp_patterns.json:1: patterns[1] "Other"';

test.each<[string, Files, RegExp | string]>([
  [
    "an empty file",
    { patterns: "" },
    "dlp_patterns.json: line 1, column 1: the file ends too early; is it complete?",
  ],
  [
    "a truncated file",
    { patterns: '{"patterns": [\n {"name": "A"' },
    "dlp_patterns.json: line 2, column 14: the file ends too early; is it complete?",
  ],
  ["a number", { patterns: "7" }, /^dlp_patterns\.json: the file: must be an object/],
  ["no list", { patterns: {} }, "dlp_patterns.json: patterns: is missing"],
  [
    "a file without a pattern",
    { patterns: { patterns: [] } },
    "dlp_patterns.json: patterns: holds no pattern; put patterns in, or the file as it was",
  ],
  ["a bare list without a pattern", { patterns: [] }, /holds no pattern/],
  [
    "an unknown list",
    { patterns: { patterns: [], rules: [] } },
    "dlp_patterns.json: rules: is not a known field",
  ],
  [
    "an entry that is none",
    { patterns: [5] },
    /^dlp_patterns\.json:1: patterns\[0\]: must be an object/,
  ],
  ["an unknown field", withField({ severty: "low" }), `${OTHER} severty: is not a known field`],
  [
    "a wrong severity",
    withField({ severity: "grave" }),
    /^dlp_patterns\.json:1: patterns\[1\] "Other" severity: must be "critical"/,
  ],
  [
    "a duplicate name",
    withField({ name: "Acme Key" }),
    'dlp_patterns.json:1: patterns[1] "Acme Key" name: is the name of patterns[0] "Acme Key" already; give it another one',
  ],
  [
    "a prefix that does not fit",
    withField({ prefix: "acne_" }),
    /^dlp_patterns\.json:1: patterns\[1\] "Other" prefix: .*shorten or drop the prefix$/,
  ],
  [
    "a regex that RE2 refuses",
    withField({ regex: "acme_(?=x)" }),
    /^dlp_patterns\.json:1: patterns\[1\] "Other" regex: is not RE2: .* at character [0-9]+$/,
  ],
  [
    "a regex that matches nothing at all",
    withField({ regex: "(acme_)?" }),
    /^dlp_patterns\.json:1: patterns\[1\] "Other" regex: matches the empty text/,
  ],
  [
    "an exclusion of no pattern",
    { exclusions: [{ applies_to: "Nobody", type: "dictionary", words: ["x"] }] },
    /^dlp_exclusions\.json:1: exclusions\[0\] applies_to: names no pattern/,
  ],
  [
    "an exclusion that RE2 refuses",
    { exclusions: [{ applies_to: "*", type: "regex", pattern: "(" }] },
    /^dlp_exclusions\.json:1: exclusions\[0\] pattern: is not RE2/,
  ],
])("%s is told with its place and cure", (_, files, fault) => {
  const faults = faultsOf(files);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(fault);
});

test("every fault of both files is told at once, and steers no terminal", () => {
  const faults = faultsOf({
    patterns: [
      { ...acme, severity: "x" },
      { ...acme, name: "B", regex: "(" },
      { ...acme, name: "C", "\u001b[31m": 1 },
      acme,
      acme,
    ],
    exclusions: "[",
  });
  expect(faults).toHaveLength(5);
  expect(faults.join("\n")).not.toContain("\u001b");
});

test("of patterns that can't be read, the exclusions that name them are no faults beside", () => {
  const exclusions = [
    { applies_to: "Acme Key", type: "dictionary", words: ["x"] },
    { applies_to: "*", type: "regex", pattern: "(" },
  ];
  const local = [{ ...acme, name: "Local Key" }];
  for (const patterns of ["{", { patterns: 7 }, []]) {
    const faults = faultsOf({ patterns, exclusions, local });
    expect(faults).toEqual([
      matching(/^dlp_patterns\.json: /),
      matching(/^dlp_exclusions\.json:1: exclusions\[1\] pattern: is not RE2/),
    ]);
  }
});

test("a file that is missing, a folder, or not UTF-8 is told", () => {
  expect(() => loadRules(join(folder.path, "nowhere"))).toThrow(
    expect.objectContaining({ code: "rules_missing", exitCode: 2 }),
  );
  expect(() => readPatternFile(folder.path)).toThrow(
    expect.objectContaining({ code: "rules_missing" }),
  );
  const file = join(folder.path, "latin1.json");
  writeFileSync(file, Buffer.from([0x5b, 0xe4, 0x5d]));
  expect(() => readPatternFile(file)).toThrow(
    expect.objectContaining({ details: ["latin1.json: is not UTF-8; save it as UTF-8"] }),
  );
});

test("a local file replaces patterns by name and adds others", () => {
  const local = [
    { ...acme, severity: "low" },
    { ...acme, name: "Local Key", regex: "local_[a-z]{9}", prefix: "local_" },
  ];
  const {
    patterns,
    local: { faults },
  } = loadRules(writeRules(folder.path, { local }));
  expect(faults).toEqual([]);
  expect(patterns).toHaveLength(5);
  expect(patterns[0]).toMatchObject({ name: "Acme Key", severity: "low" });
});

test("a faulty local file is told and ignored; the rest stays in force", () => {
  const { patterns, local } = loadRules(
    writeRules(folder.path, { local: [{ ...acme, name: "Local Key", regex: "(" }] }),
  );
  expect(local.faults).toEqual([
    matching(/^dlp_patterns_local\.json:1: patterns\[0\] "Local Key" regex: /),
  ]);
  expect(patterns).toHaveLength(4);
  expect(patterns[0]).toMatchObject({ name: "Acme Key", severity: "critical" });
  expect(loadRules(writeRules(folder.path, { local: "{" })).local.faults).toHaveLength(1);
});

test("checkExamples() tells examples that pass, counter-examples that block and templates that can't be filled", () => {
  const patterns = readPatternFile(
    join(
      writeRules(folder.path, {
        patterns: [
          {
            ...acme,
            examples: ["acme_{base62:24}", "acme_{base62:4}", "acme_{base62:0}"],
            counter_examples: ["x", "{base62:3} acme_{base62:24}"],
          },
        ],
      }),
      "dlp_patterns.json",
    ),
  );
  expect(checkExamples(patterns, [], policy)).toEqual([
    'patterns[0] "Acme Key" examples[1]: does not block (fill 1)',
    "patterns[0] \"Acme Key\" examples[2]: can't be filled; check its generators' arguments",
    'patterns[0] "Acme Key" counter_examples[1]: blocks (fill 1)',
  ]);
});

test("shippedRulesDir() lies beside the bundle's folder, or at the root of the sources", () => {
  expect(shippedRulesDir("file:///opt/weir/dist/weir.cjs")).toBe("/opt/weir/rules/");
  expect(shippedRulesDir("file:///opt/weir/agent/src/rules/locate.ts")).toBe("/opt/weir/rules/");
  expect(readFileSync(join(shippedRulesDir(), "../package.json"), "utf8")).toContain(
    "weir-workspace",
  );
});

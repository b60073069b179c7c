import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { CANARY_PREFIX, fillTemplate, routeRules, redact, scan, seededRandom } from "@weir/engine";
import type { RoutedRules } from "@weir/engine";
import {
  DEFAULT_THRESHOLDS,
  DEFAULT_WEIGHTS,
  ExclusionFile,
  parse,
  PatternFile,
} from "@weir/schema";
import type { Pattern } from "@weir/schema";
import { beforeAll, describe, expect, test } from "vitest";
import { loadRules, readPatternFile } from "../../agent/src/rules/load.ts";
import { TEXTS } from "../src/content/warm-up-texts.ts";
import { packedRulesOf, packRules, rulesScript, unpackRules } from "../src/scanner/packed-rules.ts";
import { createScanner } from "../src/scanner/scanner.ts";
import type { Scanner } from "../src/scanner/scanner.ts";
import { BASELINE_VERSION } from "../src/shared/build.ts";
import { DEFAULT_POLICY } from "../src/shared/default-policy.ts";
import { SETTINGS } from "./settings.ts";

const root = join(import.meta.dirname, "../..");

const scannerOf = (text: string | undefined): Scanner => createScanner(() => text);

interface Vector {
  readonly name: string;
  readonly input: {
    readonly patterns: unknown[];
    readonly exclusions?: unknown[];
    readonly content: string;
    readonly tail?: string;
  };
  readonly output: unknown;
}

const vectorsOf = (step: string): Vector[] =>
  JSON.parse(readFileSync(join(root, `engine/vectors/${step}.json`), "utf8")) as Vector[];

const PATTERN_DEFAULTS = { name: "Test Pattern", severity: "critical", score_weight: 1 };

function routedOf({ patterns, exclusions = [] }: Vector["input"]): RoutedRules {
  const complete = patterns.map((pattern) => Object.assign({}, PATTERN_DEFAULTS, pattern));
  const parsed = parse(PatternFile, { patterns: complete });
  const others = parse(ExclusionFile, { exclusions });
  if (!parsed.ok || !others.ok) throw new Error("a vector's rules are faulty");
  return routeRules(parsed.value.patterns, others.value.exclusions);
}

const fill = (template: string): string => fillTemplate(template, seededRandom("vector"));

describe("the scanner of a frame gives the engine's own answers", () => {
  test.each(vectorsOf("scan"))("scan: $name", ({ input, output }) => {
    const scanner = scannerOf(packRules(routedOf(input)));
    const { blocked, patternName, score } =
      scanner.scan(fill(input.content), fill(input.tail ?? "")) ?? {};
    expect(output).toMatchObject({ blocked, patternName, score });
  });

  test.each(vectorsOf("redact").filter(({ input }) => input.tail === undefined))(
    "redact: $name",
    ({ input, output }) => {
      const scanner = scannerOf(packRules(routedOf(input)));
      expect(scanner.redact(fill(input.content))).toBe(output);
    },
  );
});

describe("over the shipped rules", () => {
  const { patterns, exclusions } = loadRules(join(root, "rules"));
  const routed = routeRules(patterns, exclusions);
  const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
  let scanner: Scanner;
  beforeAll(() => {
    scanner = scannerOf(packRules(routed));
  });

  test("packed rules hold no examples, and their script gives them back", () => {
    const text = packRules(routed);
    expect(text).not.toContain("counter_examples");
    const script = rulesScript(text);
    expect(packedRulesOf(script)).toBe(text);
    const rules: unknown = runInNewContext(`${script}weirRules`);
    expect(packedRulesOf(String(rules))).toBe(text);
    expect(packedRulesOf(String(undefined))).toBeUndefined();
  });

  test("no rule ends the comment that it stands in", () => {
    const [first] = patterns;
    if (first === undefined) throw new Error("no patterns");
    const regex = String.raw`a[*/]*/*/\*/b"`;
    const text = packRules(routeRules([{ ...first, regex, hotwords: ["*/", "/*"] }], []));
    const given: unknown = runInNewContext(`${rulesScript(text)}weirRules`);
    const ruleset = unpackRules(packedRulesOf(String(given)) ?? "");
    expect(ruleset?.patterns.map((each) => each.regex.source)).toEqual([regex]);
  });

  test("until the agent has told of its policy, the schema's defaults are in force", () => {
    expect(DEFAULT_POLICY).toEqual(policy);
  });

  const examples = readPatternFile(join(root, "rules/dlp_patterns.json"))
    .filter((_, index) => index % 20 === 0)
    .map((pattern: Pattern) => [pattern.name, pattern.examples?.[0] ?? ""] as const);
  test.each(examples)("an example of %s", (name, template) => {
    const text = `first line\n${fillTemplate(template, seededRandom(name))}\n`;
    const ruleset = unpackRules(packRules(routed));
    if (ruleset === undefined) throw new Error("no rules");
    const wanted = scan(ruleset, policy, text);
    const local = scanner.scan(text);
    expect(local?.blocked).toBe(true);
    expect(local?.patternName).toBe(wanted.patternName);
    expect(local?.score).toBe(wanted.score);
    expect(local?.severity).toBe(
      patterns.find((each) => each.name === wanted.patternName)?.severity,
    );
    expect(scanner.redact(text)).toBe(redact(ruleset, policy, text).content);
    expect(scanner.scan(scanner.redact(text) ?? text)?.blocked).toBe(false);
    for (const value of scanner.values(text)) expect(text).toContain(value);
  });
});

describe("what a frame's rules are worth", () => {
  const rules = (name: string, literal: string): string =>
    packRules(
      routedOf({
        patterns: [{ name, regex: `${literal}[a-z]{8}`, prefix: literal }],
        content: "",
      }),
    );
  const text = "own_qzkvmwtb new_hxwpqnrk";

  test("nothing is built before the first question", () => {
    let asked = 0;
    const scanner = createScanner(() => {
      asked++;
      return rules("Own", "own_");
    });
    expect(scanner.ready()).toBe(false);
    scanner.update("", SETTINGS);
    expect(asked).toBe(0);
    scanner.scan("x");
    expect([asked, scanner.ready()]).toEqual([1, true]);
  });

  test("they can be built step by step, and the first question does what is left", () => {
    for (let before = 0; ; before++) {
      const scanner = scannerOf(rules("Own", "own_"));
      let steps = 0;
      while (steps < before && scanner.prepare()) steps++;
      const isReady = scanner.ready();
      expect(scanner.scan(text)?.patternName).toBe("Own");
      expect([scanner.ready(), scanner.prepare()]).toEqual([true, false]);
      if (!isReady) continue;
      expect(steps).toBeGreaterThan(5);
      return;
    }
  });

  test("steps of rules that are called for no longer are not gone on with", () => {
    const scanner = scannerOf(rules("Own", "own_"));
    scanner.prepare();
    scanner.update(rules("New", "new_"), { ...SETTINGS, rulesVersion: "new" });
    while (scanner.prepare());
    expect(scanner.ready()).toBe(true);
    expect(scanner.scan(text)?.patternName).toBe("New");
  });

  test("they are fresh where the agent says that they are in force, and stale else", () => {
    const scanner = scannerOf(rules("Own", "own_"));
    expect(scanner.state()).toBe("stale");
    scanner.update("", SETTINGS);
    expect(scanner.state()).toBe("fresh");
    scanner.update("", { ...SETTINGS, rulesFresh: false });
    expect(scanner.state()).toBe("stale");
    scanner.update("", { ...SETTINGS, rulesVersion: "another" });
    expect(scanner.state()).toBe("stale");
  });

  test("those that the background hands over take their place, until the package's are called for again", () => {
    const scanner = scannerOf(rules("Own", "own_"));
    expect(scanner.scan(text)?.patternName).toBe("Own");
    scanner.update(rules("New", "new_"), { ...SETTINGS, rulesVersion: "new" });
    expect([scanner.version(), scanner.state()]).toEqual(["new", "fresh"]);
    expect(scanner.scan(text)?.patternName).toBe("New");
    scanner.update("", SETTINGS);
    expect([scanner.version(), scanner.state()]).toEqual([BASELINE_VERSION, "fresh"]);
    expect(scanner.scan(text)?.patternName).toBe("Own");
  });

  test.each([
    ["absent", undefined],
    ["no JSON", "{"],
    ["another JSON", "[]"],
    ["an object of another kind", '{"patterns":1,"admits":2}'],
  ])("where they are %s, there is no verdict", (_name, broken) => {
    const scanner = scannerOf(broken);
    expect(scanner.scan(text)).toBeUndefined();
    expect(scanner.redact(text)).toBeUndefined();
    expect(scanner.values(text)).toEqual([]);
    expect(scanner.state()).toBe("none");
  });

  test("the agent's thresholds count", () => {
    const scanner = scannerOf(rules("Own", "own_"));
    const thresholds = { ...DEFAULT_POLICY.thresholds, critical: 9 };
    scanner.update("", { ...SETTINGS, policy: { ...DEFAULT_POLICY, thresholds } });
    expect(scanner.scan(text)).toMatchObject({ blocked: false, findings: 0, severity: undefined });
  });

  test("a text with a canary's shape is for the agent, a word that begins like one is not", () => {
    const scanner = scannerOf(rules("Own", "own_"));
    const token = fillTemplate(`${CANARY_PREFIX}{base32:16}`, seededRandom("canary"));
    expect(scanner.scan(`key ${token}`)?.canary).toBe(true);
    expect(scanner.scan(`key ${token.toLowerCase()}`)?.canary).toBe(true);
    expect(scanner.scan("a weird thing at the weir")?.canary).toBe(false);
    expect(scanner.scan(`key ${token}`)).toMatchObject({ blocked: false, findings: 0, score: 0 });
    expect(scanner.redact(`key ${token}`)).toBe(`key ${token}`);
  });

  test.each([
    ["in base64", (token: string) => Buffer.from(`token=${token};`).toString("base64")],
    ["in hexadecimal", (token: string) => Buffer.from(`token=${token};`).toString("hex")],
    ["with characters of no width", (token: string) => token.replaceAll(/(?<=.)/gu, "\u200b")],
    [
      "in quotes that are joined",
      (token: string) => `"${token.slice(0, 7)}" + "${token.slice(7)}"`,
    ],
    [
      "in letters of full width",
      (token: string) =>
        token.replace(/./gu, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)),
    ],
  ])("a canary's shape %s is for the agent", (_how, disguise) => {
    const scanner = scannerOf(rules("Own", "own_"));
    const token = fillTemplate(`${CANARY_PREFIX}{base32:16}`, seededRandom("canary"));
    expect(scanner.scan(`see ${disguise(token)} there`)?.canary).toBe(true);
  });

  test("a canary's shape in two pastes is for the agent, and settled by the second", () => {
    const scanner = scannerOf(rules("Own", "own_"));
    const token = fillTemplate(`${CANARY_PREFIX}{base32:16}`, seededRandom("canary"));
    const first = scanner.scan(`see ${token.slice(0, 9)}`);
    const second = scanner.scan(`${token.slice(9)} there`, first?.tail);
    expect([first?.canary, second?.canary]).toEqual([false, true]);
    expect(scanner.scan("and more words", second?.tail)?.canary).toBe(false);
  });

  test("a secret in two pastes is found by the tail of the first", () => {
    const scanner = scannerOf(rules("Own", "own_"));
    const first = scanner.scan("see own_qzkv");
    expect(first?.blocked).toBe(false);
    expect(scanner.scan("mwtb", first?.tail)?.blocked).toBe(true);
  });
});

test("the texts of the rehearsal are clean", () => {
  const { patterns, exclusions } = loadRules(join(root, "rules"));
  const scanner = scannerOf(packRules(routeRules(patterns, exclusions)));
  expect(TEXTS.filter((text) => scanner.scan(text)?.blocked !== false)).toEqual([]);
});

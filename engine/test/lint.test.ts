import { fillTemplate, inferPattern, lintRules, patternFaults, seededRandom } from "@weir/engine";
import type { Pattern } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { literalUse } from "../src/lint/literal-walk.ts";
import { MAX_WORK, worstWork } from "../src/lint/cost.ts";
import { parseRegex } from "../src/regex/parse.ts";
import { base, change, kinds, lint, setting } from "./lint-setting.ts";

test("a good pattern has neither fault nor remark", () => {
  expect(lint([base])).toEqual([]);
});

test.each<[string, Pattern, string, RegExp]>([
  ["the empty text", change({ regex: "(?:acme)?" }), "invalid regex", /matches the empty text/],
  ["no RE2", change({ regex: "a(?=b)" }), "invalid regex", /is not RE2: .* at character/],
  ["nothing", change({ regex: "a[^\\s\\S]" }), "invalid regex", /can match nothing at all/],
  ["another prefix", change({ prefix: "acne_" }), "invalid prefix", /shorten or drop the prefix/],
  ["a reserved category", change({ category: "canary" }), "invalid category", /planted tokens/],
  ["an invisible anchor", change({ anchor: "\u200b" }), "invalid anchor", /invisible/],
  ["an anchor in capitals", change({ anchor: "ACME" }), "invalid anchor", /must be lower case/],
  ["an anchor of no match", change({ anchor: "-" }), "unreachable anchor", /no match .* holds/],
  [
    "an anchor too far behind",
    change({ regex: "(?:0123456789){60}-end", anchor: "-end" }),
    "unreachable anchor",
    /further from it than the engine looks/,
  ],
  [
    "a hotword too far behind",
    change({ regex: "(?:0123456789){150}", hotwords: ["n"], require_hotword: true }),
    "unreachable hotwords",
    /further from it/,
  ],
  ["open matches by the hundred", change({ regex: "a[ab]{900}c" }), "slow regex", /is slow: /],
  [
    "open matches behind a prefix",
    change({ regex: "acme=[a-z=]{300}[a-z=]{0,1000};", prefix: "acme=" }),
    "slow regex",
    /write \* or \{n,\}/,
  ],
])("patternFaults() refuses %s", (_, pattern, kind, problem) => {
  const faults = patternFaults(pattern);
  expect(faults.map((fault) => `${fault.kind} ${fault.field}`)).toEqual([kind]);
  expect(faults[0]?.problem).toMatch(problem);
});

test.each(["(a+)+$", "(a|b)*a(a|b){16}c", "(.*a){20}c", "[a-z]{2,300}@x", "eyJ[\\w-]{10,3000}"])(
  "worstWork() finds nothing slow in %s",
  (regex) => {
    expect(worstWork(parseRegex(regex.replace("{10,3000}", "{10,1000}")))).toBeLessThan(MAX_WORK);
  },
);

test.each([
  "a.{900}c",
  "(?:[ab]?a?){450}c",
  "a[ab]{998}".repeat(8),
  // One beginning, and many ways to go on from it.
  "eyJ[\\w-]{10,1000}[\\w-]{0,1000}\\.",
  // One way to an end, and many back from it.
  "key=([a-z]{200}[a-z]{0,1000}[a-z]{0,1000}={0,2})",
])("worstWork() of %s is above the limit, and the same each time", (regex) => {
  const work = worstWork(parseRegex(regex));
  expect(work).toBeGreaterThan(MAX_WORK);
  expect(worstWork(parseRegex(regex))).toBe(work);
});

test.each<[string, string, boolean, boolean]>([
  ["abcd", "bc", true, false],
  ["(?i)key=[a-z]+", "key", true, false],
  ["(?i:secret|token)=x", "secret", true, true],
  ["[a-z]{3}", "key", true, true],
  ["[0-9]{3}", "key", false, true],
  ["a(?:aab)+c", "aaab", true, false],
  ["(?i:[^a]*b)", "ab", false, true],
  ["пароль=.", "пароль", true, false],
])("literalUse(%j, %j) can hold it: %s, can lack it: %s", (regex, literal, canHold, canLack) => {
  expect(literalUse(parseRegex(regex), literal)).toEqual({ canHold, canLack });
});

test.each<[string, Partial<Pattern>, string[], RegExp]>([
  [
    "an example that does not block",
    { examples: ["acme_{base62:9}", ...(base.examples ?? [])] },
    ["fault example examples[0]"],
    /^does not block \(fill 1\)$/,
  ],
  [
    "a near miss that blocks",
    { counter_examples: ["acme_{base62:24}", "a", "b"] },
    ["fault counter_example counter_examples[0]"],
    /^blocks/,
  ],
  [
    "a template that can't be filled",
    { examples: [...(base.examples ?? []), "{base62:0}"] },
    ["fault template examples[3]"],
    /can't be filled/,
  ],
  [
    "matches that the anchor misses",
    { prefix: undefined, anchor: "acme_a" },
    ["fault missed anchor", "fault example examples[0]"],
    /can match without "acme_a"/,
  ],
  [
    "a shape without an end",
    { regex: "acme_[0-9A-Za-z]{8,}", counter_examples: ["a", "b", "acme_"] },
    ["remark loose regex"],
    /cut in half, with one character of its value dropped, with more of the same/,
  ],
  [
    "a shape that takes anything",
    { regex: "acme_.{24}", counter_examples: ["a", "b", "acme_"] },
    ["remark loose regex"],
    /Chinese/,
  ],
  [
    "no hotword_boost",
    { hotwords: ["acme"], hotword_boost: 0 },
    ["remark hotwords hotwords"],
    /is 0/,
  ],
  [
    "certainty without hotwords",
    { hotwords: ["acme"] },
    ["remark hotwords hotwords"],
    /without them/,
  ],
  [
    "a window too narrow",
    { hotwords: ["acme"], hotword_window: 3 },
    ["remark hotwords hotwords"],
    /never counts/,
  ],
  [
    "too few examples",
    { examples: ["acme_{base62:24}"] },
    ["remark unexemplified examples"],
    /1 of/,
  ],
  ["no literal", { prefix: undefined }, ["remark full_search prefix"], /begins with "acme_"/],
  [
    "an alternative without a word",
    {
      prefix: undefined,
      regex: "(?:acme [a-z]{2}|[0-9]{2}) ([A-Za-z0-9]{4})",
      hotwords: ["acme"],
      require_hotword: true,
      examples: [],
      counter_examples: ["a", "b", "c"],
    },
    ["remark full_search regex", "remark unexemplified examples"],
    /all text near a hotword/,
  ],
  [
    "a score below its threshold",
    { severity: "low", examples: [], counter_examples: ["a", "b", "c"] },
    ["remark never_blocks score_weight", "remark unexemplified examples"],
    /at most 2 .* 4/,
  ],
])("lintRules() tells of %s", (_, fields, found, problem) => {
  const findings = lint([{ ...base, ...fields }]);
  expect(kinds(findings)).toEqual(expect.arrayContaining(found));
  expect(findings.find(({ kind }) => found[0]?.includes(kind) === true)?.problem).toMatch(problem);
});

test("a hotword in every match, beside the value, says nothing; within the value it may stand elsewhere too", () => {
  const regex = "acme_key=([0-9A-Za-z]{24})\\b";
  const examples = ["acme_key={base62:24}"];
  const prefix = "acme_key=";
  const at = (hotwords: string[]): string[] =>
    lint([{ ...base, regex, prefix, score_weight: 0, examples, hotwords }])
      .filter(({ kind }) => kind === "hotwords")
      .map(({ problem }) => problem);
  expect(at(["key", "cloud"])).toEqual([
    '"key" stands in every match, so it says nothing; drop it',
  ]);
  expect(at(["cloud"])).toEqual([]);
});

test("a second name for one pattern, and one name in two spellings, are faults", () => {
  const findings = lint([base, { ...base, name: "ACME key" }, { ...base, name: "Other" }]);
  const faults = findings.filter(({ level }) => level === "fault");
  expect(faults.map(({ index, kind, field }) => [index, kind, field])).toEqual([
    [1, "duplicate", "name"],
    [1, "duplicate", "regex"],
    [2, "duplicate", "regex"],
  ]);
});

test("a validator that looks at something else than the value is told", () => {
  const regex = "card (tok_[a-z]{9})-[0-9]{16}";
  const examples = ["card tok_{lower:9}-{card:visa}"];
  const fields = { regex, prefix: "card tok_", examples, validator: "luhn" } as const;
  expect(kinds(lint([{ ...base, ...fields }]))).toContain("fault example examples[0]");
  const luhn = {
    ...fields,
    regex: "card ([0-9]{16})",
    prefix: "card ",
    examples: ["card {card:visa}"],
  };
  expect(kinds(lint([{ ...base, ...luhn }]))).not.toContain("remark loose validator");
});

test("faults come first and in the order of the patterns, whatever else is wrong", () => {
  const broken = change({ name: "Broken", regex: "(" });
  const findings = lint([
    broken,
    { ...base, hotwords: ["acme"] },
    { ...broken, name: "Broken Too" },
  ]);
  expect(findings.map(({ index, level }) => [index, level])).toEqual([
    [0, "fault"],
    [2, "fault"],
    [1, "remark"],
  ]);
});

test.each<[string, string[], string, string | undefined]>([
  ["a template", ["acme_{base62:32}"], "\\bacme_[0-9A-Za-z]{32}\\b", "acme_"],
  ["a setting around it", ["KEY='ac-{hex:40}';"], "\\bac-[0-9a-f]{40}\\b", "ac-"],
  ["two lengths", ["k_{hex:32}", "k_{hex:40}"], "\\bk_[0-9a-f]{32,40}\\b", undefined],
  ["two parts", ["app.{digits:6}.{base62:20}"], "\\bapp\\.[0-9]{6}\\.[0-9A-Za-z]{20}\\b", "app."],
  ["no literal", ["{hex:32}"], "\\b[0-9a-f]{32}\\b", undefined],
  ["an alphabet with signs", ["{base64:44}"], "([0-9A-Za-z+/]{44})(?:[^0-9A-Za-z+/]|$)", undefined],
])("inferPattern() makes an expression of %s", (_, examples, regex, prefix) => {
  const idea = { name: "Acme API Key", category: "cloud", severity: "high", examples } as const;
  const inferred = inferPattern(idea, setting);
  expect(inferred).toMatchObject({ ok: true, pattern: { regex } });
  if (!inferred.ok) return;
  expect(inferred.pattern.prefix).toBe(prefix);
  expect(inferred.pattern.require_hotword).toBe(prefix === undefined);
  expect(lint([inferred.pattern]).filter(({ level }) => level === "fault")).toEqual([]);
  expect(inferred.pattern.examples?.length).toBeGreaterThanOrEqual(3);
  expect(inferred.pattern.counter_examples?.length).toBeGreaterThanOrEqual(3);
});

test("a plain value becomes a template and is kept nowhere", () => {
  const value = fillTemplate("acme_live_{hex:32}", seededRandom("plain"));
  const idea = { name: "Acme", category: "cloud", severity: "high" } as const;
  const inferred = inferPattern({ ...idea, examples: [`export KEY="${value}"`] }, setting);
  expect(inferred).toMatchObject({ ok: true, pattern: { prefix: "acme_live_" } });
  expect(JSON.stringify(inferred)).not.toContain(value.slice(10));
  expect(JSON.stringify(inferred)).toContain("acme_live_{hex:32}");
  expect(inferPattern({ ...idea, examples: ["hello world"] }, setting)).toMatchObject({
    ok: false,
  });
  expect(inferPattern({ ...idea, examples: [] }, setting)).toMatchObject({ ok: false });
});

describe("of a pattern that overrides a shipped one", () => {
  const shipped = change({
    regex: "\\b[0-9a-f]{40}\\b",
    hotwords: ["acme"],
    require_hotword: true,
  });
  const examples = ["acme {hex:40}", "key of acme: {hex:40}", "ACME={hex:40}"];
  const counter_examples = ["{hex:40}", "acme {hex:20}", "acme {hex:41}"];
  const own = { ...shipped, examples, counter_examples };
  const faultsOf = (fields: Partial<Pattern>) =>
    kinds(lintRules({ patterns: [{ ...own, ...fields }], shipped: [own], ...setting })).filter(
      (each) => each.includes("example ") && !each.includes("unexemplified"),
    );

  test("examples that no longer block, and near misses that do, are remarks", () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ score_weight: -9 })).toEqual([
      "remark example examples[0]",
      "remark example examples[1]",
      "remark example examples[2]",
    ]);
  });

  test("examples that are no longer found are faults", () => {
    expect(faultsOf({ hotwords: ["zeta"] })[0]).toBe("fault example examples[0]");
  });
});

import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { expect, test } from "vitest";
import { compileRuleset, redact } from "../src/index.ts";

// What stands around a value stays as it is, and a value's placeholder is none.

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

function rulesetOf() {
  const named = (name: string, regex: string) => ({
    name,
    severity: "high",
    score_weight: 2,
    regex,
    anchor: "key",
  });
  const parsed = parse(PatternFile, {
    patterns: [
      named("Quoted", "key:?\\s(?:N'|[\"'])?([0-9A-Za-z.,:?!？]{8,64})"),
      named("Key of Capitals Alone", "key=\\[?([A-Z0-9_]{8,64})"),
      named("Before", "([a-z0-9]{4}-[a-z0-9]{4}) is the key"),
    ],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return compileRuleset(parsed.value.patterns, []);
}

const ruleset = rulesetOf();
const VALUE = "Fug75WNL4xQ";

test.each([
  ["the next argument", `key "${VALUE}" "web01x" go`, 'key "[QUOTED_1]" "web01x" go'],
  ["a string's prefix", `key: N'${VALUE}';`, "key: N'[QUOTED_1]';"],
  ["the end of a sentence", `the key ${VALUE}. Then`, "the key [QUOTED_1]. Then"],
  ["a comma at the end", `key ${VALUE},`, "key [QUOTED_1],"],
  ["a point within", `key ${VALUE}.x9, then`, "key [QUOTED_1], then"],
  [
    "what is behind a placeholder that looks like a value",
    "key=Q7ZK9XW3RTLM --x",
    "key=[KEY_OF_CAPITALS_ALONE_1] --x",
  ],
  [
    "values before the one that is found go",
    "8f3k-29sl, 9dk2-wm4x is the key",
    "[BEFORE_1], [BEFORE_2] is the key",
  ],
])("%s", (_name, content, expected) => {
  expect(redact(ruleset, policy, content).content).toBe(expected);
});

test.each([
  ["a question", `is the key ${VALUE}?`, "is the key [QUOTED_1]?"],
  [
    "a question before a sentence",
    `Is the key ${VALUE}? It was.`,
    "Is the key [QUOTED_1]? It was.",
  ],
  [
    "a question before a line",
    `hello, is the key ${VALUE}?\r\nThanks`,
    "hello, is the key [QUOTED_1]?\r\nThanks",
  ],
  ["a question in brackets", `¿Es la key ${VALUE}?`, "¿Es la key [QUOTED_1]?"],
  ["an exclamation in brackets", `¡La key ${VALUE}!`, "¡La key [QUOTED_1]!"],
  ["a question in Chinese", `key ${VALUE}？`, "key [QUOTED_1]？"],
  [
    "a question with a sign that may be the value's",
    `is the key ${VALUE}??`,
    "is the key [QUOTED_1]?",
  ],
])("the sign that ends %s stays", (_name, content, expected) => {
  expect(redact(ruleset, policy, content).content).toBe(expected);
});

// A value may end with these signs, so that they go wherever the sentence does not show that they are its own.
test.each([
  ["of a statement", `The key ${VALUE}!`, "The key [QUOTED_1]"],
  [
    "of a statement before another one",
    `The key ${VALUE}! It works`,
    "The key [QUOTED_1] It works",
  ],
  ["within a question", `why is the key ${VALUE}? wrong`, "why is the key [QUOTED_1] wrong"],
  [
    "of a line within a question",
    `why is the key ${VALUE}?\nwrong`,
    "why is the key [QUOTED_1]\nwrong",
  ],
  ["behind a question", `Is it so? key ${VALUE}?`, "Is it so? key [QUOTED_1]"],
  ["of a setting", `is the key: ${VALUE}?`, "is the key: [QUOTED_1]"],
  ["of a string", `is the key "${VALUE}?"`, 'is the key "[QUOTED_1]"'],
  ["of a question's exclamation", `is the key ${VALUE}!`, "is the key [QUOTED_1]"],
])("a sign at the end %s goes with the value", (_name, content, expected) => {
  expect(redact(ruleset, policy, content).content).toBe(expected);
});

test("literals that stand beside each other are one value where none of them is", () => {
  expect(redact(ruleset, policy, 'key "Fug7" "5WNL4xQ"').content).toBe('key "[QUOTED_1]"');
});

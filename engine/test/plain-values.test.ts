// Patterns made of plain values: what these have in common is the shape, and nothing else is kept.
import { fillTemplate, inferPattern, seededRandom } from "@weir/engine";
import type { Pattern } from "@weir/schema";
import { expect, test } from "vitest";
import { change, lint, setting } from "./lint-setting.ts";

const infer = (...examples: string[]) => {
  const idea = { name: "Num", category: "pii", severity: "high", examples } as const;
  return inferPattern(idea, setting);
};

/** A made-up value, so that none stands here. */
const made = (template: string, seed: string): string => fillTemplate(template, seededRandom(seed));

test.each<[string, string[], string]>([
  ["groups of digits", ["4711-0815"], "\\b[0-9]{4}-[0-9]{4}\\b"],
  ["groups within a text", ['num = "4711/0815"'], "\\b[0-9]{4}/[0-9]{4}\\b"],
  ["a word and groups", ["FOO-8841-ABCD-9921"], "\\bFOO\\-[0-9]{4}\\-[A-Z]{4}\\-[0-9]{4}\\b"],
  [
    "two of one shape",
    ["FOO-8841-ABCD-9921", "FOO-1177-QWER-0034"],
    "\\bFOO\\-[0-9]{4}\\-[A-Z]{4}\\-[0-9]{4}\\b",
  ],
  ["two words", ["ABCD-1234-5678", "QWER-4321-8765"], "\\b[A-Z]{4}-[0-9]{4}-[0-9]{4}\\b"],
  ["letters before digits", ["AB12345678"], "\\b[A-Z]{2}[0-9]{8}\\b"],
  ["one kind at each place", ["AB123456", "CD654321"], "\\b[A-Z]{2}[0-9]{6}\\b"],
  ["two kinds at one place", ["A1234567", "AB123456"], "\\b[0-9A-Z]{8}\\b"],
  ["groups of two lengths", ["4711-0815", "471108-1512"], "\\b[0-9]{4,6}-[0-9]{4}\\b"],
  ["groups that mix kinds", ["ab12-cd34-ef56"], "\\bab12-[0-9a-f]{4}-[0-9a-f]{4}\\b"],
  [
    "UUIDs, whose groups are of one alphabet",
    [made("{uuid}", "one")],
    "\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b",
  ],
  [
    "words that differ before the random part",
    [made("acme_live_{hex:32}", "a"), made("acme_test_{hex:32}", "b")],
    "\\bacme_[a-z]{4}_[0-9a-f]{32}\\b",
  ],
])("of %s", (_, examples, regex) => {
  const inferred = infer(...examples);
  expect(inferred).toMatchObject({ ok: true, pattern: { regex: regex.replaceAll("\\-", "-") } });
  if (!inferred.ok) return;
  expect(lint([inferred.pattern]).filter(({ level }) => level === "fault")).toEqual([]);
});

test.each(["hex:32", "hex:40", "base62:24", "base62:40", "base64url:43", "base32:32"])(
  "random characters, {%s}, are one alphabet however many values there are",
  (generator) => {
    const [name = "", size = ""] = generator.split(":");
    for (let round = 0; round < 40; round++) {
      const values = [1, 2, 3].map((each) => made(`{${generator}}`, `${round} ${each}`));
      // What looks like words before the random part is kept as such.
      if (values.some((value) => /^[A-Za-z]{1,12}[0-9]{0,2}[_-]|^[_-]|[_-]$|[_-]{2}/.test(value)))
        continue;
      for (const examples of [values.slice(0, 1), values]) {
        const inferred = infer(...examples);
        const [first = ""] = (inferred.ok && inferred.pattern.examples) || [];
        expect(Array.from(first.matchAll(/\{/g), () => 1)).toHaveLength(1);
        const hasSigns = /[_-]/.test(examples.join(""));
        const alphabet = name === "base64url" && !hasSigns ? "base62" : name;
        expect(first).toContain(`{${alphabet}:${size}}`);
      }
    }
  },
);

test("nothing is kept of a value", () => {
  const inferred = infer("4711-0815");
  expect(JSON.stringify(inferred)).not.toMatch(/4711|0815/);
});

test.each<[string, Partial<Pattern>, boolean]>([
  ["takes letters", { regex: "([0-9A-Za-z_-]{9})(?:[^0-9A-Za-z_-]|$)" }, true],
  ["takes capitals", { regex: "\\b[A-Z2-7]{14}\\b", examples: ["num {base32:14}"] }, true],
  [
    "has a shape",
    { regex: "\\b[0-9]{4}-[0-9]{4}\\b", examples: ["num {digits:4}-{digits:4}"] },
    false,
  ],
  [
    "has a literal",
    { regex: "\\bfoo-[0-9A-Za-z_-]{14}\\b", prefix: "foo-", examples: ["num foo-{base62:14}"] },
    false,
  ],
])("an expression that %s meets ordinary words, as the lint says: %s", (_, fields, isTold) => {
  const counter_examples = ["a", "b", "c"];
  const near = { hotwords: ["num"], require_hotword: true, examples: ["num {base62:9}"] };
  const found = lint([change({ ...near, severity: "high", counter_examples, ...fields })]);
  const told = found.filter(
    ({ kind, problem }) => kind === "loose" && problem.includes("ordinary"),
  );
  expect(told.map(({ level, field }) => [level, field])).toEqual(
    isTold ? [["remark", "regex"]] : [],
  );
});

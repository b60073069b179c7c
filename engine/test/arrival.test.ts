import { expect, test } from "vitest";
import { defaultPolicy, shippedPatterns, shippedRuleset } from "../../corpus/shipped-ruleset.ts";
import { fillTemplate, scan, seededRandom } from "../src/index.ts";
import type { Ruleset } from "../src/index.ts";

function found(ruleset: Ruleset, text: string) {
  const { patternName, findings } = scan(ruleset, defaultPolicy, text);
  const spans = findings.map(
    ({ finding: { pattern, match } }) => `${pattern.name} ${match.start}-${match.end}`,
  );
  return { patternName, spans };
}

test("what a scan finds does not depend on how often the words of its text were met before", () => {
  const texts = shippedPatterns()
    .flatMap(({ name, examples = [] }) =>
      examples.slice(0, 1).map((each) => fillTemplate(each, seededRandom(`${name}:met`))),
    )
    .filter((_, i) => i % 32 === 0);
  const fresh = shippedRuleset();
  const used = shippedRuleset();
  // Each word is met so often that what tells of it without an automaton is no longer asked.
  for (let at = 0; at < texts.length; at += 40)
    scan(used, defaultPolicy, `${texts.slice(at, at + 40).join("\n")}\n`.repeat(70));
  const first = texts.map((text) => found(fresh, text));
  expect(texts.map((text) => found(used, text))).toEqual(first);
  expect(first.filter(({ spans }) => spans.length === 0)).toEqual([]);
});

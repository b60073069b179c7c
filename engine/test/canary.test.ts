import fc from "fast-check";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { compileRuleset, isCanaryToken, redact, scan, withCanaries } from "../src/index.ts";
import { dropPublicExamples } from "../src/scan/public-examples.ts";
import { numRuns, text } from "./arbitraries.ts";

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
const ALPHABET = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
const base32 = fc.constantFrom(...ALPHABET);
const token = fc
  .array(base32, { minLength: 16, maxLength: 16 })
  .map((chars) => `WEIR${chars.join("")}`);

function rulesetOf(count: number) {
  const patterns = Array.from({ length: count }, (_, i) => ({
    name: `Pattern ${i}`,
    severity: "high",
    score_weight: 1,
    regex: `p${i}_[a-z]{8}`,
    prefix: `p${i}_`,
  }));
  const parsed = parse(PatternFile, { patterns });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return compileRuleset(parsed.value.patterns, []);
}

const met = (ruleset: ReturnType<typeof rulesetOf>, content: string, tail = ""): unknown[] =>
  scan(ruleset, policy, content, { tail }).findings.map(
    ({ finding }) => finding.pattern.canary?.id,
  );

describe("withCanaries()", () => {
  test("compiles nothing: of a thousand patterns, every part is the one that was there", () => {
    const before = rulesetOf(1000);
    const { canaries, ...rest } = withCanaries(before, [
      { id: "a", label: "x", token: "WEIRABCDEFGH234567MN" },
    ]);
    expect(canaries.size).toBe(1);
    const { canaries: none, ...restBefore } = before;
    expect(none.size).toBe(0);
    expect(Object.keys(rest)).toEqual(Object.keys(restBefore));
    const same = Object.entries(rest).map(([name, part]) => part === before[name as "patterns"]);
    expect(same).not.toContain(false);
  });

  test("leaves the ruleset that it was given as it was", () => {
    const token1 = "WEIRABCDEFGH234567MN";
    const before = rulesetOf(1);
    const after = withCanaries(before, [{ id: "a", label: "x", token: token1 }]);
    expect([met(before, token1), met(after, token1)]).toEqual([[], ["a"]]);
    expect(met(withCanaries(after, []), token1)).toEqual([]);
  });

  test.each([
    "",
    "WEIR",
    "WEIRABCDEFGH234567M",
    "WEIRABCDEFGH234567MNO",
    "WEIRABCDEFGH234567M1",
    "weirabcdefgh234567mn",
    ["AKIA", "ABCDEFGH234567MN"].join(""),
    "WEIRABCDEFGH234567MN\n",
  ])("refuses %j, which is no token, without repeating it", (wrong) => {
    expect(isCanaryToken(wrong)).toBe(false);
    const plant = () => withCanaries(rulesetOf(0), [{ id: "a", label: "x", token: wrong }]);
    expect(plant).toThrow(RangeError);
    expect(plant).toThrow("a canary's token has no token's shape");
  });
});

describe("a canary", () => {
  test("is met in any surroundings, in any case, and its place in the content is told", () => {
    fc.assert(
      fc.property(token, text, text, fc.boolean(), (secret, before, after, isSmall) => {
        const written = isSmall ? secret.toLowerCase() : secret;
        // The line break keeps an accent that `after` begins with from becoming part of the token's last character.
        const content = `${before}\n${written}\n${after}`;
        const ruleset = withCanaries(rulesetOf(3), [{ id: "a", label: "x", token: secret }]);
        const result = scan(ruleset, policy, content);
        expect(result.blocked).toBe(true);
        const spans = result.findings
          .filter(({ finding }) => finding.pattern.canary?.id === "a")
          .map(({ finding: { origin } }) => content.slice(origin.start, origin.end));
        expect(spans).toContain(written);
      }),
      { numRuns },
    );
  });

  test("is met once, in the scan that completes it, wherever a session cuts it in three", () => {
    const cut = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(token, cut, cut, (secret, a, b) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const ruleset = withCanaries(rulesetOf(3), [{ id: "a", label: "x", token: secret }]);
        let tail = "";
        const all = [secret.slice(0, from), secret.slice(from, to), secret.slice(to)].flatMap(
          (content) => {
            const found = met(ruleset, content, tail);
            tail = scan(ruleset, policy, content, { tail }).tail;
            return found;
          },
        );
        expect(all).toEqual(["a"]);
      }),
      { numRuns },
    );
  });

  test("is not met where another one's token stands", () => {
    fc.assert(
      fc.property(token, token, text, (planted, other, around) => {
        fc.pre(planted !== other);
        const ruleset = withCanaries(rulesetOf(0), [{ id: "a", label: "x", token: planted }]);
        expect(met(ruleset, `${around}\n${other}\n`)).toEqual([]);
      }),
      { numRuns },
    );
  });

  test("is not dropped where its value is a public example", () => {
    const example = ["AKIAIOSFODNN7", "EXAMPLE"].join("");
    const token1 = "WEIRABCDEFGH234567MN";
    const ruleset = withCanaries(rulesetOf(0), [{ id: "a", label: "x", token: token1 }]);
    const found = scan(ruleset, policy, token1).findings.map(({ finding }) => ({
      ...finding,
      value: { ...finding.value, text: example },
    }));
    const asPattern = found.map((finding) => ({
      ...finding,
      pattern: { ...finding.pattern, category: "cloud" as const },
    }));
    expect([dropPublicExamples(found), dropPublicExamples(asPattern)]).toEqual([found, []]);
  });

  test("is redacted under a name that does not tell its label", () => {
    const ruleset = withCanaries(rulesetOf(0), [
      { id: "a", label: "payroll", token: "WEIRABCDEFGH234567MN" },
    ]);
    const result = redact(ruleset, policy, "k=WEIRABCDEFGH234567MN;");
    expect(result.content).toBe("k=[CANARY_1];");
    expect(result.redactions.map(({ patternName }) => patternName)).toEqual(["Canary:payroll"]);
  });

  test("is not met in a content that is nothing but its prefix", () => {
    const ruleset = withCanaries(rulesetOf(0), [
      { id: "a", label: "x", token: "WEIRABCDEFGH234567MN" },
    ]);
    expect(met(ruleset, "WEIR".repeat(100_000))).toEqual([]);
  });
});

import type { LintFinding } from "@weir/engine";
import { expect, test } from "vitest";
import { base, change, lint } from "./lint-setting.ts";

test("overlaps are told with the name that is shown and why; a pattern that never shows its own is shadowed", () => {
  const wide = change({
    name: "Anything Long",
    regex: "[0-9A-Za-z_]{20,}",
    severity: "high",
    examples: ["{base62:30}"],
  });
  const of = (findings: readonly LintFinding[], kind: string): string[] =>
    findings.filter((each) => each.kind === kind).map(({ problem }) => problem);
  expect(of(lint([base], [wide]), "overlap")).toEqual([
    '"Anything Long" blocks some too; this pattern\'s name is shown (it is critical, not high)',
  ]);
  const stronger = lint([base], [{ ...wide, score_weight: 3 }]);
  expect(of(stronger, "overlap")[0]).toMatch(
    /its name is shown for 3 \(its score is higher, 3 to 2\)/,
  );
  expect(of(stronger, "shadowed")[0]).toMatch(/"Anything Long" takes every example/);
});

test("of equal findings, the one that knows whose secret it is gives the name, then the one that says more before the value", () => {
  const longer = change({
    name: "Any Key",
    regex: String.raw`(?:KEY=|key: )(acme_[0-9A-Za-z]{24})\b`,
    prefix: "key",
    examples: ["KEY=acme_{base62:24}"],
  });
  const problems = (findings: readonly LintFinding[]): string =>
    findings
      .filter(({ kind }) => kind === "overlap")
      .map(({ problem }) => problem)
      .join("\n");
  expect(problems(lint([base], [{ ...longer, category: "code_secret" }]))).toMatch(
    /this pattern's name is shown \(it knows whose/,
  );
  // Whichever stands first in the rules.
  expect(problems(lint([base], [longer]))).toMatch(/its name is shown .*its match begins farther/);
  expect(problems(lint([longer], [base]))).toMatch(
    /this pattern's name is shown \(its match begins farther/,
  );
});

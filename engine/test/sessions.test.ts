import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { compileRuleset, fillTemplate, scan, seededRandom } from "../src/index.ts";

// What a scan makes of the end of the one before it.

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

const parsed = parse(PatternFile, {
  patterns: [
    {
      name: "Long Block",
      severity: "critical",
      score_weight: 2,
      regex: "block~[a-z]{700,1000}!",
      prefix: "block~",
    },
    {
      name: "Numbers in Bulk",
      severity: "high",
      score_weight: 1,
      regex: "\\bnr-[0-9]{8}\\b",
      prefix: "nr-",
      min_matches: 3,
    },
    {
      name: "Weak Sign",
      severity: "high",
      score_weight: 1,
      regex: "\\bacct_[0-9]{10}\\b",
      prefix: "acct_",
    },
    {
      name: "Value between Spaces",
      severity: "critical",
      score_weight: 2,
      regex: "(?:^|\\s)(zw_[0-9a-z]{8})(?:\\s|$)",
      anchor: "zw_",
    },
    {
      name: "Row of a Table",
      severity: "critical",
      score_weight: 1,
      regex: "\\b([0-9]{9})\\n",
      hotwords: ["heading"],
      hotword_window: 64,
      hotword_boost: 0,
      require_hotword: true,
      min_matches: 2,
    },
    {
      name: "Glued Value",
      severity: "critical",
      score_weight: 2,
      regex: "\\bzq[a-z0-9]{8}x\\b",
      prefix: "zq",
    },
  ],
});
if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
const ruleset = compileRuleset(parsed.value.patterns, []);

/** The name of the pattern for which the last of some pastes is blocked. */
function lastOf(...pastes: readonly string[]): string {
  let tail = "";
  let name = "";
  for (const paste of pastes)
    ({ tail, patternName: name } = scan(ruleset, policy, paste, { tail }));
  return name;
}

describe("a match that goes on in the next paste", () => {
  const letters = fillTemplate("{lower:900}", seededRandom("sessions"));

  test("goes on to the end of its line", () => {
    expect(lastOf(`block~${letters.slice(0, 100)}`, `${letters.slice(0, 650)}!`)).toBe(
      "Long Block",
    );
    expect(lastOf(`block~${letters.slice(0, 20)}`, `${letters}!\n${letters}`)).toBe("Long Block");
  });

  test("and no farther", () => {
    expect(lastOf(`block~${letters.slice(0, 20)}`, `${letters}\n!`)).toBe("");
    expect(lastOf("block~", `${letters.slice(0, 600)}\n${letters.slice(0, 200)}!`)).toBe("");
  });
});

describe("what an earlier paste held", () => {
  test("counts for a pattern that counts its values", () => {
    expect(lastOf("nr-73918462, nr-48260931", "nr-91507382")).toBe("Numbers in Bulk");
    expect(lastOf("nr-73918462", "nr-91507382")).toBe("");
    expect(lastOf("nr-73918462, nr-48260931", "nothing")).toBe("");
  });

  test("and adds to no other's score", () => {
    expect(lastOf("acct_7391846205 and acct_4826093157")).toBe("Weak Sign");
    expect(lastOf("acct_7391846205", "acct_4826093157")).toBe("");
  });

  test("is found where it goes on in the paste", () => {
    expect(lastOf("acct_4826093157 acct_73918", "46205 acct_9150738264")).toBe("Weak Sign");
  });
});

describe("white space between two pastes", () => {
  test("is left out where a value may go on", () => {
    expect(lastOf("here is zqa1b2 ", "c3d4x")).toBe("Glued Value");
    expect(lastOf("here is zqa1b2", "\n c3d4x")).toBe("Glued Value");
  });

  test("stays where a word stands on both sides, or a name begins", () => {
    expect(lastOf("here is zqabcd ", "efghx")).toBe("");
    expect(lastOf("here is zqa1b2 ", "c3d4x = 1")).toBe("");
  });

  test("is not asked about where there is none", () => {
    expect(lastOf("here is zqabcd", "efghx")).toBe("Glued Value");
  });
});

test("what blocks by itself blocks behind whatever came before", () => {
  expect(lastOf("zw_q1w2e3r4", "zw_a5s6d7f8")).toBe("Value between Spaces");
  expect(lastOf("zw_q1w2e3r4", "zw_q1w2e3r4")).toBe("Value between Spaces");
  expect(lastOf("zw_q1w2e3r4", "none", "zw_q1w2e3r4 ")).toBe("Value between Spaces");
});

test("rows behind a heading of the paste before are all found, however many", () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${734_918_260 + i}\n`);
  const { tail } = scan(ruleset, policy, "heading\n");
  const { findings } = scan(ruleset, policy, rows.join(""), { tail });
  expect(new Set(findings.map(({ finding }) => finding.value.text)).size).toBe(rows.length);
});

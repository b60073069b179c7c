// What keeps a scan linear: an expression that has read a text several times over is swept over the rest of it, where a
// match ends as early as it can. That is how it is told from outside, without a clock.
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { expect, test } from "vitest";
import { compileRuleset, scan } from "../src/index.ts";

const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

/** What of a text a pattern's last finding is. */
function lastOf(fields: object, text: string): string | undefined {
  const pattern = { name: "Greedy", severity: "critical", score_weight: 2, ...fields };
  const parsed = parse(PatternFile, { patterns: [pattern] });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  const { findings } = scan(compileRuleset(parsed.value.patterns, []), policy, text);
  return findings
    .map(({ finding }) => finding.value)
    .toSorted((a, b) => a.start - b.start)
    .at(-1)?.text;
}

/** Pieces of which each is the beginning of a match that would need the end of the text. */
const MANY = 4000;

test.each([
  [
    "that begins with a literal",
    { regex: "qzkw_[a-z_]{9,}[0-9]{4,8}", prefix: "qzkw_" },
    {
      piece: "qzkw_",
      last: " qzkw_hfmvbtrnd73914628",
      whole: "qzkw_hfmvbtrnd73914628",
      least: "qzkw_hfmvbtrnd7391",
    },
  ],
  [
    "that is searched for",
    { regex: "(?:qzkw|vxjq)(?:[a-z]*[0-9]{8})?" },
    {
      piece: "qzkw",
      last: " qzkwhfmvbtrnd73914628",
      whole: "qzkwhfmvbtrnd73914628",
      least: "qzkw",
    },
  ],
])(
  "an expression %s reads a text a few times and no more",
  (_, fields, { piece, last, whole, least }) => {
    expect(lastOf(fields, last)).toBe(whole);
    expect(lastOf(fields, piece.repeat(MANY) + last)).toBe(least);
  },
);

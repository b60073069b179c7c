import { compileRuleset } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, parse, PatternFile } from "@weir/schema";
import { expect, test } from "vitest";
import { FIXTURE_PATTERNS, longBlock } from "../../test/fixture-rules.ts";
import { PART_LIMITS, readParts } from "./parts.ts";
import type { Part } from "./parts.ts";
import { scanInput } from "./scan-input.ts";

const MAX_BYTES = 4 * 65_536;

const parsed = parse(PatternFile, { patterns: FIXTURE_PATTERNS });
const ruleset = compileRuleset(parsed.ok ? parsed.value.patterns : [], []);
const engine = {
  ruleset,
  policy: { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS },
  maxBytes: MAX_BYTES,
};

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** The places of what is found, and the sizes of the scans that it took. */
async function findAll(text: string) {
  const sizes: number[] = [];
  const places: string[] = [];
  const timed: Parameters<typeof scanInput>[0]["timed"] = (content, run) => {
    sizes.push(Buffer.byteLength(content));
    return run({});
  };
  for await (const { start, judged } of scanInput(
    { ...engine, timed, isWhole: true },
    chunksOf(text),
  )) {
    places.push(`${start.line}:${start.column} ${judged.finding.pattern.name}`);
  }
  return { sizes, places };
}

test("readParts() gives one last part for nothing, and overlapping parts that make up the whole", async () => {
  const partsOf = async (text: string): Promise<Part[]> => {
    const parts: Part[] = [];
    for await (const part of readParts(chunksOf(text), MAX_BYTES)) parts.push(part);
    return parts;
  };
  expect(await partsOf("")).toEqual([{ text: "", overlap: 0, isLast: true }]);
  const text = "\u{1f600}x".repeat(300_000);
  const parts = await partsOf(text);
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.map(({ isLast }) => isLast).indexOf(true)).toBe(parts.length - 1);
  expect(parts.map((part) => part.text.slice(part.overlap)).join("")).toBe(text);
  for (const part of parts) {
    expect(Buffer.byteLength(part.text)).toBeLessThanOrEqual(MAX_BYTES);
    expect(part.text).not.toMatch(/\p{Cs}/u);
  }
});

const SHIFTS = [-12_000, -9000, -3000, -1500, -29, -15, -1, 0, 1, 3000];

test.each(SHIFTS)("a long secret %d characters from a cut is found once", async (shift) => {
  const secret = longBlock("cut");
  // Once where the first part ends, once where the second one does.
  const second = MAX_BYTES - PART_LIMITS.overlap;
  for (const cut of [MAX_BYTES, MAX_BYTES + second - (second % 65_536)]) {
    for (const filler of ["y".repeat(99).concat("\n"), "ab "]) {
      const before = filler.repeat(Math.ceil((cut + shift) / filler.length)).slice(0, cut + shift);
      const line = before.split("\n").length;
      const column = before.length - before.lastIndexOf("\n");
      const { places, sizes } = await findAll(`${before}${secret}${"z".repeat(80_000)}`);
      expect(places).toEqual([`${line}:${column} Long Block`]);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_BYTES);
    }
  }
});

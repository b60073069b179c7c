import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, PRESETS } from "@weir/schema";
import type { RulesBundle } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { loadRules } from "../rules/load.ts";
import { shippedRulesDir } from "../rules/locate.ts";
import { createBundle } from "./bundle.ts";
import type { BundleSettings, ReadRules } from "./bundle.ts";

/** Settings of a bundle, of which a number tells one from another. */
const settingsOf = (maxScanBytes: number): BundleSettings => ({
  version: "1",
  thresholds: DEFAULT_THRESHOLDS,
  weights: DEFAULT_WEIGHTS,
  inspected_hosts: ["chat.example"],
  preset: "team",
  fail_policy: PRESETS.team.failPolicy,
  companion_override: "once_with_reason",
  max_scan_bytes: maxScanBytes,
  canary_prefix: "WEIR",
  managed: false,
  profile_id: null,
  profile_version: null,
  tamper_state: "normal",
});

/** Rules that count how often they are read. */
function countedRules(name: string) {
  const reads = { count: 0 };
  const read: ReadRules = () => {
    reads.count++;
    const [pattern] = loadRules(shippedRulesDir()).patterns;
    return pattern && { patterns: [{ ...pattern, name }], exclusions: [] };
  };
  return { reads, read };
}

describe("a bundle is made", () => {
  test("once for all who ask at once, and rules are read once however settings change", async () => {
    const { reads, read } = countedRules("First Rule é");
    let maxScanBytes = 1;
    const bundle = createBundle({
      readRules: () => read,
      settings: async () => settingsOf(maxScanBytes),
    });
    const first = await Promise.all(Array.from({ length: 8 }, bundle));
    expect(new Set(first).size).toBe(1);
    maxScanBytes = 2;
    const second = await bundle();
    expect(second?.tag).not.toBe(first[0]?.tag);
    const [before, after] = [await first[0]?.unpack(), await second?.unpack()];
    expect(reads.count).toBe(1);
    const fields = (data: Buffer | undefined) => JSON.parse(String(data)) as RulesBundle;
    expect(fields(after)).toEqual({ ...fields(before), max_scan_bytes: 2 });
    expect(fields(after).patterns.map(({ name }) => name)).toEqual(["First Rule é"]);
  });

  test("anew for other rules, and goes on after a fault", async () => {
    let { reads, read } = countedRules("First Rule");
    let isFaulty = false;
    const bundle = createBundle({
      readRules: () => read,
      settings: async () => {
        if (isFaulty) throw new TypeError("a fault");
        return settingsOf(1);
      },
    });
    const first = await bundle();
    isFaulty = true;
    await expect(bundle()).rejects.toThrow("a fault");
    isFaulty = false;
    expect(await bundle()).toBe(first);
    ({ reads, read } = countedRules("Second Rule"));
    expect((await bundle())?.tag).not.toBe(first?.tag);
    expect(reads.count).toBe(1);
    read = () => undefined;
    expect(await bundle()).toBeUndefined();
  });
});

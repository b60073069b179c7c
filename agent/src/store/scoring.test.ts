import type { ScanPolicy } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, DlpConfigPatch, parse } from "@weir/schema";
import { describe, expect, test } from "vitest";
import { dataFolder } from "../../test/store-folder.ts";
import { createScoring } from "./scoring.ts";
import { openStore } from "./store.ts";

const base: ScanPolicy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };
const patch = { thresholds: { high: 50 }, weights: { entropy_boost: 9 } };

/** Scoring over a store, with the policy that it puts in force. */
function scoringOf(folder: string, isLocked = () => false, maxPages?: number) {
  const store = openStore(folder, { maxPages });
  const inForce: ScanPolicy[] = [];
  const replace = (policy: ScanPolicy): number => inForce.push(policy);
  const scoring = createScoring({ base, settings: store.settings, isLocked, replace });
  return { store, scoring, current: () => inForce.at(-1) };
}

describe("createScoring()", () => {
  test("changes what the patch names, at once, and finds it again after a restart", () => {
    using folder = dataFolder();
    const { store, scoring, current } = scoringOf(folder.path);
    expect(current()).toEqual(base);
    const expected = {
      thresholds: { ...DEFAULT_THRESHOLDS, high: 50 },
      weights: { ...DEFAULT_WEIGHTS, entropy_boost: 9 },
    };
    expect(scoring.change(patch)).toEqual({ ok: true, value: expected });
    expect([current(), scoring.read()]).toEqual([expected, expected]);
    expect(scoring.change({ thresholds: { low: 7 }, weights: {} })).toMatchObject({
      value: { thresholds: { high: 50, low: 7 } },
    });
    store.close();
    const again = scoringOf(folder.path);
    expect(again.current()?.thresholds).toEqual({ ...DEFAULT_THRESHOLDS, high: 50, low: 7 });
    again.store.close();
  });

  test("refuses every change under a locked profile, and passes over what was kept before", () => {
    using folder = dataFolder();
    const open = scoringOf(folder.path);
    open.scoring.change(patch);
    open.store.close();
    const { store, scoring, current } = scoringOf(folder.path, () => true);
    expect(current()).toEqual(base);
    expect(scoring.change(patch)).toEqual({ ok: false, problem: "profile_locked" });
    expect(current()).toEqual(base);
    store.close();
  });

  test("changes nothing where the change can't be kept", () => {
    using folder = dataFolder();
    const { store, scoring, current } = scoringOf(folder.path, undefined, 2);
    expect(scoring.change(patch)).toEqual({ ok: false, problem: "store_unavailable" });
    expect([current(), scoring.read()]).toEqual([base, base]);
    store.close();
  });
});

describe("the body of PUT /api/dlp/config", () => {
  test.each([
    [{}, true],
    [{ thresholds: {} }, true],
    [{ thresholds: { critical: 1 } }, true],
    [{ thresholds: { critical: 100 }, weights: { exclusion_penalty: -100 } }, true],
    [{ thresholds: { critical: 0 } }, false],
    [{ thresholds: { critical: 101 } }, false],
    [{ thresholds: { critical: 1.5 } }, false],
    [{ thresholds: { critical: "1" } }, false],
    [{ thresholds: { critical: null } }, false],
    [{ thresholds: { urgent: 1 } }, false],
    [{ thresholds: [1] }, false],
    [{ weights: { hotword_boost: 101 } }, false],
    [{ weights: { hotword: 1 } }, false],
    [{ policies: {} }, false],
    [[1], false],
    [null, false],
  ])("%j: %s", (body, isAccepted) => {
    expect(parse(DlpConfigPatch, body).ok).toBe(isAccepted);
  });
});

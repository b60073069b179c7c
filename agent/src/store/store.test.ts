import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { canaryOf, dataFolder, filesOf, filesWith } from "../../test/store-folder.ts";
import { flushTimer } from "./flush-timer.ts";
import { openStore, STORE_FILE } from "./store.ts";
import type { Store } from "./store.ts";

const OK = { state: "ok", fault: null, set_aside: 0 };

/** Everything that a store holds, as the next start will see it. */
const contentOf = ({ counters, canaries, settings, ruleVersions }: Store) => ({
  counters: counters.read(),
  canaries: canaries.list(),
  settings: settings.read(),
  ruleVersions: ruleVersions.read(),
});

describe("openStore()", () => {
  test("begins with nothing, in a file that its owner alone can read", () => {
    using folder = dataFolder();
    const store = openStore(folder.path);
    expect(store.status()).toEqual(OK);
    expect(contentOf(store)).toEqual({
      counters: {
        dns_queries_total: 0,
        dns_blocks_total: 0,
        dlp_scans_total: 0,
        dlp_blocks_total: 0,
        tamper_detections_total: 0,
      },
      canaries: [],
      settings: { thresholds: {}, weights: {}, category_policies: {} },
      ruleVersions: [],
    });
    for (const file of filesOf(folder.path)) {
      expect([file, statSync(join(folder.path, file)).mode & 0o777]).toEqual([file, 0o600]);
    }
    store.close();
    expect(filesOf(folder.path)).toEqual([STORE_FILE]);
  });

  test("finds everything again after it was closed", () => {
    using folder = dataFolder();
    const store = openStore(folder.path);
    for (let i = 0; i < 3; i++) store.counters.add("dlp_scans_total");
    store.counters.add("dlp_blocks_total");
    expect(store.canaries.insert(canaryOf(1, "one \u{1f511} \u00e9"))).toBe("done");
    expect(store.canaries.insert(canaryOf(2, "two"))).toBe("done");
    store.canaries.noteHit(canaryOf(2).id, 1_700_000_777);
    store.canaries.noteHit(canaryOf(2).id, 1_700_000_778);
    expect(store.settings.changeScoring({ thresholds: { high: 5 }, weights: {} })).toBe(true);
    expect(store.settings.changeScoring({ thresholds: {}, weights: { entropy_boost: -7 } })).toBe(
      true,
    );
    expect(store.settings.setCategoryPolicy("ai_other", "deny")).toBe(true);
    const version = {
      source: "downloaded" as const,
      manifest_version: "2026.11.1",
      manifest_sha256: "0123456789abcdef".repeat(4),
    };
    expect(store.ruleVersions.set({ ...version, manifest_version: "2026.10.9" })).toBe(true);
    expect(store.ruleVersions.set(version)).toBe(true);
    const before = contentOf(store);
    store.close();

    const again = openStore(folder.path);
    expect(contentOf(again)).toEqual(before);
    expect(before).toMatchObject({
      counters: { dlp_scans_total: 3, dlp_blocks_total: 1 },
      canaries: [
        { label: "one \u{1f511} \u00e9", trigger_count: 0, last_triggered: 0 },
        { label: "two", trigger_count: 2, last_triggered: 1_700_000_778 },
      ],
      settings: {
        thresholds: { high: 5 },
        weights: { entropy_boost: -7 },
        category_policies: { ai_other: "deny" },
      },
      ruleVersions: [version],
    });
    again.counters.add("dlp_scans_total");
    expect(again.counters.read().dlp_scans_total).toBe(4);
    again.close();
  });

  test("forgets changes for good, and those alone", () => {
    using folder = dataFolder();
    const store = openStore(folder.path);
    store.settings.changeScoring({ thresholds: { high: 5 }, weights: { entropy_boost: 2 } });
    store.settings.setCategoryPolicy("ai_other", "deny");
    store.settings.setCategoryPolicy("doh_hosts", "deny");
    expect(store.settings.forgetCategoryPolicy("ai_other")).toBe(true);
    expect(store.settings.read().thresholds).toEqual({ high: 5 });
    expect(store.settings.forgetScoring()).toBe(true);
    const left = { thresholds: {}, weights: {}, category_policies: { doh_hosts: "deny" } };
    expect(store.settings.read()).toEqual(left);
    store.close();
    const again = openStore(folder.path);
    expect(again.settings.read()).toEqual(left);
    again.close();
  });
});

describe("counters", () => {
  test("are on the disk after a flush, and after a reset, without the store being closed", () => {
    using folder = dataFolder();
    const store = openStore(folder.path);
    const onDisk = (): unknown => {
      using db = new DatabaseSync(join(folder.path, STORE_FILE), { readOnly: true });
      return db.prepare("SELECT dns_queries_total AS n FROM counters").get()?.["n"];
    };
    store.counters.add("dns_queries_total");
    expect(onDisk()).toBe(0);
    store.flush();
    expect(onDisk()).toBe(1);
    store.counters.add("dns_queries_total");
    expect(store.counters.reset()).toBe(true);
    expect([onDisk(), store.counters.read().dns_queries_total]).toEqual([0, 0]);
    store.close();
  });

  test("are written an interval after they changed, and no timer runs while they have not", () => {
    using folder = dataFolder();
    const store = openStore(folder.path, { onPending: () => timer.arm() });
    const timer = flushTimer(250, store);
    const changes = new DatabaseSync(join(folder.path, STORE_FILE), { readOnly: true });
    const dataVersion = (): unknown =>
      changes.prepare("PRAGMA data_version").get()?.["data_version"];
    vi.useFakeTimers();
    try {
      const idle = dataVersion();
      vi.advanceTimersByTime(10_000);
      expect([dataVersion(), vi.getTimerCount()]).toEqual([idle, 0]);
      store.counters.add("dlp_scans_total");
      store.counters.add("dlp_scans_total");
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(249);
      expect(dataVersion()).toBe(idle);
      vi.advanceTimersByTime(1);
      const written = dataVersion();
      expect(written).not.toBe(idle);
      expect(vi.getTimerCount()).toBe(0);
      vi.advanceTimersByTime(10_000);
      expect(dataVersion()).toBe(written);
      store.counters.add("dlp_scans_total");
      timer.stop();
      vi.advanceTimersByTime(10_000);
      expect(dataVersion()).toBe(written);
    } finally {
      timer.stop();
      vi.useRealTimers();
      changes.close();
      store.close();
    }
  });
});

describe("canaries", () => {
  test("are 200 at most, also where another process adds the last one", () => {
    using folder = dataFolder();
    const store = openStore(folder.path);
    const other = openStore(folder.path);
    for (let i = 0; i < 199; i++) expect(store.canaries.insert(canaryOf(i))).toBe("done");
    expect(other.canaries.insert(canaryOf(199))).toBe("done");
    expect(store.canaries.insert(canaryOf(200))).toBe("limit");
    expect(other.canaries.insert(canaryOf(201))).toBe("limit");
    expect(store.canaries.remove(canaryOf(5).id)).toBe("done");
    expect(store.canaries.insert(canaryOf(200))).toBe("done");
    expect(store.canaries.insert(canaryOf(202))).toBe("limit");
    other.close();
    store.close();
    const again = openStore(folder.path);
    expect(again.canaries.list()).toHaveLength(200);
    again.close();
  });

  test("are listed in the order of their creation, and what is listed can't change them", () => {
    using folder = dataFolder();
    const store = openStore(folder.path);
    for (const number of [9, 3, 7]) store.canaries.insert(canaryOf(number));
    for (const canary of store.canaries.list()) Object.assign(canary, { label: "other" });
    expect(store.canaries.list().map(({ label }) => label)).toEqual([
      "label 9",
      "label 3",
      "label 7",
    ]);
    store.close();
  });

  test("that are unknown are told apart, and hits on them are nothing", () => {
    using folder = dataFolder();
    const store = openStore(folder.path);
    expect(store.canaries.remove("0123456789abcdef")).toBe("unknown");
    store.canaries.noteHit("0123456789abcdef", 1);
    store.flush();
    expect(store.canaries.list()).toEqual([]);
    store.close();
  });

  /** Flushes as the timer would until nothing is left to be written. */
  const settle = ({ flush, isPending }: Store): void => {
    for (let round = 0; round < 100 && isPending(); round++) flush();
  };

  test("that were deleted leave no byte of their token in any file soon after, whatever was written around them", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(199), { minLength: 1, maxLength: 200 }),
        fc.boolean(),
        fc.nat(128),
        (doomed, isHit, labelChars) => {
          using folder = dataFolder();
          const store = openStore(folder.path);
          for (let i = 0; i < 200; i++) {
            store.canaries.insert(canaryOf(i, "x".repeat(Math.max(1, (labelChars * i) % 128))));
            if (isHit) store.canaries.noteHit(canaryOf(i).id, i);
            if (i % 50 === 0) store.flush();
          }
          for (const number of doomed) {
            expect(store.canaries.remove(canaryOf(number).id)).toBe("done");
          }
          settle(store);
          for (const number of doomed) {
            expect(filesWith(folder.path, canaryOf(number).token)).toEqual([]);
          }
          const kept = store.canaries.list().length;
          expect(kept).toBe(200 - doomed.length);
          store.close();
        },
      ),
      { numRuns: 4 },
    );
  });

  test("that were deleted while somebody read the store are scrubbed when the reader is done", () => {
    using folder = dataFolder();
    const { id, token } = canaryOf(1);
    const store = openStore(folder.path);
    store.canaries.insert(canaryOf(1));
    const reader = new DatabaseSync(join(folder.path, STORE_FILE));
    reader.exec("BEGIN; SELECT * FROM canaries");
    expect(store.canaries.remove(id)).toBe("done");
    settle(store);
    expect(filesWith(folder.path, token)).not.toEqual([]);
    expect(store.isPending()).toBe(true);
    reader.exec("COMMIT");
    reader.close();
    settle(store);
    expect([filesWith(folder.path, token), store.isPending()]).toEqual([[], false]);
    expect(store.status()).toEqual(OK);
    store.close();
  });

  test("that were deleted right before a crash are scrubbed by the next start", () => {
    using folder = dataFolder();
    const { token } = canaryOf(1);
    const store = openStore(folder.path);
    store.canaries.insert(canaryOf(1));
    store.close();
    // What a process leaves that ends between the deletion and the scrub: the row gone, its bytes not.
    const db = new DatabaseSync(join(folder.path, STORE_FILE));
    db.exec(
      "PRAGMA secure_delete = OFF; DELETE FROM canaries; UPDATE upkeep SET scrub_pending = 1",
    );
    db.close();
    expect(filesWith(folder.path, token)).toEqual([STORE_FILE]);
    openStore(folder.path).close();
    expect(filesWith(folder.path, token)).toEqual([]);
  });
});

test("a file that grows by foreign bytes while it is open is damage that no canary is lost to", () => {
  using folder = dataFolder();
  const store = openStore(folder.path);
  store.canaries.insert(canaryOf(1));
  appendFileSync(join(folder.path, STORE_FILE), "x".repeat(5000));
  store.counters.add("dlp_scans_total");
  store.flush();
  store.close();
  const again = openStore(folder.path);
  expect(again.canaries.list()).toEqual([canaryOf(1)]);
  expect(again.counters.read().dlp_scans_total).toBe(1);
  again.close();
});

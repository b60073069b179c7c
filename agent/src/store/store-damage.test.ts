import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { canaryOf, dataFolder, filesOf, usedStore } from "../../test/store-folder.ts";
import { openStore, STORE_FILE } from "./store.ts";

const OK = { state: "ok", fault: null, set_aside: 0 };

function overwrite(path: string, at: number, bytes: Uint8Array): void {
  const all = readFileSync(path);
  all.set(bytes, at);
  writeFileSync(path, all);
}

const noise = (count: number): Uint8Array =>
  Uint8Array.from({ length: count }, (_, i) => (i * 73) % 251);

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

function indexPage(path: string): number {
  using db = new DatabaseSync(path);
  const sql = "SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'canaries'";
  return Number(db.prepare(sql).get()?.["rootpage"]);
}

const DAMAGES: readonly (readonly [string, (path: string) => void])[] = [
  ["noise instead of a database", (path) => writeFileSync(path, noise(9000))],
  ["a few letters", (path) => writeFileSync(path, "hello")],
  ["a header that was overwritten", (path) => overwrite(path, 0, noise(16))],
  ["a page that was overwritten", (path) => overwrite(path, 4096, noise(4096))],
  [
    "every page but the first overwritten",
    (path) => overwrite(path, 4096, noise(statSync(path).size - 4096)),
  ],
  [
    "an index that no list is read from",
    (path) => overwrite(path, 4096 * (indexPage(path) - 1), noise(4096)),
  ],
  ["a file cut in the middle of a page", (path) => truncateSync(path, 6000)],
  ["a file cut behind its first page", (path) => truncateSync(path, 4096)],
  ["a table that is missing", (path) => change(path, "DROP TABLE thresholds")],
  [
    "a column that is missing",
    (path) => change(path, "ALTER TABLE canaries DROP COLUMN created_at"),
  ],
  ["somebody else's tables", (path) => change(path, "PRAGMA user_version = 0")],
  [
    "a token that is none",
    (path) =>
      change(
        path,
        "PRAGMA ignore_check_constraints = ON; UPDATE canaries SET token = 'x' WHERE place = 3",
      ),
  ],
  [
    "a counter below 0",
    (path) =>
      change(
        path,
        "PRAGMA ignore_check_constraints = ON; UPDATE counters SET dlp_scans_total = -1",
      ),
  ],
  ["no counters", (path) => change(path, "DELETE FROM counters")],
];

describe("a damaged file", () => {
  test.each(DAMAGES)("%s is set aside as it is, and a new one begun", (_name, damage) => {
    using folder = dataFolder();
    const path = usedStore(folder.path);
    damage(path);
    const damaged = readFileSync(path);
    const store = openStore(folder.path);
    expect(store.status()).toEqual({ state: "corrupt_set_aside", fault: null, set_aside: 1 });
    expect(readFileSync(`${path}.corrupt-1`).equals(damaged)).toBe(true);
    expect(store.canaries.insert(canaryOf(99))).toBe("done");
    expect(store.status().state).toBe("corrupt_set_aside");
    store.close();
    const again = openStore(folder.path);
    expect([again.status(), again.canaries.list()]).toEqual([OK, [canaryOf(99)]]);
    again.close();
  });

  test("is set aside with its log, under the first free number, and replaces nothing", () => {
    using folder = dataFolder();
    const path = join(folder.path, STORE_FILE);
    for (const taken of ["corrupt-1", "corrupt-2-wal"]) writeFileSync(`${path}.${taken}`, taken);
    writeFileSync(path, noise(9000));
    writeFileSync(`${path}-wal`, "log");
    writeFileSync(`${path}-shm`, "shared");
    openStore(folder.path).close();
    expect(filesOf(folder.path)).toEqual([
      "weir.db",
      "weir.db.corrupt-1",
      "weir.db.corrupt-2-wal",
      "weir.db.corrupt-3",
      "weir.db.corrupt-3-shm",
      "weir.db.corrupt-3-wal",
    ]);
    expect(readFileSync(`${path}.corrupt-1`, "utf8")).toBe("corrupt-1");
    expect(readFileSync(`${path}.corrupt-3`).equals(noise(9000))).toBe(true);
  });

  test("that is gone, and has left its log, does not take the log with it", () => {
    using folder = dataFolder();
    const path = join(folder.path, STORE_FILE);
    writeFileSync(`${path}-wal`, "log");
    openStore(folder.path).close();
    expect(readFileSync(`${path}.corrupt-1-wal`, "utf8")).toBe("log");
  });

  test("that is damaged while it is open is replaced by one that holds everything", () => {
    using folder = dataFolder();
    const path = usedStore(folder.path);
    const store = openStore(folder.path);
    store.settings.changeScoring({ thresholds: { high: 9 }, weights: {} });
    const [origin_sha256, ...keys] = ["a", "b", "c"].map((digit) => digit.repeat(64));
    const companions = [{ origin_sha256: origin_sha256 ?? "", browser: "firefox", keys }] as const;
    expect(store.companions.set(companions)).toBe(true);
    const canaries = store.canaries.list();
    store.counters.add("dlp_scans_total");
    // Somebody else's change makes the store read its pages again.
    change(path, "UPDATE counters SET dns_blocks_total = 3; PRAGMA wal_checkpoint(TRUNCATE)");
    overwrite(path, 4096, noise(statSync(path).size - 4096));
    for (let i = 50; i < 60; i++) store.canaries.insert(canaryOf(i));
    expect(store.status()).toEqual({ state: "corrupt_set_aside", fault: null, set_aside: 1 });
    expect(existsSync(`${path}.corrupt-1`)).toBe(true);
    store.close();
    const again = openStore(folder.path);
    expect(again.status()).toEqual(OK);
    expect(again.canaries.list().slice(0, 40)).toEqual(canaries);
    expect(again.canaries.list()).toHaveLength(50);
    expect(again.settings.read().thresholds).toEqual({ high: 9 });
    expect(again.companions.list()).toEqual(companions);
    expect(again.counters.read().dlp_scans_total).toBe(8);
    again.close();
  });
});

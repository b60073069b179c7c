import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { canaryOf, dataFolder, filesOf, olderStore, usedStore } from "../../test/store-folder.ts";
import { openStore, STORE_FILE } from "./store.ts";

const OK = { state: "ok", fault: null, set_aside: 0 };

function change(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

test("an empty file, as a crash at the first start leaves it, is a new store", () => {
  using folder = dataFolder();
  writeFileSync(join(folder.path, STORE_FILE), "");
  const store = openStore(folder.path);
  expect([store.status(), store.canaries.insert(canaryOf(1))]).toEqual([OK, "done"]);
  store.close();
});

test("a store of a newer version is told and left alone to the byte", () => {
  using folder = dataFolder();
  const path = usedStore(folder.path);
  change(path, "PRAGMA user_version = 99; PRAGMA journal_mode = DELETE; CREATE TABLE later (x)");
  const before = readFileSync(path);
  const store = openStore(folder.path);
  expect(store.status()).toEqual({ state: "failed", fault: "newer_version", set_aside: 0 });
  expect(store.canaries.list()).toEqual([]);
  expect(store.canaries.insert(canaryOf(99))).toBe("unavailable");
  store.counters.add("dlp_scans_total");
  expect(store.counters.read().dlp_scans_total).toBe(1);
  store.close();
  expect(filesOf(folder.path)).toEqual([STORE_FILE]);
  expect(readFileSync(path).equals(before)).toBe(true);
});

interface Report {
  readonly opened: {
    readonly status: unknown;
    readonly labels: readonly string[];
    readonly policies: unknown;
  };
  readonly changes: unknown;
  readonly after: {
    readonly added: number;
    readonly labels: readonly string[];
    readonly thresholds: unknown;
  };
}

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Uses a store as somebody whom the modes of files bind, which is nobody where the tests run as root. */
function reportAsNobody(folder: string): Report {
  const worker = join(import.meta.dirname, "../../test/store-report.ts");
  const nobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const output = execFileSync(process.execPath, [worker, folder], { ...nobody, stdio: "pipe" });
  return JSON.parse(output.toString()) as Report;
}

const ALL_REFUSED = {
  insert: "unavailable",
  remove: "unavailable",
  scoring: false,
  policy: false,
  forget: false,
  reset: false,
};

describe.skipIf(process.platform === "win32")("a place that takes no changes", () => {
  test("is told, what stands there is in force, changes are refused, and counting goes on", () => {
    using folder = dataFolder();
    const path = usedStore(folder.path);
    chmodSync(path, 0o444);
    chmodSync(folder.path, 0o555);
    const { opened, changes, after } = reportAsNobody(folder.path);
    expect(opened.status).toEqual({ state: "read_only", fault: null, set_aside: 0 });
    expect(opened.labels).toHaveLength(40);
    expect(changes).toEqual({ ...ALL_REFUSED });
    expect(after).toEqual({
      status: opened.status,
      labels: opened.labels,
      thresholds: {},
      added: 1,
    });
    expect(filesOf(folder.path)).toEqual([STORE_FILE]);
    chmodSync(folder.path, 0o755);
  });

  test("is told where the file may be written but no log may stand beside it", () => {
    using folder = dataFolder();
    const path = usedStore(folder.path);
    chmodSync(path, 0o666);
    chmodSync(folder.path, 0o555);
    const { opened, changes } = reportAsNobody(folder.path);
    expect(opened.status).toEqual({ state: "read_only", fault: null, set_aside: 0 });
    expect(opened.labels).toHaveLength(40);
    expect(changes).toEqual({ ...ALL_REFUSED });
    chmodSync(folder.path, 0o755);
  });

  test.each([1, 2])("holds in force what version %d of a store wrote there", (version) => {
    using folder = dataFolder();
    const path = olderStore(folder.path, version);
    chmodSync(path, 0o444);
    chmodSync(folder.path, 0o555);
    const { opened, changes } = reportAsNobody(folder.path);
    expect(opened.status).toEqual({ state: "read_only", fault: null, set_aside: 0 });
    expect(opened.labels).toHaveLength(40);
    expect(opened.policies).toEqual({ ai_other: "deny" });
    expect(changes).toEqual({ ...ALL_REFUSED });
    expect(filesOf(folder.path)).toEqual([STORE_FILE]);
    chmodSync(folder.path, 0o755);
  });

  test("holds in force what a killed agent left in the log", () => {
    using elsewhere = dataFolder();
    using folder = dataFolder();
    const killed = openStore(elsewhere.path);
    for (let i = 1; i <= 3; i++) killed.canaries.insert(canaryOf(i));
    for (const end of ["", "-wal"]) {
      copyFileSync(join(elsewhere.path, STORE_FILE + end), join(folder.path, STORE_FILE + end));
      chmodSync(join(folder.path, STORE_FILE + end), 0o444);
    }
    killed.close();
    chmodSync(folder.path, 0o555);
    const { opened } = reportAsNobody(folder.path);
    expect(opened.status).toEqual({ state: "read_only", fault: null, set_aside: 0 });
    expect(opened.labels).toHaveLength(3);
    expect(filesOf(folder.path)).toEqual([STORE_FILE, `${STORE_FILE}-wal`]);
    chmodSync(folder.path, 0o755);
  });

  test.each<readonly [string, (path: string) => void, string]>([
    ["can't be read", (path) => chmodSync(path, 0o000), "cannot_open"],
    ["is damaged", (path) => writeFileSync(path, "x".repeat(4096)), "io"],
    ["is of a newer version", (path) => change(path, "PRAGMA user_version = 99"), "newer_version"],
  ])("has failed where what stands there %s", (_name, spoil, fault) => {
    using folder = dataFolder();
    const path = usedStore(folder.path);
    chmodSync(path, 0o644);
    spoil(path);
    chmodSync(folder.path, 0o555);
    const { opened } = reportAsNobody(folder.path);
    expect(opened.status).toEqual({ state: "failed", fault, set_aside: 0 });
    expect(opened.labels).toEqual([]);
    chmodSync(folder.path, 0o755);
  });

  test("takes them again once the file may be written, also where its log was made while it might not", () => {
    using folder = dataFolder();
    const path = usedStore(folder.path);
    chmodSync(path, 0o400);
    if (isRoot) for (const name of [folder.path, path]) chownSync(name, NOBODY, NOBODY);
    expect(reportAsNobody(folder.path).opened.status).toMatchObject({ state: "read_only" });
    expect(statSync(`${path}-shm`).mode & 0o777).toBe(0o400);
    chmodSync(path, 0o600);
    const { opened, changes, after } = reportAsNobody(folder.path);
    expect([opened.status, after]).toEqual([OK, expect.objectContaining({ status: OK })]);
    expect(changes).toMatchObject({ insert: "done", remove: "done", reset: true });
  });

  test("is told where there is no store yet", () => {
    using folder = dataFolder();
    chmodSync(folder.path, 0o555);
    const { opened, after } = reportAsNobody(folder.path);
    expect(opened).toEqual({
      status: { state: "read_only", fault: null, set_aside: 0 },
      labels: [],
      policies: {},
    });
    expect(after.added).toBe(1);
    expect(filesOf(folder.path)).toEqual([]);
    chmodSync(folder.path, 0o755);
  });
});

describe("a file that can't be used at all is told as failed, and counting goes on:", () => {
  test.each<readonly [string, (folder: string) => string]>([
    ["a folder that is not there", (folder) => join(folder, "none")],
    [
      "a folder stands where the file should",
      (folder) => (mkdirSync(join(folder, STORE_FILE)), folder),
    ],
    ["a link in a circle", (folder) => (symlinkSync(STORE_FILE, join(folder, STORE_FILE)), folder)],
    ["a place where no file can be made", () => "/proc/self"],
  ])("%s", (_name, place) => {
    using folder = dataFolder();
    const store = openStore(place(folder.path));
    expect(store.status()).toEqual({ state: "failed", fault: "cannot_open", set_aside: 0 });
    store.counters.add("dlp_scans_total");
    store.flush();
    expect(store.canaries.insert(canaryOf(1))).toBe("unavailable");
    expect(store.counters.read().dlp_scans_total).toBe(1);
    store.close();
  });
});

describe("a full disk", () => {
  test("is told, refuses what is new, keeps what was there, and is over when there is room", () => {
    using folder = dataFolder();
    usedStore(folder.path);
    // No page more than there are: what a full disk answers, SQLite answers here.
    const store = openStore(folder.path, { maxPages: 1 });
    const outcomes = Array.from({ length: 160 }, (_, i) =>
      store.canaries.insert(canaryOf(i + 50, "x".repeat(128))),
    );
    expect(outcomes.at(-1)).toBe("unavailable");
    expect(store.status()).toEqual({ state: "full", fault: null, set_aside: 0 });
    const inserted = outcomes.filter((outcome) => outcome === "done").length;
    expect(store.canaries.list()).toHaveLength(40 + inserted);
    store.counters.add("dlp_scans_total");
    expect(store.counters.read().dlp_scans_total).toBe(8);
    expect(store.canaries.remove(canaryOf(3).id)).toBe("done");
    expect(store.status()).toEqual(OK);
    store.close();
    const again = openStore(folder.path);
    expect(again.canaries.list()).toHaveLength(39 + inserted);
    expect(again.counters.read().dlp_scans_total).toBe(8);
    again.close();
  });

  test("at the very first start is told as well", () => {
    using folder = dataFolder();
    const store = openStore(folder.path, { maxPages: 2 });
    expect(store.status()).toEqual({ state: "full", fault: null, set_aside: 0 });
    expect(store.canaries.insert(canaryOf(1))).toBe("unavailable");
    store.close();
  });
});

test("a store that took no changes is not opened again while another agent has it", () => {
  using folder = dataFolder();
  let [nowMs, isOthers] = [0, true];
  const options = { maxPages: 2, nowMs: () => nowMs, isHeld: () => !isOthers };
  const store = openStore(folder.path, options);
  const full = store.status();
  nowMs = 6000;
  expect(store.status()).toEqual({ state: "read_only", fault: "busy", set_aside: 0 });
  [nowMs, isOthers] = [12_000, false];
  expect(store.status()).toEqual(full);
  store.close();
});

test("a store that somebody else holds is told as busy and left alone", () => {
  using folder = dataFolder();
  const path = usedStore(folder.path);
  const holder = new DatabaseSync(path);
  holder.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  const store = openStore(folder.path);
  expect(store.status()).toEqual({ state: "failed", fault: "busy", set_aside: 0 });
  store.close();
  holder.exec("COMMIT");
  holder.close();
  const again = openStore(folder.path);
  expect(again.canaries.list()).toHaveLength(40);
  again.close();
});

test("a store that somebody else held for a while is in order by the next asking", () => {
  using folder = dataFolder();
  let nowMs = 0;
  const store = openStore(folder.path, { nowMs: () => nowMs });
  const holder = new DatabaseSync(join(folder.path, STORE_FILE));
  holder.exec("BEGIN IMMEDIATE");
  expect(store.canaries.insert(canaryOf(1))).toBe("unavailable");
  const busy = { state: "failed", fault: "busy", set_aside: 0 };
  nowMs = 6000;
  expect(store.status()).toEqual(busy);
  holder.exec("COMMIT");
  holder.close();
  expect(store.status()).toEqual(busy);
  nowMs = 12_000;
  expect(store.status()).toEqual(OK);
  store.close();
});

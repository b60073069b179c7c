import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { canaryOf, dataFolder } from "../../test/store-folder.ts";
import { MIGRATIONS, migrate } from "./migrations.ts";
import { configure, openDatabase, userVersion } from "./sqlite.ts";
import { openStore, STORE_FILE } from "./store.ts";

/** Runs SQL on a new store's file. */
function withDatabase<T>(work: (db: DatabaseSync) => T): T {
  using folder = dataFolder();
  openStore(folder.path).close();
  using db = new DatabaseSync(join(folder.path, STORE_FILE));
  return work(db);
}

describe("the store has no place for a host, an address, a user or a content", () => {
  test("its methods are these and no others", () => {
    using folder = dataFolder();
    const store = openStore(folder.path);
    const methods = Object.entries(store).flatMap(([name, part]) =>
      typeof part === "function" ? [name] : Object.keys(part).map((method) => `${name}.${method}`),
    );
    store.close();
    expect(methods.toSorted()).toEqual([
      "canaries.insert",
      "canaries.list",
      "canaries.noteHit",
      "canaries.remove",
      "close",
      "companions.list",
      "companions.set",
      "counters.add",
      "counters.read",
      "counters.reset",
      "flush",
      "isPending",
      "ruleVersions.read",
      "ruleVersions.set",
      "settings.changeScoring",
      "settings.forgetCategoryPolicy",
      "settings.forgetScoring",
      "settings.read",
      "settings.setCategoryPolicy",
      "status",
    ]);
  });

  test("its tables are strict, and their columns of text are these and no others", () => {
    const { columns, loose } = withDatabase((db) => ({
      columns: db
        .prepare(
          `SELECT m.name || '.' || c.name AS name FROM sqlite_schema m, pragma_table_info(m.name) c
           WHERE m.type = 'table' AND c.type <> 'INTEGER' ORDER BY 1`,
        )
        .all()
        .map(({ name }) => name),
      loose: db
        .prepare("SELECT name FROM pragma_table_list WHERE strict = 0 AND name NOT LIKE 'sqlite%'")
        .all(),
    }));
    expect(loose).toEqual([]);
    expect(columns).toEqual([
      "canaries.id",
      "canaries.label",
      "canaries.token",
      "category_policies.category",
      "category_policies.policy",
      "companions.browser",
      "companions.keys",
      "companions.origin_sha256",
      "rule_versions.manifest_sha256",
      "rule_versions.manifest_version",
      "rule_versions.source",
      "thresholds.severity",
      "weights.name",
    ]);
  });

  test.each([
    "INSERT INTO category_policies VALUES ('chat.example.com', 'deny')",
    "INSERT INTO category_policies VALUES ('ai_other', 'chat.example.com')",
    "INSERT INTO category_policies VALUES ('10.0.0.1', 'deny')",
    "INSERT INTO category_policies VALUES ('', 'deny')",
    "INSERT INTO thresholds VALUES ('chat.example.com', 1)",
    "INSERT INTO thresholds VALUES ('high', 'some content')",
    "INSERT INTO thresholds VALUES ('high', 0)",
    "INSERT INTO thresholds VALUES ('high', 101)",
    "INSERT INTO weights VALUES ('user', 1)",
    "INSERT INTO rule_versions VALUES ('chat.example.com', '1', printf('%064d', 0))",
    "INSERT INTO rule_versions VALUES ('shipped', 'chat.example.com', printf('%064d', 0))",
    "INSERT INTO rule_versions VALUES ('shipped', '1/../2', printf('%064d', 0))",
    "INSERT INTO rule_versions VALUES ('shipped', '1', 'some content')",
    "INSERT INTO companions VALUES (1, 'chrome-extension://abc', 'chromium', printf('%064d', 0))",
    "INSERT INTO companions VALUES (1, printf('%064d', 0), 'chat.example.com', printf('%064d', 0))",
    "INSERT INTO companions VALUES (1, printf('%064d', 0), 'firefox', 'some content')",
    "INSERT INTO companions VALUES (1, printf('%064d', 0), 'firefox', printf('%065d', 0))",
    "INSERT INTO companions VALUES (1, printf('%064d', 0), 'firefox', printf('%0576d', 0))",
    "UPDATE counters SET dlp_scans_total = 'some content'",
    "INSERT INTO counters (id) VALUES (2)",
    "INSERT INTO canaries (id, label, token, created_at) VALUES ('chat.example.com', 'x', 'WEIRABCDEFGH234567MN', 1)",
    "INSERT INTO canaries (id, label, token, created_at) VALUES ('0123456789abcdef', 'x', 'some content', 1)",
    "INSERT INTO canaries (id, label, token, created_at) VALUES ('0123456789abcdef', printf('%0129d', 0), 'WEIRABCDEFGH234567MN', 1)",
  ])("%s is refused by the file itself", (sql) => {
    withDatabase((db) => expect(() => db.exec(sql)).toThrow(/constraint|cannot store/));
  });

  test("a canary that breaks the rules is a fault that reaches the top, not a state of the disk", () => {
    using folder = dataFolder();
    const store = openStore(folder.path);
    expect(() => store.canaries.insert({ ...canaryOf(1), token: "some content" })).toThrow(
      /constraint/i,
    );
    expect(store.status().state).toBe("ok");
    expect(store.canaries.list()).toEqual([]);
    store.close();
  });
});

describe("migrate()", () => {
  test("carries out what is missing, once, whatever the version it begins at", () => {
    const good = [
      "CREATE TABLE a (x INT) STRICT",
      "CREATE TABLE b (x INT) STRICT; INSERT INTO b VALUES (1)",
    ];
    using folder = dataFolder();
    const db = openDatabase(join(folder.path, "test.db"));
    expect([migrate(db, good.slice(0, 1)), userVersion(db)]).toEqual(["migrated", 1]);
    expect([migrate(db, good), userVersion(db)]).toEqual(["migrated", 2]);
    expect([migrate(db, good), userVersion(db)]).toEqual(["migrated", 2]);
    expect(db.rows("SELECT x FROM b")).toHaveLength(1);
    expect([migrate(db, good.slice(0, 1)), userVersion(db)]).toEqual(["newer_version", 2]);
    db.close();
  });

  test("leaves the version before it where a step fails, with nothing of the step", () => {
    using folder = dataFolder();
    const db = openDatabase(join(folder.path, "test.db"));
    const failing = [
      "CREATE TABLE a (x INT) STRICT",
      "CREATE TABLE b (x INT) STRICT; CREATE TABLE a (x INT)",
    ];
    expect(() => migrate(db, failing)).toThrow("already exists");
    expect(userVersion(db)).toBe(1);
    expect(db.rows("SELECT name FROM sqlite_schema").map(({ name }) => name)).toEqual(["a"]);
    db.close();
  });

  test("knows the version that the store is at", () => {
    expect(MIGRATIONS).toHaveLength(4);
    expect(withDatabase((db) => db.prepare("PRAGMA user_version").get()?.["user_version"])).toBe(4);
  });

  test("brings policies of version 1 along, and lets a category have a hyphen from then on", () => {
    using folder = dataFolder();
    const db = openDatabase(join(folder.path, "test.db"));
    migrate(db, MIGRATIONS.slice(0, 1));
    db.exec("INSERT INTO category_policies VALUES ('ai_other', 'deny')");
    expect(() => db.exec("INSERT INTO category_policies VALUES ('my-list', 'deny')")).toThrow(
      /constraint/,
    );
    migrate(db);
    db.exec("INSERT INTO category_policies VALUES ('my-list', 'allow')");
    expect(db.rows("SELECT category, policy FROM category_policies ORDER BY 1")).toMatchObject([
      { category: "ai_other", policy: "deny" },
      { category: "my-list", policy: "allow" },
    ]);
    db.close();
  });

  test("has companions of version 3 paired again: they have no key", () => {
    using folder = dataFolder();
    const db = openDatabase(join(folder.path, STORE_FILE));
    migrate(db, MIGRATIONS.slice(0, 3));
    db.exec("INSERT INTO companions VALUES (1, printf('%064d', 0), 'firefox', printf('%064d', 0))");
    db.close();
    const store = openStore(folder.path);
    expect([store.status().state, store.companions.list()]).toEqual(["ok", []]);
    store.close();
  });
});

test("what is deleted is overwritten, and stands in no temporary file", () => {
  using folder = dataFolder();
  const db = openDatabase(join(folder.path, STORE_FILE));
  configure(db, 16);
  const settings = ["secure_delete", "temp_store"].map((name) => db.rows(`PRAGMA ${name}`)[0]);
  db.close();
  // sqlite.org/pragma.html: 1 is ON, 2 is MEMORY.
  expect(settings).toEqual([{ secure_delete: 1 }, { temp_store: 2 }]);
});

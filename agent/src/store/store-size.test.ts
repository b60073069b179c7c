import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { canaryOf, dataFolder, usedStore } from "../../test/store-folder.ts";
import { openStore } from "./store.ts";

const PAGE_BYTES = 4096;
const MOST_PAGES = 4096;

test("a store has 16 MiB at most; beyond, it is full, whatever room the disk has", () => {
  using folder = dataFolder();
  const path = usedStore(folder.path);
  const other = new DatabaseSync(path);
  const { page_count: pages } = other.prepare("PRAGMA page_count").get() ?? {};
  other.exec("CREATE TABLE filler (bytes BLOB) STRICT");
  // A page of a large value has four bytes that lead to the next one; some pages are left.
  const bytes = (PAGE_BYTES - 4) * (MOST_PAGES - Number(pages) - 4);
  other.prepare("INSERT INTO filler VALUES (zeroblob(?))").run(bytes);
  other.close();

  const store = openStore(folder.path);
  const outcomes = Array.from({ length: 160 }, (_, i) =>
    store.canaries.insert(canaryOf(i + 50, "x".repeat(128))),
  );
  expect(outcomes[0]).toBe("done");
  expect(outcomes.at(-1)).toBe("unavailable");
  expect(store.status()).toEqual({ state: "full", fault: null, set_aside: 0 });
  store.close();
  expect(statSync(path).size).toBeLessThanOrEqual(MOST_PAGES * PAGE_BYTES);
});

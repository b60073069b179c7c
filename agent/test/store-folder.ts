import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Canary } from "@weir/schema";
import { insertCanary } from "../src/store/canaries.ts";
import { migrate, MIGRATIONS } from "../src/store/migrations.ts";
import { configure, openDatabase } from "../src/store/sqlite.ts";
import { openStore, STORE_FILE } from "../src/store/store.ts";

/** A data folder for one test; disposing of it removes it. */
export function dataFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "weir-store-"));
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The names of a folder's files, sorted. */
export const filesOf = (folder: string): string[] => readdirSync(folder).toSorted();

/** The files of a folder whose bytes hold a text. */
export const filesWith = (folder: string, text: string): string[] =>
  filesOf(folder).filter((name) => readFileSync(join(folder, name)).includes(text));

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A canary made up from a number: the same number gives the same canary. */
export function canaryOf(number: number, label = `label ${number}`): Canary {
  let token = "WEIR";
  // Marsaglia's xorshift: different numbers never give the same token.
  let state = Math.imul(number + 1, 0x9e3779b1);
  for (let at = 0; at < 16; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    token += ALPHABET.charAt(state >>> 27);
  }
  const id = number.toString(16).padStart(16, "0");
  return { id, label, token, created_at: 1_700_000_000, last_triggered: 0, trigger_count: 0 };
}

/** Leaves a closed store with 40 canaries and 7 scans in a folder, and answers its file's path. */
export function usedStore(folder: string): string {
  const store = openStore(folder);
  for (let i = 1; i <= 40; i++) store.canaries.insert(canaryOf(i));
  for (let i = 0; i < 7; i++) store.counters.add("dlp_scans_total");
  store.close();
  return join(folder, STORE_FILE);
}

/** Leaves a store as an earlier version closed it, with 40 canaries, 7 scans and a policy; answers its file's path. */
export function olderStore(folder: string, version: number): string {
  const path = join(folder, STORE_FILE);
  const db = openDatabase(path);
  configure(db, 4096);
  migrate(db, MIGRATIONS.slice(0, version));
  for (let i = 1; i <= 40; i++) insertCanary(db, canaryOf(i));
  db.run("UPDATE counters SET dlp_scans_total = 7");
  db.run("INSERT INTO category_policies VALUES ('ai_other', 'deny')");
  db.close();
  return path;
}

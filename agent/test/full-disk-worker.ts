// Opens stores on the full disk of the folder named in the arguments, makes room, and prints how they stand.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { openStore, STORE_FILE } from "../src/store/store.ts";
import { canaryOf, dataFolder, olderStore, usedStore } from "./store-folder.ts";

const disk = process.argv[2] ?? "";
const filler = join(disk, "filler");
const LATER_MS = 60_000;

function fill(): void {
  for (const bytes of [65_536, 4096, 1]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(bytes), { flag: "a" });
    } catch {
      // There is no room for so much any more.
    }
  }
}

/** What a folder's store keeps, as the next start reads it: canaries, and scans that were counted. */
function keptOf(folder: string): readonly number[] {
  const store = openStore(folder);
  const kept = [store.canaries.list().length, store.counters.read().dlp_scans_total];
  store.close();
  return kept;
}

function folderOf(name: string): string {
  const folder = join(disk, name);
  mkdirSync(folder);
  return folder;
}

function freshStore() {
  const folder = folderOf("fresh");
  fill();
  let nowMs = 0;
  const store = openStore(folder, { nowMs: () => nowMs });
  const opened = store.status();
  store.counters.add("dlp_scans_total");
  rmSync(filler);
  const tooSoon = store.status();
  nowMs = LATER_MS;
  const later = store.status();
  const insert = store.canaries.insert(canaryOf(1));
  store.close();
  return { opened, tooSoon, later, insert, kept: keptOf(folder) };
}

/** How a store stands that is opened on a full disk, and once there is room; `meanwhile` changes its file in between. */
function openedWhileFull(folder: string, meanwhile: () => void = () => undefined) {
  fill();
  let nowMs = 0;
  const store = openStore(folder, { nowMs: () => nowMs });
  const opened = store.status();
  const canaries = store.canaries.list().length;
  rmSync(filler, { force: true });
  meanwhile();
  nowMs = LATER_MS;
  const later = store.status();
  const insert = store.canaries.insert(canaryOf(99));
  store.close();
  return { opened, canaries, later, insert, kept: keptOf(folder) };
}

/** A process that was killed has left canaries in the log, for which no shared memory can be made. */
function killedStore() {
  using elsewhere = dataFolder();
  const killed = openStore(elsewhere.path);
  const folder = folderOf("killed");
  for (let i = 1; i <= 2; i++) killed.canaries.insert(canaryOf(i));
  for (const end of ["", "-wal"]) {
    copyFileSync(join(elsewhere.path, STORE_FILE + end), join(folder, STORE_FILE + end));
  }
  killed.close();
  return openedWhileFull(folder);
}

/** An earlier version's, whose tables there is no room to change. */
function earlierStore() {
  const folder = folderOf("earlier");
  olderStore(folder, 1);
  return openedWhileFull(folder);
}

/** Somebody puts a copy of another store in its place as soon as there is room. */
function exchangedStore() {
  using elsewhere = dataFolder();
  const folder = folderOf("exchanged");
  const other = usedStore(elsewhere.path);
  return openedWhileFull(folder, () => copyFileSync(other, join(folder, STORE_FILE)));
}

/** There is room, and none for a file more: SQLite says no more than that it can't open its log. */
function storeWithoutLog() {
  const folder = folderOf("no-files");
  usedStore(folder);
  const files: string[] = [];
  try {
    for (;;) {
      const path = join(disk, `empty-${files.length}`);
      writeFileSync(path, "");
      files.push(path);
    }
  } catch {
    // There is room for no more of them.
  }
  return openedWhileFull(folder, () => {
    for (const path of files) rmSync(path);
  });
}

process.stdout.write(
  JSON.stringify({
    fresh: freshStore(),
    killed: killedStore(),
    earlier: earlierStore(),
    exchanged: exchangedStore(),
    withoutLog: storeWithoutLog(),
  }),
);

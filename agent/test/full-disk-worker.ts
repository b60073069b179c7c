// Opens stores on the full disk of the folder named in the arguments, makes room, and prints how they stand.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { openStore, STORE_FILE } from "../src/store/store.ts";
import { canaryOf, dataFolder } from "./store-folder.ts";

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

/** A process that was killed has left canaries in the log, which can't be read while no shared memory can be made. */
function unreadStore() {
  using elsewhere = dataFolder();
  const killed = openStore(elsewhere.path);
  const folder = folderOf("unread");
  copyFileSync(join(elsewhere.path, STORE_FILE), join(folder, STORE_FILE));
  for (let i = 1; i <= 2; i++) killed.canaries.insert(canaryOf(i));
  for (const end of ["", "-wal"]) {
    copyFileSync(join(elsewhere.path, STORE_FILE + end), join(folder, STORE_FILE + end));
  }
  killed.close();
  fill();
  let nowMs = 0;
  const store = openStore(folder, { nowMs: () => nowMs });
  const opened = store.status();
  rmSync(filler);
  nowMs = LATER_MS;
  const later = store.status();
  const insert = store.canaries.insert(canaryOf(9));
  store.close();
  return { opened, later, insert, kept: keptOf(folder) };
}

process.stdout.write(JSON.stringify({ fresh: freshStore(), unread: unreadStore() }));

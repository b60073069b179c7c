import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hostsFolder } from "../../test/hosts-folder.ts";
import type { HostsFolder } from "../../test/hosts-folder.ts";
import { QUIET_MS, watchLists } from "./watch.ts";

let folder: HostsFolder;
beforeEach(() => {
  folder = hostsFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** A watch whose calls can be waited for. */
function countedWatch(paths: readonly string[]) {
  const calls = { count: 0 };
  const watch = watchLists(paths, () => {
    calls.count++;
  });
  /** Does something and waits until the watch has told of it. */
  const tellsOf = async (change: () => unknown): Promise<boolean> => {
    await wait(2 * QUIET_MS);
    const before = calls.count;
    change();
    for (let tries = 0; tries < 500; tries++) {
      if (calls.count > before) return true;
      await wait(20);
    }
    return false;
  };
  return { calls, tellsOf, [Symbol.dispose]: () => watch[Symbol.dispose]() };
}

describe("a watch", () => {
  it("tells of writes, of a file put in another's place, and of a folder that comes later", async () => {
    using watch = countedWatch([
      join(folder.path, "ai_other.txt"),
      join(folder.path, "local/allow_domains.txt"),
    ]);
    const told: boolean[] = [];
    for (const change of [
      () => folder.write("ai_other.txt", "n.example\n"),
      () => renameSync(folder.write("fresh.tmp", "x"), join(folder.path, "ai_other.txt")),
      () => folder.write("ai_other.txt", "o.example\n"),
      () => folder.write("local/allow_domains.txt", "y.example\n"),
      () => folder.write("local/allow_domains.txt", "z.example\n"),
      () => rmSync(join(folder.path, "local"), { recursive: true }),
      () => folder.write("local/allow_domains.txt", "again.example\n"),
      () => folder.write("local/allow_domains.txt", "last.example\n"),
    ]) {
      told.push(await watch.tellsOf(change));
    }
    expect(told).toEqual(told.map(() => true));
  });

  it("tells once of many writes", async () => {
    using watch = countedWatch([join(folder.path, "ai_other.txt")]);
    await watch.tellsOf(() => {
      for (let i = 0; i < 20; i++) folder.write("ai_other.txt", `n${i}.example\n`);
    });
    await wait(2 * QUIET_MS);
    expect(watch.calls.count).toBe(1);
  });

  it("takes no notice of other files, of folders that are not there, nor of anything once it ended", async () => {
    const watch = countedWatch([join(folder.path, "ai_other.txt"), "/nowhere/at/all.txt"]);
    folder.write("unrelated.json", "{}");
    await wait(2 * QUIET_MS);
    watch[Symbol.dispose]();
    folder.write("ai_other.txt", "late.example\n");
    await wait(2 * QUIET_MS);
    expect(watch.calls.count).toBe(0);
  });
});

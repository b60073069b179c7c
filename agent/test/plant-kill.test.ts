// Plants that are killed at every point between two changes, in processes of their own.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { plantInFile } from "../src/canary/plant-file.ts";
import { containing } from "./matchers.ts";
import { canaryOf, dataFolder, filesOf } from "./store-folder.ts";

const WORKER = join(import.meta.dirname, "plant-worker.ts");

/** More points than any plant has. */
const MAX_POINTS = 40;

const [first, second] = [canaryOf(1).token, canaryOf(2).token];

/** True where it was killed. */
function plantUntilKilled(path: string, killAt: number): boolean {
  const args = [WORKER, path, first, String(killAt)];
  const { signal, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (signal === "SIGKILL") return true;
  expect({ stderr, stdout }).toMatchObject({ stderr: "", stdout: containing('"ok":true') });
  return false;
}

test.each<readonly [string, string | undefined]>([
  ["a file that is there", "SECRET=of its own\n"],
  ["a new file", undefined],
])(
  "%s: whenever a plant is killed, the next into its folder leaves nothing beside",
  (_, content) => {
    let leftovers = 0;
    for (let killAt = 1; killAt < MAX_POINTS; killAt++) {
      using folder = dataFolder();
      const path = join(folder.path, ".env");
      if (content !== undefined) writeFileSync(path, content);
      if (!plantUntilKilled(path, killAt)) break;
      leftovers += filesOf(folder.path).filter((name) => name !== ".env").length;
      const isPlanted =
        filesOf(folder.path).includes(".env") && readFileSync(path, "utf8").includes(first);
      const next = plantInFile(path, second);
      expect({ killAt, next }).toEqual({
        killAt,
        next: isPlanted
          ? { ok: false, refusal: "already_planted" }
          : { ok: true, isNew: content === undefined },
      });
      expect(filesOf(folder.path)).toEqual([".env"]);
      // What killed plants left is no second name of the file any more, which would have it refused.
      writeFileSync(path, content ?? "A=1\n");
      expect(plantInFile(path, second)).toEqual({ ok: true, isNew: false });
    }
    expect(leftovers).toBeGreaterThan(3);
  },
);

test("what others have in the folder stays, also a plant that another process is at", async () => {
  using folder = dataFolder();
  const at = (name: string): string => join(folder.path, name);
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(other, "spawn");
  const left = `.weir-plant-${other.pid}-0123456789ab`;
  const kept = [".env.tmp", ".weir-plant-", ".weir-plant-1-0", `${left}.old`];
  for (const name of [...kept, left]) writeFileSync(at(name), "A=1\n");
  mkdirSync(at(".weir-plant-999999999-0123456789ab"));
  symlinkSync(at(".env.tmp"), at(".weir-plant-999999998-0123456789ab"));
  expect(plantInFile(at(".env"), first)).toMatchObject({ ok: true });
  const folders = [".weir-plant-999999999-0123456789ab"];
  expect(filesOf(folder.path)).toEqual([".env", ...kept, ...folders, left].toSorted());
  other.kill("SIGKILL");
  await once(other, "close");
  expect(plantInFile(at("other.env"), second)).toMatchObject({ ok: true });
  expect(filesOf(folder.path)).toEqual([".env", "other.env", ...kept, ...folders].toSorted());
});

// The launcher of a clone on a Node that is too old, while the pinned one is not whole.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { temporaryFolder } from "./fixture-rules.ts";

const launcher = join(import.meta.dirname, "..", "bin", "weir.mjs");

test.runIf(process.platform === "linux").each([
  ["is not there yet", undefined, "weir needs Node 24.11 or later"],
  ["may not be run yet", 0o644, "the Node that weir needs could not be started"],
  [
    "is refused by the system without an event",
    0o755,
    "the Node that weir needs could not be started",
  ],
])("a pinned Node that %s is told with what to do", (_, mode, told) => {
  const folder = temporaryFolder();
  const put = (path: string, text: string): string => {
    mkdirSync(join(folder.path, dirname(path)), { recursive: true });
    writeFileSync(join(folder.path, path), text, { mode: mode ?? 0o644 });
    return join(folder.path, path);
  };
  put("agent/bin/weir.mjs", "");
  copyFileSync(launcher, join(folder.path, "agent/bin/weir.mjs"));
  put("dist/weir.cjs", "");
  put("dist/shipped/manifest.json", "{}");
  put("rules/manifest.json", "{}");
  put("node_modules/none", "");
  const pinned = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
  // Its interpreter is itself, which the system refuses as it does a file that is still written to.
  if (mode !== undefined) put(pinned, `#!${join(folder.path, pinned)}\n`);
  const old = put(
    "old.cjs",
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.0.0" } });',
  );
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--require", old, join(folder.path, "agent/bin/weir.mjs"), "status"],
    { encoding: "utf8" },
  );
  folder.remove();
  expect([status, stderr]).toEqual([2, expect.stringContaining(`error: ${told}`)]);
  expect(stderr).toMatch(/\nhint: .*where npm is installing just now, wait until it is done\n$/);
});

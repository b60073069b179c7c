// Output that a full disk does not take. Linux has a device that answers as one.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { PROGRAM, temporaryHome } from "./run-cli.ts";

const FULL = "/dev/full";

describe.runIf(existsSync(FULL))("on a full disk", () => {
  test.each([
    [["--help"]],
    [["config", "show", "--json"]],
    [["rules", "list"]],
    [["scan", "--json"]],
    [["scan", "--redact"]],
  ])(
    "weir %j ends with one error and exit code 2, which is not that something was found",
    (args) => {
      using home = temporaryHome();
      const full = openSync(FULL, "w");
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
        env: { ...process.env, ...home.env, LOG_LEVEL: "", NO_COLOR: "1" },
        input: "nothing to find",
        stdio: ["pipe", full, "pipe"],
        encoding: "utf8",
      });
      closeSync(full);
      expect(status).toBe(2);
      expect(stderr).toMatch(/^error: the output can't be written.*\nhint: .*\n$/);
    },
  );

  test("weir run loses its greeting and goes on", async () => {
    using home = temporaryHome();
    const full = openSync(FULL, "w");
    const args = [PROGRAM, "run", "--no-dns", "--listen", "127.0.0.1:0"];
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...home.env, LOG_LEVEL: "" },
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    const ended = once(child, "close");
    let log = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (log += text));
    await expect.poll(() => log).toContain('"event":"started"');
    const port = /"port":(\d+)/.exec(log)?.[1] ?? "";
    const answer = async () => (await fetch(`http://127.0.0.1:${port}/api/status`)).status;
    expect(await answer()).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(log).toContain('"event":"stopped"');
  });
});

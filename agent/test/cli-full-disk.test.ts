// Output that a full disk does not take. Linux has a device that answers as one.
import { spawnSync } from "node:child_process";
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
});

// Read by the real command as somebody whom the modes of files bind, which root is not.
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { agentHome } from "../../test/agent-process.ts";
import { PROGRAM } from "../../test/run-cli.ts";

const NOBODY = 65_534;

describe.skipIf(process.platform === "win32")("a configuration that is closed to its user", () => {
  test.each([
    ["its folder", 0o000, dirname, "can't be entered by the agent's user", "chmod u+rwx"],
    ["the file", 0o200, (path: string) => path, "can't be read by the agent's user", "chmod u+r"],
  ])("in %s of mode %o is told with the command that mends it", (_, mode, of, problem, mend) => {
    using home = agentHome("preset: team\n");
    if (process.getuid?.() === 0) {
      const names = readdirSync(home.path, { recursive: true, encoding: "utf8" });
      for (const name of ["", ...names]) chownSync(join(home.path, name), NOBODY, NOBODY);
    }
    const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const check = () =>
      spawnSync(process.execPath, [PROGRAM, "config", "check"], {
        ...as,
        cwd: "/",
        env: { ...process.env, ...home.env, LOG_LEVEL: "", NO_COLOR: "1" },
        encoding: "utf8",
      });
    const closed = of(home.configPath);
    chmodSync(closed, mode);
    const { status, stdout, stderr } = check();
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      "error: the configuration can't be read\n" +
        `  ${closed}: ${problem}; mend it: ${mend} '${closed}'\n` +
        "hint: do what stands above, then try again\n",
    );
    chmodSync(closed, 0o700);
    expect(check().stdout).toBe(`${home.configPath}: no faults\n`);
  });
});

// Started as somebody whom the modes of files bind, which root is not.
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { agentHome } from "../../test/agent-process.ts";
import type { AgentHome } from "../../test/agent-process.ts";
import { PROGRAM } from "../../test/run-cli.ts";
import { usedStore } from "../../test/store-folder.ts";
import { checkTokenFile } from "./data-folder.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? NOBODY : process.getuid?.();

/** A home whose data folder holds a store with canaries, all of it the user's. */
function storedHome(): AgentHome & { readonly store: string } {
  const home = agentHome();
  mkdirSync(home.dataDir, { mode: 0o700 });
  const store = usedStore(home.dataDir);
  if (isRoot) {
    const names = readdirSync(home.path, { recursive: true, encoding: "utf8" });
    for (const name of ["", ...names]) chownSync(join(home.path, name), NOBODY, NOBODY);
  }
  return { ...home, store };
}

/** How the agent's start ends, told without the data folder. */
function run(home: AgentHome) {
  const as = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const { status, stderr } = spawnSync(
    process.execPath,
    [PROGRAM, "run", "--listen", "127.0.0.1:0", "--no-dns"],
    {
      ...as,
      cwd: "/",
      env: { ...process.env, ...home.env, LOG_LEVEL: "", NO_COLOR: "1" },
      encoding: "utf8",
      timeout: 120_000,
    },
  );
  return { status, err: stderr.replaceAll(`${home.dataDir}/`, "") };
}

const ERROR =
  "error: the agent's user can't use the store, so its canaries would not be in force\n";
const HINT = "hint: do what stands above, then try again\n";

describe.skipIf(process.platform === "win32")(
  "an agent does not start without its canaries:",
  () => {
    test("on a store that its user can't read", () => {
      using home = storedHome();
      chmodSync(home.store, 0o000);
      const line =
        "  weir.db: is the store and can't be read by the agent's user; mend it: chmod 600 'weir.db'\n";
      expect(run(home)).toEqual({ status: 2, err: ERROR + line + HINT });
    });

    test.runIf(isRoot)("on a store or a log that root left there", () => {
      using home = storedHome();
      chownSync(home.store, 0, 0);
      writeFileSync(`${home.store}-wal`, "", { mode: 0o600 });
      const lineOf = (name: string): string =>
        `  ${name}: belongs to another user; mend it: sudo chown -h ${user} '${name}'\n`;
      const err = ERROR + lineOf("weir.db-wal") + lineOf("weir.db") + HINT;
      expect(run(home)).toEqual({ status: 2, err });
    });
  },
);

test.runIf(process.platform === "linux")(
  "a data folder, and one of a configuration, where the kernel makes none ends the command at once",
  () => {
    using home = agentHome();
    const path = "/proc/x/data";
    for (const words of [
      ["run", "--listen", "127.0.0.1:0", "--no-dns"],
      ["config", "init", "--preset", "team", "--path", `${path}/config.yaml`],
    ]) {
      const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
        env: { ...process.env, ...home.env, WEIR_DATA_DIR: path },
        encoding: "utf8",
        timeout: 20_000,
      });
      expect([status, stderr]).toEqual([2, expect.stringContaining(`error: ${path}`)]);
    }
  },
);

test.skipIf(process.platform === "win32")(
  "of a token in a folder that others can write to, the folder is told to be mended first",
  () => {
    using home = agentHome();
    mkdirSync(home.dataDir, { mode: 0o700 });
    const path = join(home.dataDir, "api-token");
    writeFileSync(path, "x", { mode: 0o600 });
    const checker = { uid: process.getuid?.(), cwd: "/", home: home.path };
    const check = (): void => checkTokenFile(path, checker);
    expect(check).not.toThrow();
    chmodSync(home.dataDir, 0o777);
    expect(check).toThrow("others could read or change the agent's own data");
    chmodSync(home.dataDir, 0o700);
    chmodSync(path, 0o644);
    expect(check).toThrow("others could read or change the API's token");
  },
);

// What people are told to run must not harm the system: owners and modes are real, and so are the system's folders.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { agentHome } from "../../test/agent-process.ts";
import { weir } from "../../test/run-cli.ts";
import { permissionFaults, permissionLine } from "./permissions.ts";

const ROOT = 0;
const NOBODY = 65_534;
const own = process.geteuid?.() ?? ROOT;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weir-cures-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const at = (name: string): string => join(folder, name);
const NO_HOME = "/nowhere";

/** Lines for a data folder, without the test's folder. */
const linesOf = (path: string, uid: number, home = NO_HOME): string[] =>
  permissionFaults(path, "data folder", { uid, cwd: "/", home }).map((fault) =>
    permissionLine(fault).replaceAll(folder, "~"),
  );

/** A folder that others may enter, with files in it. */
function openFolder(name: string, files: readonly string[] = []): string {
  mkdirSync(at(name), { recursive: true });
  chmodSync(at(name), 0o755);
  for (const file of files) writeFileSync(join(at(name), file), "x", { mode: 0o600 });
  return at(name);
}

const OWN_FOLDER = "; name a folder of your own as data_dir";

describe.skipIf(process.platform === "win32")("a folder of the system", () => {
  const SYSTEM = ["/", "/tmp", "/var", "/etc", "/usr/local", "/var/lib"].filter(existsSync);
  test.each(SYSTEM)("%s is neither closed to others nor taken over", (path) => {
    for (const uid of [ROOT, 1234]) {
      const lines = linesOf(path, uid);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(OWN_FOLDER);
    }
  });

  test.each(["/dev/null", "/tmp"])(
    "%s is no configuration, and no mode of it is touched",
    async (path) => {
      const { code, err } = await weir(["config", "check", path]);
      expect(code).toBe(2);
      expect(err).toContain(`${path}: is not a file`);
      expect(err).not.toContain("chmod");
    },
  );

  test("is refused by the agent with what to do instead", async () => {
    using home = agentHome("data_dir: /tmp\n");
    const { code, err } = await home.run("run", "--no-dns");
    expect([code, err.includes(OWN_FOLDER), err.includes("chmod")]).toEqual([2, true, false]);
  });
});

describe.skipIf(process.platform === "win32")(
  "a data folder that is open to others is closed by a command",
  () => {
    const isMendable = (path: string, home?: string): boolean =>
      linesOf(path, own, home)[0]?.endsWith(
        `mend it: chmod 700 '~${path.slice(folder.length)}'`,
      ) === true;

    test("where it holds nothing but Weir's files, and not where it holds others", () => {
      const files = ["weir.db", "weir.db-wal", "api-token", "weir.pid", "dns-setup.json"];
      expect(isMendable(openFolder("kept", files))).toBe(true);
      const mixed = openFolder("mixed", [...files, "letter.txt"]);
      expect(linesOf(mixed, own)).toEqual([
        `~/mixed: is the data folder and is open to others${OWN_FOLDER}`,
      ]);
    });

    test("where it is called weir within the user's own home, whatever it holds", () => {
      const path = openFolder("state/weir", ["notes"]);
      expect([isMendable(path, folder), isMendable(path)]).toEqual([true, false]);
      const other = openFolder("documents", ["notes"]);
      expect(isMendable(other, folder)).toBe(false);
    });

    test("where it is empty, unless it is root's and not within root's home", () => {
      const path = openFolder("empty");
      expect([isMendable(path), isMendable(path, folder)]).toEqual([own !== ROOT, true]);
    });
  },
);

describe.runIf(own === ROOT)(
  "a file of root's that is open to others is closed by a command",
  () => {
    const lineOf = (folderMode: number, kind: "token" | "configuration"): string => {
      const path = join(openFolder("x", ["file"]), "file");
      chmodSync(at("x"), folderMode);
      chmodSync(path, 0o666);
      const [fault] = permissionFaults(path, kind, { uid: ROOT, cwd: "/", home: NO_HOME });
      return fault === undefined ? "" : permissionLine(fault).replaceAll(folder, "~");
    };

    test.each(["token", "configuration"] as const)("in a folder that is closed: %s", (kind) => {
      expect(lineOf(0o700, kind)).toContain("; mend it: chmod 600 '~/x/file'");
    });

    test.each(["token", "configuration"] as const)(
      "and not where others reach it, who may live by it: %s",
      (kind) => {
        expect(lineOf(0o755, kind)).toMatch(/; name a f/);
        expect(lineOf(0o755, kind)).not.toContain("chmod");
      },
    );
  },
);

describe.runIf(own === ROOT)("of two users", () => {
  /** Gives everything that is in the test's folder by now to somebody. */
  const giveAll = (uid: number): void => {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const name of ["", ...names]) chownSync(join(folder, name), uid, uid);
  };

  test("one's folder called weir that root made within the home is given back", () => {
    openFolder("state");
    giveAll(NOBODY);
    mkdirSync(at("state/weir"), { mode: 0o700 });
    expect(linesOf(at("state/weir"), NOBODY, folder)).toEqual([
      `~/state/weir: belongs to another user; mend it: sudo chown -h ${NOBODY} '~/state/weir'`,
    ]);
    expect(linesOf(at("state/weir"), NOBODY, NO_HOME)[0]).toContain(OWN_FOLDER);
  });

  test("root takes nothing of a home that sudo left, is told so once, and makes nothing there", async () => {
    mkdirSync(at("config/weir"), { recursive: true });
    writeFileSync(at("config/weir/config.yaml"), "preset: team\n", { mode: 0o600 });
    giveAll(NOBODY);
    const env = { HOME: folder, WEIR_DATA_DIR: "", XDG_CONFIG_HOME: "", XDG_STATE_HOME: "" };
    const named = await weir(["dns", "install", "--scoped", "--dry-run"], {
      env: { ...env, XDG_CONFIG_HOME: at("config") },
    });
    const found = await weir(["run", "--no-dns"], { env });
    for (const { code, err } of [named, found]) {
      expect(code).toBe(2);
      expect(err.match(/root takes nothing of another user: .* sudo -H/g)).toHaveLength(1);
      expect(err).not.toContain("chown");
    }
    expect(readdirSync(folder)).toEqual(["config"]);
  });
});

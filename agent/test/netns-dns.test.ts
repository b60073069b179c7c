// The real thing on Linux: a network and a mount namespace with an /etc of its own, glibc and curl as the programs that
// look names up. Where no namespace can be made, the run says that this was skipped.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { containing } from "./matchers.ts";

const IN_NAMESPACE = [
  "unshare",
  "--user",
  "--map-root-user",
  "--net",
  "--mount",
  "--pid",
  "--fork",
  "--kill-child",
] as const;
const [ENTER, ...NAMESPACE] = IN_NAMESPACE;
const canEnter = spawnSync(ENTER, [...NAMESPACE, "ip", "link", "set", "lo", "up"]).status === 0;

const WEIR = { getent: "127.0.0.1", curl: "weir" };
const FORMER = { getent: "127.0.0.3", curl: "former" };
const NOBODY = { getent: "", curl: "" };

test.runIf(canEnter)(
  "full mode with /etc/resolv.conf: names come to weir, fail while it is dead, and come back as they were",
  () => {
    const base = mkdtempSync(join(tmpdir(), "weir-netns-"));
    try {
      const worker = join(import.meta.dirname, "netns-worker.ts");
      const args = [...NAMESPACE, process.execPath, worker, base];
      const { stdout, stderr, status } = spawnSync(ENTER, args, {
        // What the machine sets for Node may name files of its /etc.
        env: { PATH: process.env["PATH"] },
        encoding: "utf8",
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      const { lives, readOnly } = JSON.parse(stdout) as {
        lives: readonly Record<string, unknown>[];
        readOnly: Record<string, unknown>;
      };
      expect(lives).toEqual(
        ["a file", "a mount"].map((label) => ({
          label,
          before: FORMER,
          installed: true,
          status: true,
          inForce: WEIR,
          killed: NOBODY,
          restored: true,
          afterRestore: FORMER,
          resumed: true,
          afterResume: WEIR,
          uninstalled: true,
          afterUninstall: FORMER,
          isIdentical: true,
        })),
      );
      expect(readOnly).toEqual({
        refused: {
          ok: false,
          code: "dns_file_refused",
          details: [containing("/etc/resolv.conf: EROFS")],
        },
        look: FORMER,
      });
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  },
);

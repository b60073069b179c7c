// Network and mount namespaces of a test's own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const ENTER = "unshare";
const NAMESPACE = [
  "--user",
  "--map-root-user",
  "--net",
  "--mount",
  "--pid",
  "--fork",
  "--kill-child",
] as const;

/** May this process make namespaces? Where not, tests that need one are skipped, and the run names them. */
export const canEnterNamespace =
  spawnSync(ENTER, [...NAMESPACE, "ip", "link", "set", "lo", "up"]).status === 0;

/** How a worker ended. */
export interface WorkerResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a worker of this folder as root of namespaces of its own, given a folder that is removed afterwards. */
export function runInNamespace(worker: string, ...args: readonly string[]): WorkerResult {
  const base = mkdtempSync(join(tmpdir(), "weir-netns-"));
  try {
    const words = [process.execPath, join(import.meta.dirname, worker), base, ...args];
    const { status, stdout, stderr } = spawnSync(ENTER, [...NAMESPACE, ...words], {
      // What the machine sets for Node may name files of its /etc.
      env: { PATH: process.env["PATH"], WEIR_TEST_PROGRAM: process.env["WEIR_TEST_PROGRAM"] },
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

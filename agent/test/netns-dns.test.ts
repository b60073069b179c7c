// The real thing on Linux: a network and a mount namespace with an /etc of its own, glibc and curl as the programs that
// look names up. Where no namespace can be made, the run says that this was skipped.
import { expect, test } from "vitest";
import { containing } from "./matchers.ts";
import { canEnterNamespace, runInNamespace } from "./netns.ts";

const WEIR = { getent: "127.0.0.1", curl: "weir" };
const FORMER = { getent: "127.0.0.3", curl: "former" };
const NOBODY = { getent: "", curl: "" };

test.runIf(canEnterNamespace)(
  "full mode with /etc/resolv.conf: names come to weir, fail while it is dead, and come back as they were",
  () => {
    const { stdout, stderr, status } = runInNamespace("netns-worker.ts");
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
  },
);

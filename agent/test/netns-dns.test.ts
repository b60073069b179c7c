// The real thing on Linux: a network and a mount namespace with an /etc of its own, glibc and curl as the programs that
// look names up. Where no namespace can be made, the run says that this was skipped.
import { expect, test } from "vitest";
import { containing, matching } from "./matchers.ts";
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

test.runIf(canEnterNamespace)(
  "what was installed on a configuration that is named comes back by its name, and is denied without",
  () => {
    const { stdout, stderr, status } = runInNamespace("netns-config-worker.ts");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      installed: 0,
      uninstalledElsewhere: {
        code: 2,
        out: "",
        err: matching(
          /made by weir dns install: \/etc\/resolv\.conf\n[^]*with the same --config FILE/,
        ),
      },
      restoredElsewhere: 2,
      status: containing("in force       yes; what was before is kept by another user"),
      isOurs: true,
      restored: 0,
      isBack: true,
      again: 0,
      uninstalled: { code: 0, out: containing("are back as they were"), err: "" },
      isGone: true,
    });
  },
);

// The real agent under programs that look names up by the system's resolver: curl, getent and a real Chromium, in namespaces
// of the test's own. Where no namespace can be made, the run says that this was skipped.
import { expect, test } from "vitest";
import { canEnterNamespace, runInNamespace } from "./netns.ts";

const REACHED = { getent: "127.0.0.3", curl: "who-answers" };
/** curl: could not resolve host (curl(1), exit codes). */
const NO_NAME = { getent: "", curl: "exit 6" };
const PAGE = "who-answers";
/** Chromium: ERR_NAME_NOT_RESOLVED (net_error_list.h). */
const NO_PAGE = "net errors -105";

const TIME_LIMIT_MS = 300_000;

function run(scenario: string): Record<string, unknown> {
  const { status, stdout, stderr } = runInNamespace("netns-agent-worker.ts", scenario);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as Record<string, unknown>;
}

test.runIf(canEnterNamespace)(
  "full mode: Chromium and curl reach no Tier-3 name and every other, and after kill -9 names are back",
  () => {
    // For how long they were gone, `bench/dns-restore.ts` measures.
    const { goneMs: _, ...seen } = run("full");
    const passing = { other: REACHED, blocked: REACHED };
    const judged = { other: REACHED, blocked: NO_NAME };
    expect(seen).toEqual({
      before: { ...passing, chromium: PAGE },
      installed: "done",
      status: "done",
      inForce: { ...judged, chromium: { other: PAGE, blocked: NO_PAGE } },
      paused: ["done", passing, "done", judged],
      restored: passing,
      resumed: "done",
      afterResume: judged,
      uninstalled: "done",
      after: passing,
      isIdentical: true,
    });
  },
  TIME_LIMIT_MS,
);

test.runIf(canEnterNamespace)(
  "weir dns install makes the data folder of an account that has never run the agent, and uninstall leaves what another has set, with exit code 1",
  () => {
    expect(run("byAnother")).toEqual({
      dryRun: ["done", false],
      installed: "done",
      inForce: NO_NAME,
      uninstalled: "done",
      isIdentical: true,
      left: "exit 1: warning: somebody else has changed /etc/resolv.conf; it was left alone",
    });
  },
  TIME_LIMIT_MS,
);

test.runIf(canEnterNamespace)(
  "scoped mode: Chromium and curl reach no Tier-3 name, and kill -9 takes no other name away",
  () => {
    const judged = { other: REACHED, blocked: NO_NAME };
    expect(run("scoped")).toEqual({
      installed: true,
      inForce: { ...judged, chromium: { other: PAGE, blocked: NO_PAGE } },
      killed: judged,
    });
  },
  TIME_LIMIT_MS,
);

test.runIf(canEnterNamespace)(
  "without a network, weir dns status tells who is asked and what is wrong",
  () => {
    const well = { answers: true, systemReachesWeir: true, last_error: null, isPaused: false };
    const unreachable = "no resolver that weir forwards to answers; is there a network?";
    const down = { last_error: "upstream_unreachable", faults: [unreachable] };
    expect(run("offline")).toEqual({
      nobody: { ...well, systemReachesWeir: false, faults: [] },
      otherFilter: { ...well, systemReachesWeir: false, faults: [] },
      installed: "done",
      inForce: { ...well, faults: [] },
      looked: { getent: "", curl: "exit 6" },
      unreachable: { ...well, ...down },
      paused: ["done", { ...well, ...down, isPaused: true }],
    });
  },
  TIME_LIMIT_MS,
);

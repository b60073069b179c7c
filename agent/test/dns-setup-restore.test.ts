// What somebody took back by hand is not put in force by a service that starts again.
import { expect, test } from "vitest";
import { installDns, resumeDns } from "../src/dns-setup/install.ts";
import { dnsStatus } from "../src/dns-setup/status.ts";
import {
  afterCrash,
  DROP_IN,
  FULL,
  LISTENER,
  machine,
  RESOLV_CONF,
  RESOLVED_ANSWERS,
  restore,
  SCOPED,
  STUB,
} from "./dns-setup-machine.ts";
import { containing } from "./matchers.ts";

const STUBBED = { [RESOLV_CONF]: STUB };

test.each([
  ["full", FULL],
  ["scoped", SCOPED],
])("what somebody took back in %s mode does not come again with the agent", async (_, request) => {
  using box = machine(RESOLVED_ANSWERS, STUBBED);
  const before = box.snapshot();
  await installDns(box.deps, request);
  expect(restore(box)).toMatchObject({ lines: [containing("are back")] });
  // What the service manager runs at the end and at the start of each service.
  for (let starts = 0; starts < 2; starts++) {
    expect(await resumeDns(box.deps)).toMatchObject({
      ok: true,
      lines: [containing("for good")],
    });
    expect(afterCrash(box)).toMatchObject({ ok: true, lines: [containing("are back")] });
    expect(box.snapshot()).toEqual(before);
  }
  expect((await dnsStatus(box.deps, LISTENER)).faults[0]).toContain("by weir dns restore");
  // An install that is refused is no install.
  const probe = { ...box.deps.probe, answersAt: async () => false };
  await installDns({ ...box.deps, probe }, request);
  expect(await resumeDns(box.deps)).toMatchObject({ lines: [containing("for good")] });
  expect(await installDns(box.deps, request)).toMatchObject({ ok: true });
  expect(box.has(DROP_IN)).toBe(true);
});

test("what was taken back after a crash, and then by somebody, stays so", async () => {
  using box = machine(RESOLVED_ANSWERS, STUBBED);
  await installDns(box.deps, FULL);
  afterCrash(box);
  restore(box);
  expect(await resumeDns(box.deps)).toMatchObject({ lines: [containing("for good")] });
  expect(box.has(DROP_IN)).toBe(false);
});

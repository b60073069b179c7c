// A set-up of which the system's files tell, and the data folder at hand keeps nothing.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installDns } from "../src/dns-setup/install.ts";
import { dnsStatus, dnsStatusLines } from "../src/dns-setup/status.ts";
import {
  afterCrash,
  DROP_IN,
  FULL,
  FULL_53,
  machine,
  NETWORK_MANAGER_ANSWERS,
  PLAIN_ANSWERS,
  RESOLV_CONF,
  RESOLVED_ANSWERS,
  restore,
  SCOPED,
  STUB,
  uninstall,
} from "./dns-setup-machine.ts";
import { containing } from "./matchers.ts";

const NM_FILE = "/etc/NetworkManager/dnsmasq.d/weir.conf";
const PLAIN = { [RESOLV_CONF]: "nameserver 192.0.2.53\n" };
const STUBBED = { [RESOLV_CONF]: STUB };

describe("what another data folder keeps", () => {
  test.each([
    ["a resolv.conf", PLAIN_ANSWERS, PLAIN, FULL_53, RESOLV_CONF],
    ["a drop-in", RESOLVED_ANSWERS, STUBBED, SCOPED, DROP_IN],
    ["a dnsmasq", NETWORK_MANAGER_ANSWERS, PLAIN, FULL, NM_FILE],
  ] as const)("is told of %s, and nothing is changed", async (_, answers, files, request, path) => {
    using box = machine(answers, files);
    await installDns(box.deps, request);
    const installed = box.snapshot();
    const stateFolder = join(box.base, "other");
    const other = { ...box, deps: { ...box.deps, stateFolder } };
    for (const undo of [uninstall, restore, afterCrash]) {
      expect(undo(other)).toEqual({
        ok: false,
        code: "dns_state_elsewhere",
        details: [
          `made by weir dns install: ${path}`,
          `nothing is kept in ${join(stateFolder, "dns-setup.json")}`,
        ],
      });
    }
    expect(box.snapshot()).toEqual(installed);
    const status = await dnsStatus(other.deps, request.listener);
    const { mode } = request;
    expect(status).toMatchObject({ phase: "elsewhere", mode, isInForce: true, faults: [] });
    expect(dnsStatusLines(status)).toContainEqual(
      containing("in force       yes; what was before is kept by another user or configuration"),
    );
    uninstall(box);
    expect(uninstall(other)).toMatchObject({ ok: true, lines: [containing("no resolvers")] });
    expect(await dnsStatus(other.deps, request.listener)).toMatchObject({
      phase: "none",
      mode: null,
      isInForce: false,
    });
  });

  test("is asked for with the configuration that was named", () => {
    using box = machine(PLAIN_ANSWERS, PLAIN);
    const deps = { ...box.deps, isPrivileged: () => false, config: "/etc/weir/my team.yaml" };
    expect(uninstall({ ...box, deps })).toMatchObject({
      details: ["sudo weir dns uninstall --config '/etc/weir/my team.yaml'"],
    });
  });
});

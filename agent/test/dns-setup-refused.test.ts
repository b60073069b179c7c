import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installDns } from "../src/dns-setup/install.ts";
import { restoreDns } from "../src/dns-setup/restore.ts";
import type { DnsRequest } from "../src/dns-setup/types.ts";
import {
  DROP_IN,
  FULL,
  FULL_53,
  machine,
  NETWORK_MANAGER_ANSWERS,
  PLAIN_ANSWERS,
  RESOLV_CONF,
  RESOLVED_ANSWERS,
  SCOPED,
  STUB,
  uninstall,
} from "./dns-setup-machine.ts";
import type { Machine } from "./dns-setup-machine.ts";

const PLAIN = { [RESOLV_CONF]: "nameserver 192.0.2.53\nsearch corp.example\n" };
const STUBBED = { [RESOLV_CONF]: STUB };

describe("refused, with nothing changed", () => {
  const refusals: readonly (readonly [string, Machine, DnsRequest, string])[] = [
    ["scoped, plain", machine(PLAIN_ANSWERS, PLAIN), SCOPED, "dns_scoped_impossible"],
    ["another port, plain", machine(PLAIN_ANSWERS, PLAIN), FULL, "dns_needs_port_53"],
    [
      "the plug-in off",
      machine({ ...NETWORK_MANAGER_ANSWERS, "NetworkManager --print-config": "[main]\n" }),
      SCOPED,
      "dns_plugin_off",
    ],
    [
      "an old dnsmasq",
      machine({ ...NETWORK_MANAGER_ANSWERS, "dnsmasq --version": "Dnsmasq version 2.85\n" }),
      FULL,
      "dns_manager_unfit",
    ],
    [
      "resolvers for all links",
      machine(
        { ...RESOLVED_ANSWERS, "resolvectl dns": "Global: 9.9.9.9\nLink 2 (eth0): 192.0.2.1\n" },
        STUBBED,
      ),
      SCOPED,
      "dns_scoped_impossible",
    ],
    [
      "no resolver of a link",
      machine({ ...RESOLVED_ANSWERS, "resolvectl dns": "Global:\nLink 2 (eth0):\n" }, STUBBED),
      SCOPED,
      "dns_scoped_impossible",
    ],
    [
      "TLS alone",
      machine({ ...RESOLVED_ANSWERS, "resolvectl dnsovertls": "Global: yes\n" }, STUBBED),
      FULL,
      "dns_manager_unfit",
    ],
    [
      "a name that is none",
      machine(RESOLVED_ANSWERS, STUBBED),
      { ...SCOPED, names: ["a.example", "b.example\nDNS=192.0.2.66"] },
      "dns_names_invalid",
    ],
    ["no names", machine(RESOLVED_ANSWERS, STUBBED), { ...SCOPED, names: [] }, "dns_names_invalid"],
    [
      "more names than systemd-resolved takes",
      machine(RESOLVED_ANSWERS, STUBBED),
      { ...SCOPED, names: Array.from({ length: 257 }, (_, at) => `n${at}.example`) },
      "dns_scoped_impossible",
    ],
    [
      "a folder for a file",
      machine(PLAIN_ANSWERS, { [`${RESOLV_CONF}/x`]: "" }),
      FULL_53,
      "dns_manager_unfit",
    ],
  ];

  test.each(refusals)("%s", async (_, made, request, code) => {
    using box = made;
    const before = box.snapshot();
    expect(await installDns(box.deps, request)).toMatchObject({ ok: false, code });
    expect(box.snapshot()).toEqual(before);
    expect(box.stateFiles()).toEqual([]);
  });

  test("without rights, naming the command with sudo", async () => {
    using box = machine(RESOLVED_ANSWERS, STUBBED);
    const deps = { ...box.deps, isPrivileged: () => false };
    const refused = { code: "dns_not_privileged", details: ["sudo weir dns install --full"] };
    expect(await installDns(deps, FULL)).toMatchObject(refused);
    expect(restoreDns(deps, { isFinal: true, isAfterCrash: false })).toMatchObject({
      details: ["sudo weir dns uninstall"],
    });
    expect(box.calls).toEqual([]);
    expect(box.stateFiles()).toEqual([]);
  });

  test("while the agent does not answer", async () => {
    using box = machine(RESOLVED_ANSWERS, STUBBED);
    const probe = { ...box.deps.probe, answersAt: async () => false };
    expect(await installDns({ ...box.deps, probe }, FULL)).toMatchObject({
      code: "dns_agent_silent",
    });
    expect(box.has(DROP_IN)).toBe(false);
    expect(box.stateFiles()).toEqual([]);
  });

  test.each([
    ["damaged", "{", 0o600],
    ["of another format", '{"format":9}', 0o600],
    ["with a path upwards", "PATH", 0o600],
    ["open to others", "WHOLE", 0o644],
  ])("a state file %s is never followed", async (_, text, mode) => {
    using box = machine(PLAIN_ANSWERS, PLAIN);
    await installDns(box.deps, FULL_53);
    const path = join(box.deps.stateFolder, "dns-setup.json");
    const whole = readFileSync(path, "utf8");
    const texts: Record<string, string> = {
      WHOLE: whole,
      PATH: whole.replace('"/etc/resolv.conf"', '"/etc/../root/x"'),
    };
    writeFileSync(path, texts[text] ?? text);
    chmodSync(path, mode);
    const before = box.snapshot();
    expect(uninstall(box)).toMatchObject({ code: "dns_state_unreadable" });
    expect(await installDns(box.deps, FULL_53)).toMatchObject({ code: "dns_state_unreadable" });
    expect(box.snapshot()).toEqual(before);
  });
});

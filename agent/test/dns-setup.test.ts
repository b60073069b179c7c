import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeInstall, tryInstall } from "../src/dns-setup/describe.ts";
import { installDns, resumeDns } from "../src/dns-setup/install.ts";
import { formerNameservers } from "../src/dns-setup/resolv-conf.ts";
import { dnsStatus, dnsStatusLines } from "../src/dns-setup/status.ts";
import {
  afterCrash,
  DROP_IN,
  FULL,
  FULL_53,
  LISTENER,
  LISTENER_53,
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

const FORMER = "nameserver 192.0.2.53\nsearch corp.example\noptions edns0\n";
const PLAIN = { [RESOLV_CONF]: FORMER };
const STUBBED = { [RESOLV_CONF]: STUB };

describe("what a set-up writes", () => {
  test("systemd-resolved, scoped: a drop-in with routing domains and a port", async () => {
    using box = machine(RESOLVED_ANSWERS, STUBBED);
    expect(await installDns(box.deps, SCOPED)).toMatchObject({
      ok: true,
      warnings: [containing("first good answer")],
    });
    expect(box.read(DROP_IN).split("\n").slice(1)).toEqual([
      "[Resolve]",
      "DNS=",
      "DNS=127.0.0.1:15353",
      "Domains=~api.openai.com ~chatgpt.com ~claude.ai",
      "",
    ]);
    expect(statSync(box.at(DROP_IN)).mode & 0o777).toBe(0o644);
    expect(box.calls.at(-1)).toBe("systemctl restart systemd-resolved");
    expect(box.read(RESOLV_CONF)).toBe(STUB);
  });

  test("systemd-resolved, full, on IPv6", async () => {
    using box = machine(RESOLVED_ANSWERS, STUBBED);
    await installDns(box.deps, { ...FULL, listener: { host: "::1", port: 15_353 } });
    expect(box.read(DROP_IN)).toContain("DNS=\nDNS=[::1]:15353\nDomains=~.\n");
  });

  test("NetworkManager, scoped and full: a file for its dnsmasq", async () => {
    using box = machine(NETWORK_MANAGER_ANSWERS, PLAIN);
    await installDns(box.deps, SCOPED);
    const path = "/etc/NetworkManager/dnsmasq.d/weir.conf";
    expect(box.read(path)).toContain("server=/chatgpt.com/127.0.0.1#15353\n");
    await installDns(box.deps, FULL);
    expect(box.read(path)).toMatch(/\nserver=\/\*a\/\*b\/.*\/\*9\/127\.0\.0\.1#15353\n$/);
    expect(box.read(path)).not.toContain("chatgpt");
    expect(box.calls.at(-1)).toBe("nmcli general reload dns-full");
  });

  test("resolv.conf: Weir alone, the rest kept, the former resolvers in remarks for the agent", async () => {
    using box = machine(PLAIN_ANSWERS, PLAIN);
    await installDns(box.deps, FULL_53);
    const text = box.read(RESOLV_CONF);
    expect(text.split("\n").filter((line) => !line.startsWith("#"))).toEqual([
      "nameserver 127.0.0.1",
      "search corp.example",
      "options edns0",
      "",
    ]);
    expect(formerNameservers(text)).toEqual(["192.0.2.53"]);
  });

  test("what was before is kept for the owner alone", async () => {
    using box = machine(PLAIN_ANSWERS, PLAIN);
    await installDns(box.deps, FULL_53);
    expect(box.stateFiles()).toEqual(["dns-setup.json"]);
    expect(statSync(join(box.deps.stateFolder, "dns-setup.json")).mode & 0o777).toBe(0o600);
  });
});

describe("roll-back", () => {
  test("a link stays a link, and its target comes back", async () => {
    using box = machine(PLAIN_ANSWERS, { "/run/resolvconf/resolv.conf": FORMER });
    box.link(RESOLV_CONF, "../run/resolvconf/resolv.conf");
    const before = box.snapshot();
    expect(await installDns(box.deps, FULL_53)).toMatchObject({ ok: true });
    expect(lstatSync(box.at(RESOLV_CONF)).isSymbolicLink()).toBe(true);
    expect(box.read(RESOLV_CONF)).toContain("nameserver 127.0.0.1");
    expect(uninstall(box).ok).toBe(true);
    expect(box.snapshot()).toEqual(before);
  });

  test("installing twice changes nothing the second time, and uninstalling twice neither", async () => {
    using box = machine(RESOLVED_ANSWERS, STUBBED);
    const before = box.snapshot();
    await installDns(box.deps, SCOPED);
    const installed = box.snapshot();
    box.calls.length = 0;
    expect(await installDns(box.deps, SCOPED)).toMatchObject({
      lines: [containing("already")],
    });
    expect(box.calls).toEqual([]);
    expect(box.snapshot()).toEqual(installed);
    uninstall(box);
    expect(box.snapshot()).toEqual(before);
    expect(uninstall(box)).toMatchObject({ ok: true, lines: [containing("no resolvers")] });
    expect(box.stateFiles()).toEqual([]);
  });

  test("from one mode to the other and back to what was before both", async () => {
    using box = machine(RESOLVED_ANSWERS, STUBBED);
    const before = box.snapshot();
    for (const request of [SCOPED, FULL, SCOPED] as const) await installDns(box.deps, request);
    expect(box.read(DROP_IN)).not.toContain("~.");
    uninstall(box);
    expect(box.snapshot()).toEqual(before);
  });

  test("what a VPN has written meanwhile stays, and the former text waits until ours is back", async () => {
    using box = machine(PLAIN_ANSWERS, PLAIN);
    await installDns(box.deps, FULL_53);
    const ours = box.read(RESOLV_CONF);
    box.put(RESOLV_CONF, "nameserver 198.51.100.1\n");
    const first = uninstall(box);
    expect(first).toMatchObject({ ok: true, lines: [] });
    expect(first.ok && first.warnings[0]).toContain("somebody else has changed /etc/resolv.conf");
    expect(box.read(RESOLV_CONF)).toBe("nameserver 198.51.100.1\n");
    expect(await resumeDns(box.deps)).toMatchObject({ warnings: [containing("left alone")] });
    // The VPN ends and puts back what it found.
    box.put(RESOLV_CONF, ours);
    expect(uninstall(box)).toMatchObject({ ok: true, warnings: [] });
    expect(box.read(RESOLV_CONF)).toBe(FORMER);
    expect(box.stateFiles()).toEqual([]);
  });

  test("after a crash full mode goes and comes again with the agent; scoped mode stays", async () => {
    using box = machine(RESOLVED_ANSWERS, STUBBED);
    await installDns(box.deps, FULL);
    const installed = box.snapshot();
    expect(afterCrash(box)).toMatchObject({ ok: true, lines: [containing("are back")] });
    expect(box.has(DROP_IN)).toBe(false);
    expect((await dnsStatus(box.deps, LISTENER)).faults[0]).toContain("taken back while");
    expect(await resumeDns(box.deps)).toMatchObject({ ok: true });
    expect(box.snapshot()).toEqual(installed);
    expect(await resumeDns(box.deps)).toMatchObject({ lines: [containing("nothing to resume")] });

    await installDns(box.deps, SCOPED);
    expect(afterCrash(box)).toMatchObject({ lines: [containing("scoped mode stays")] });
    expect(box.has(DROP_IN)).toBe(true);
    expect(restore(box)).toMatchObject({ lines: [containing("are back")] });
    expect(box.has(DROP_IN)).toBe(false);
  });

  test("an agent that is silent when it should resume does not make the wish forgotten", async () => {
    using box = machine(RESOLVED_ANSWERS, STUBBED);
    await installDns(box.deps, FULL);
    afterCrash(box);
    const probe = { ...box.deps.probe, answersAt: async () => false };
    expect(await resumeDns({ ...box.deps, probe })).toMatchObject({ code: "dns_agent_silent" });
    expect(box.has(DROP_IN)).toBe(false);
    expect(await resumeDns(box.deps)).toMatchObject({ ok: true });
    expect(box.has(DROP_IN)).toBe(true);
  });

  test("a command that fails undoes the install, and keeps the state where it fails on the way back too", async () => {
    const failing = { ...RESOLVED_ANSWERS, "systemctl restart systemd-resolved": 1 };
    using box = machine(failing, STUBBED);
    const before = box.snapshot();
    expect(await installDns(box.deps, FULL)).toMatchObject({
      code: "dns_command_failed",
      details: [containing("systemctl restart systemd-resolved: status 1")],
    });
    expect(box.snapshot()).toEqual(before);
    expect(box.stateFiles()).toEqual([]);

    using worse = machine({ ...failing, "systemctl try-restart systemd-resolved": 1 }, STUBBED);
    expect(await installDns(worse.deps, FULL)).toMatchObject({ code: "dns_rollback_incomplete" });
    expect(worse.stateFiles()).toEqual(["dns-setup.json"]);
  });
});

describe("what is shown", () => {
  test("a dry run prints each file with its changes and each command, and changes nothing", () => {
    using box = machine(PLAIN_ANSWERS, PLAIN);
    const before = box.snapshot();
    const shown = describeInstall({ ...box.deps, isPrivileged: () => false }, FULL_53);
    expect(shown.ok && shown.lines).toEqual([
      "full mode, through /etc/resolv.conf; nothing has been changed",
      "change /etc/resolv.conf",
      "  - nameserver 192.0.2.53",
      "  + # Made by weir dns install --full; weir dns uninstall brings back what was here.",
      "  + # weir: formerly nameserver 192.0.2.53",
      "  + nameserver 127.0.0.1",
      "    search corp.example",
      "    options edns0",
    ]);
    expect(box.snapshot()).toEqual(before);
    expect(box.stateFiles()).toEqual([]);
  });

  test("a dry run says where the install would be refused, since Weir does not answer", async () => {
    using box = machine(PLAIN_ANSWERS, PLAIN);
    const silent = { ...box.deps, probe: { ...box.deps.probe, answersAt: async () => false } };
    const spoken = await tryInstall(box.deps, FULL_53);
    expect(spoken).toEqual(describeInstall(box.deps, FULL_53));
    const warnings = spoken.ok ? spoken.warnings : [];
    expect(await tryInstall(silent, FULL_53)).toEqual({
      ...spoken,
      warnings: [...warnings, containing("does not answer DNS where it should now")],
    });
  });

  test("a dry run names folders and commands", () => {
    using box = machine(RESOLVED_ANSWERS, STUBBED);
    const shown = describeInstall(box.deps, SCOPED);
    expect(shown.ok && shown.lines).toEqual([
      "scoped mode, through systemd-resolved; nothing has been changed",
      "make the folder /etc/systemd (0755)",
      "make the folder /etc/systemd/resolved.conf.d (0755)",
      `make ${DROP_IN} (0644)`,
      "  + # Made by weir dns install --scoped; weir dns uninstall removes it.",
      "  + [Resolve]",
      "  + DNS=",
      "  + DNS=127.0.0.1:15353",
      "  + Domains=~api.openai.com ~chatgpt.com ~claude.ai",
      "run systemctl restart systemd-resolved",
    ]);
    expect(box.calls.filter((call) => call.includes("restart"))).toEqual([]);
  });

  test("the status tells what is in force, what was changed and who else has a say", async () => {
    using box = machine(
      { ...PLAIN_ANSWERS, "ip -o link": "1: lo: <UP>\n7: tun0: <UP>\n" },
      { ...PLAIN, "/etc/opt/chrome/policies/managed/a.json": '{"DnsOverHttpsMode":"off"}' },
    );
    expect(await dnsStatus(box.deps, LISTENER_53)).toMatchObject({ phase: "none", mode: null });
    await installDns(box.deps, FULL_53);
    const status = await dnsStatus(box.deps, LISTENER_53);
    expect(status).toMatchObject({ isInForce: true, mode: "full", faults: [] });
    expect(status.rivals).toEqual([containing("tun0")]);
    expect(status.browsers.map((line) => line.split(" ")[0])).toEqual([
      "Chromium",
      "Edge",
      "Firefox",
    ]);
    box.put(RESOLV_CONF, "nameserver 198.51.100.1\n");
    const changed = await dnsStatus(box.deps, LISTENER_53);
    expect(changed).toMatchObject({ isInForce: false });
    expect(changed.faults).toEqual(["/etc/resolv.conf was changed by somebody else"]);
    expect(changed.rivals).toContain("/etc/resolv.conf names 198.51.100.1");
    expect(dnsStatusLines(changed)).toContain("in force       no");
  });

  test("an agent that is silent, and names that go elsewhere, are faults", async () => {
    using box = machine(RESOLVED_ANSWERS, STUBBED);
    await installDns(box.deps, FULL);
    const statusWith = async (answers: boolean) =>
      dnsStatus(
        {
          ...box.deps,
          probe: { answersAt: async () => answers, systemReachesWeir: async () => false },
        },
        LISTENER,
      );
    const [silent, elsewhere] = [await statusWith(false), await statusWith(true)];
    expect(silent.faults).toEqual([containing("does not answer")]);
    expect(dnsStatusLines(silent)).toContain("names reach    no resolver: weir does not answer");
    expect(elsewhere.faults).toEqual([containing("do not come to weir")]);
    expect(dnsStatusLines(elsewhere)).toContain("names reach    another resolver");
  });
});

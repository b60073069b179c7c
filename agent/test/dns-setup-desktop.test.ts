// macOS and Windows: no such machine is at hand, so their commands are made up here. What they print is recorded from
// their manuals, networksetup(8) and the reference of the module DnsClient; the files of macOS are real ones beneath a
// temporary root.
import { expect, test } from "vitest";
import { describeInstall } from "../src/dns-setup/describe.ts";
import { installDns } from "../src/dns-setup/install.ts";
import { isSystemPrivileged } from "../src/dns-setup/privilege.ts";
import { restoreDns } from "../src/dns-setup/restore.ts";
import { dnsStatus } from "../src/dns-setup/status.ts";
import type { CommandResult, DnsSetupDeps } from "../src/dns-setup/types.ts";
import { FULL, FULL_53, LISTENER_53, machine, SCOPED } from "./dns-setup-machine.ts";
import { containing, matching } from "./matchers.ts";

const said = (stdout: string, status = 0): CommandResult => ({ status, stdout, stderr: "" });

const uninstall = (deps: DnsSetupDeps) => restoreDns(deps, { isFinal: true, isAfterCrash: false });

/** A Mac whose `networksetup` remembers what it was told. */
function mac(servers: Record<string, string[]>) {
  const box = machine({});
  const calls: string[] = [];
  const networksetup = ([verb = "", service = "", ...rest]: readonly string[]): CommandResult => {
    const known = servers[service];
    switch (verb) {
      case "-listallnetworkservices":
        return said(
          `An asterisk (*) denotes that a network service is disabled.\n${Object.keys(servers).join("\n")}\n*Thunderbolt Bridge\n`,
        );
      case "-getdnsservers":
        if (known === undefined)
          return said(`${service} is not a recognized network service.\n`, 4);
        return said(
          known.length === 0
            ? `There aren't any DNS Servers set on ${service}.\n`
            : `${known.join("\n")}\n`,
        );
      case "-setdnsservers":
        servers[service] = rest[0] === "Empty" ? [] : [...rest];
        return said("");
      default:
        return said("", 1);
    }
  };
  const deps: DnsSetupDeps = {
    ...box.deps,
    platform: "darwin",
    run: (command, args) => {
      calls.push([command, ...args].join(" "));
      if (command === "networksetup") return networksetup(args);
      return said(command === "scutil" ? "  if_index : 18 (utun4)\n  if_index : 18 (utun4)\n" : "");
    },
  };
  return { box, deps, calls, servers, [Symbol.dispose]: () => box[Symbol.dispose]() };
}

const MAC = { "Wi-Fi": ["9.9.9.9", "2620:fe::fe"], "USB 10/100/1000 LAN": [] };

test("macOS (recorded): full mode sets every service that is on and brings back static servers and DHCP", async () => {
  using made = mac(structuredClone(MAC));
  expect(await installDns(made.deps, FULL_53)).toMatchObject({ ok: true });
  expect(made.servers).toEqual({ "Wi-Fi": ["127.0.0.1"], "USB 10/100/1000 LAN": ["127.0.0.1"] });
  expect(made.calls.slice(-2)).toEqual(["dscacheutil -flushcache", "killall -HUP mDNSResponder"]);
  expect(await dnsStatus(made.deps, LISTENER_53)).toMatchObject({
    isInForce: true,
    rivals: [containing("utun4")],
  });
  expect(uninstall(made.deps)).toMatchObject({ ok: true, warnings: [] });
  expect(made.servers).toEqual(MAC);
});

test("macOS (recorded): a service that was changed or is gone meanwhile is left alone, the others come back", async () => {
  using made = mac(structuredClone({ ...MAC, VPN: [] }));
  await installDns(made.deps, FULL_53);
  made.servers["Wi-Fi"] = ["198.51.100.1"];
  delete made.servers["VPN"];
  const outcome = uninstall(made.deps);
  expect(outcome.ok && outcome.warnings.join("\n")).toMatch(/"VPN"[^]*"Wi-Fi"/);
  expect(made.servers).toEqual({ "Wi-Fi": ["198.51.100.1"], "USB 10/100/1000 LAN": [] });
});

test("macOS: scoped mode makes a file for each name, with a port, and takes its folder away again", async () => {
  using made = mac(structuredClone(MAC));
  const before = made.box.snapshot();
  expect(await installDns(made.deps, SCOPED)).toMatchObject({ ok: true });
  expect(made.box.read("/etc/resolver/claude.ai")).toMatch(
    /\nnameserver 127\.0\.0\.1\nport 15353\n$/,
  );
  expect(made.servers).toEqual(MAC);
  uninstall(made.deps);
  expect(made.box.snapshot()).toEqual(before);
});

test("macOS: a resolver file and a folder that somebody had before come back", async () => {
  using made = mac(structuredClone(MAC));
  made.box.put("/etc/resolver/chatgpt.com", "nameserver 192.0.2.1\n");
  made.box.put("/etc/resolver/corp.example", "nameserver 192.0.2.2\n");
  const before = made.box.snapshot();
  await installDns(made.deps, SCOPED);
  expect(made.box.read("/etc/resolver/chatgpt.com")).toContain("15353");
  uninstall(made.deps);
  expect(made.box.snapshot()).toEqual(before);
});

test("macOS: full mode needs port 53", async () => {
  using made = mac(structuredClone(MAC));
  expect(await installDns(made.deps, FULL)).toMatchObject({ code: "dns_needs_port_53" });
  expect(made.servers).toEqual(MAC);
});

interface Rule {
  readonly Namespace: readonly string[];
  readonly Comment: string;
}

/** A Windows whose name resolution policy table remembers what PowerShell was told. */
function windows(rules: Rule[]) {
  const box = machine({});
  const scripts: string[] = [];
  let isAdministrator = true;
  const powershell = (script: string): CommandResult => {
    const added =
      /Add-DnsClientNrptRule -Namespace @\((.*?)\) -NameServers @\('127\.0\.0\.1'\) -Comment '(.*?)'$/;
    const rule = added.exec(script);
    if (rule !== null) {
      const Namespace = (rule[1] ?? "").split(",").map((name) => name.slice(1, -1));
      rules.push({ Namespace, Comment: rule[2] ?? "" });
      return said("");
    }
    if (script.includes("Remove-DnsClientNrptRule")) {
      const kept = rules.filter(({ Comment }) => Comment !== "Made by weir");
      rules.splice(0, rules.length, ...kept);
      return said("");
    }
    if (script.includes("ConvertTo-Json")) {
      const ours = rules.filter(({ Comment }) => Comment === "Made by weir");
      return said(`${JSON.stringify(ours.map(({ Namespace }) => ({ Namespace })))}\r\n`);
    }
    return said("", script.includes("Clear-DnsClientCache") ? 0 : 1);
  };
  const deps: DnsSetupDeps = {
    ...box.deps,
    platform: "win32",
    uid: undefined,
    isPrivileged: () => isSystemPrivileged("win32", undefined, deps.run),
    run: (command, args) => {
      if (command === "net.exe") return said("", isAdministrator ? 0 : 2);
      const script = args.at(-1) ?? "";
      scripts.push(script);
      return command === "powershell.exe" ? powershell(script) : said("", 127);
    },
  };
  return {
    deps,
    rules,
    scripts,
    withoutRights: () => (isAdministrator = false),
    [Symbol.dispose]: () => box[Symbol.dispose](),
  };
}

const FOREIGN: Rule = { Namespace: [".corp.example"], Comment: "" };
const SCOPED_53 = { ...SCOPED, listener: LISTENER_53 } as const;

test("Windows (recorded): rules of our own per name, others untouched, taken back by their mark", async () => {
  using made = windows([FOREIGN]);
  expect(await installDns(made.deps, SCOPED_53)).toMatchObject({ ok: true });
  expect(made.rules.flatMap(({ Namespace }) => Namespace)).toEqual([
    ".corp.example",
    "api.openai.com",
    ".api.openai.com",
    "chatgpt.com",
    ".chatgpt.com",
    "claude.ai",
    ".claude.ai",
  ]);
  expect(await dnsStatus(made.deps, LISTENER_53)).toMatchObject({ isInForce: true });
  expect(await installDns(made.deps, SCOPED_53)).toMatchObject({ lines: [containing("already")] });
  expect(uninstall(made.deps)).toMatchObject({ ok: true });
  expect(made.rules).toEqual([FOREIGN]);
  expect(made.scripts.at(-1)).toContain("Clear-DnsClientCache");
});

test("Windows (recorded): one rule for all names in full mode; at most 50 namespaces in a rule", async () => {
  using made = windows([FOREIGN]);
  await installDns(made.deps, FULL_53);
  expect(made.rules.slice(1)).toEqual([{ Namespace: ["."], Comment: "Made by weir" }]);
  const names = Array.from({ length: 60 }, (_, at) => `n${at}.example`);
  await installDns(made.deps, { ...SCOPED_53, names });
  expect(made.rules.slice(1).map(({ Namespace }) => Namespace.length)).toEqual([50, 50, 20]);
  uninstall(made.deps);
  expect(made.rules).toEqual([FOREIGN]);
});

test("Windows: needs port 53 and an administrator", async () => {
  using made = windows([]);
  expect(await installDns(made.deps, SCOPED)).toMatchObject({ code: "dns_needs_port_53" });
  made.withoutRights();
  expect(await installDns(made.deps, SCOPED_53)).toMatchObject({
    code: "dns_not_privileged",
    details: [matching(/administrator: weir dns install --scoped$/)],
  });
  expect(made.rules).toEqual([]);
});

test("Windows and macOS: a dry run prints the commands and runs none that changes anything", () => {
  using made = windows([]);
  const shown = describeInstall(made.deps, SCOPED_53);
  expect(
    shown.ok && shown.lines.filter((line) => line.includes("Add-DnsClientNrptRule")),
  ).toHaveLength(1);
  expect(made.scripts).toEqual([]);
  using apple = mac(structuredClone(MAC));
  const lines = describeInstall(apple.deps, FULL_53);
  expect(lines.ok && lines.lines).toContain(
    "run networksetup -setdnsservers Wi-Fi 127.0.0.1   (now 9.9.9.9, 2620:fe::fe)",
  );
  expect(apple.calls.filter((call) => call.includes("-set"))).toEqual([]);
});

test("a system that weir does not know is left alone", async () => {
  using box = machine({});
  expect(await installDns({ ...box.deps, platform: "openbsd" }, FULL_53)).toMatchObject({
    code: "dns_platform_unknown",
  });
});

// Runs as root of a user, network and mount namespace of its own, whose /etc is a folder of the test: sets Weir up in
// full mode with the real /etc/resolv.conf of that namespace, and looks names up with the system's own programs.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { installDns, resumeDns } from "../src/dns-setup/install.ts";
import { restoreDns } from "../src/dns-setup/restore.ts";
import { systemRunner } from "../src/dns-setup/runner.ts";
import { dnsStatus } from "../src/dns-setup/status.ts";
import type { DnsSetupDeps } from "../src/dns-setup/types.ts";

const base = process.argv[2] ?? "";
const WEIR = "127.0.0.1";
const FORMER = "127.0.0.3";
const NAME = "chatgpt.example";
const LOOK_UP = ["getent", "ahosts"] as const;

const must = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: "utf8" });

/** Which resolver a program of the system gets its address from. */
function resolvedBy(): string {
  const { stdout } = spawnSync(LOOK_UP[0], [LOOK_UP[1], NAME], { encoding: "utf8" });
  return stdout.split(/\s/)[0] ?? "";
}

/** Who answers curl, which looks the name up by itself. */
const curled = (): string =>
  spawnSync("curl", ["--silent", "--max-time", "20", `http://${NAME}/`], { encoding: "utf8" })
    .stdout;

async function responder(address: string, who: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, "netns-responder.ts");
  const child = spawn(process.execPath, [script, address, who], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Everything under /etc of this namespace is the test's own; so is the way names are looked up. */
function ownEtc(former: string): void {
  const etc = join(base, "etc");
  mkdirSync(etc);
  writeFileSync(join(etc, "nsswitch.conf"), "hosts: files dns\n");
  writeFileSync(join(etc, "hosts"), "127.0.0.1 localhost\n");
  writeFileSync(join(etc, "resolv.conf"), former);
  chmodSync(join(etc, "resolv.conf"), 0o640);
  must("mount", "--bind", etc, "/etc");
  must("ip", "link", "set", "lo", "up");
}

const system = systemRunner("linux", process.env);
mkdirSync(join(base, "data"), { mode: 0o700 });
const deps: DnsSetupDeps = {
  platform: "linux",
  root: "/",
  stateFolder: join(base, "data"),
  uid: process.getuid?.(),
  isPrivileged: () => process.getuid?.() === 0,
  // The machine's own service manager is outside of this namespace and must not be asked.
  run: (command, args) =>
    command === "systemctl" ? { status: 3, stdout: "", stderr: "" } : system(command, args),
  probe: {
    answersAt: async ({ host }) =>
      spawnSync("curl", ["--silent", "--max-time", "5", `http://${host}/`]).status === 0,
    systemReachesWeir: async () => resolvedBy() === WEIR,
  },
};
const request = { mode: "full", listener: { host: WEIR, port: 53 }, names: [] } as const;

/** What programs of the system see. */
const look = () => ({ getent: resolvedBy(), curl: curled() });

/** One whole life: in force, killed, restored, resumed, uninstalled. */
async function live(label: string): Promise<Record<string, unknown>> {
  const before = readFileSync("/etc/resolv.conf", "utf8");
  const { mode } = statSync("/etc/resolv.conf");
  let weir = await responder(WEIR, "weir");
  const seen: Record<string, unknown> = { label, before: look() };
  seen["installed"] = (await installDns(deps, request)).ok;
  seen["status"] = (await dnsStatus(deps, request.listener)).isInForce;
  seen["inForce"] = look();
  await kill(weir);
  seen["killed"] = look();
  seen["restored"] = restoreDns(deps, { isFinal: false, isAfterCrash: true }).ok;
  seen["afterRestore"] = look();
  weir = await responder(WEIR, "weir");
  seen["resumed"] = (await resumeDns(deps)).ok;
  seen["afterResume"] = look();
  seen["uninstalled"] = restoreDns(deps, { isFinal: true, isAfterCrash: false }).ok;
  await kill(weir);
  seen["afterUninstall"] = look();
  seen["isIdentical"] =
    readFileSync("/etc/resolv.conf", "utf8") === before &&
    statSync("/etc/resolv.conf").mode === mode;
  return seen;
}

ownEtc(`# by hand\nnameserver ${FORMER}\noptions timeout:1 attempts:1\n`);
const former = await responder(FORMER, "former");
const lives = [await live("a file")];

// As in a container: the file itself is a mount, which nothing can be renamed over.
const mounted = join(base, "mounted");
writeFileSync(mounted, `nameserver ${FORMER}\n`);
must("mount", "--bind", mounted, "/etc/resolv.conf");
lives.push(await live("a mount"));

must("mount", "-o", "remount,ro,bind", "/etc/resolv.conf");
const weir = await responder(WEIR, "weir");
const refused = await installDns(deps, request);
await kill(weir);
const readOnly = { refused, look: look() };
await kill(former);
process.stdout.write(JSON.stringify({ lives, readOnly }));

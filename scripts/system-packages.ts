// What tests run beside Weir that npm does not have: real resolvers, a real DNS client and real browsers.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";

/** Programs that tests start, and the Debian package that each is in. */
const PROGRAMS: Readonly<Record<string, string>> = {
  chromium: "chromium",
  curl: "curl",
  dig: "bind9-dnsutils",
  dnsmasq: "dnsmasq-base",
  "firefox-esr": "firefox-esr",
  knotd: "knot",
  named: "bind9",
  openssl: "openssl",
  script: "bsdutils",
  unbound: "unbound",
};

/** Where Debian keeps servers, which is not in everybody's path. */
const SERVER_FOLDERS = ["/usr/sbin", "/usr/local/sbin"];

function isThere(program: string): boolean {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...SERVER_FOLDERS];
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const missing = (): string[] => Object.keys(PROGRAMS).filter((program) => !isThere(program));

const run = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

/** A Debian that is ours to change: with a service manager, the packages would start their servers at once. */
const mayInstall = (): boolean =>
  isThere("apt-get") && process.getuid?.() === 0 && !existsSync("/run/systemd/system");

/**
 * Installs what is missing, as root in a Debian container; answers the programs that are still missing, whose tests then
 * fail and say so.
 */
export function installPackages(): readonly string[] {
  const wanted = missing();
  if (wanted.length === 0 || !mayInstall()) return wanted;
  const packages = wanted.map((program) => PROGRAMS[program] ?? "");
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages]);
  return missing();
}

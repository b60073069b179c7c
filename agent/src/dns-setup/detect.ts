import { nameserversOf, RESOLV_CONF } from "../resolv-conf.ts";
import { textAt } from "./paths.ts";
import type { DnsManager, RestoreDeps } from "./types.ts";

/** The resolver of systemd-resolved that programs ask (systemd-resolved.service(8)). */
const RESOLVED_STUB = "127.0.0.53";

const isActive = ({ run }: RestoreDeps, unit: string): boolean =>
  run("systemctl", ["is-active", "--quiet", unit]).status === 0;

/** Do look-ups go to systemd-resolved, through its stub or its NSS module? */
function leadsToResolved(deps: RestoreDeps): boolean {
  if (nameserversOf(textAt(deps, RESOLV_CONF) ?? "").includes(RESOLVED_STUB)) return true;
  const hosts = /^hosts:(.*)$/m.exec(textAt(deps, "/etc/nsswitch.conf") ?? "")?.[1] ?? "";
  return /(?:^|\s)resolve(?=[\s[]|$)/.test(hosts);
}

/** A key of section `[main]` in what `NetworkManager --print-config` prints; empty where it is not set. */
export function networkManagerKey({ run }: RestoreDeps, key: string): string {
  const { stdout } = run("NetworkManager", ["--print-config"]);
  let isMain = false;
  for (const line of stdout.split("\n")) {
    if (line.startsWith("[")) isMain = line.startsWith("[main]");
    else if (isMain && line.startsWith(`${key}=`)) return line.slice(key.length + 1).trim();
  }
  return "";
}

function detectLinux(deps: RestoreDeps): DnsManager {
  if (isActive(deps, "systemd-resolved") && leadsToResolved(deps)) return "resolved";
  if (!isActive(deps, "NetworkManager")) return "resolv_conf";
  const isHandsOff =
    networkManagerKey(deps, "dns") === "none" ||
    networkManagerKey(deps, "rc-manager") === "unmanaged";
  return isHandsOff ? "resolv_conf" : "network_manager";
}

/** What decides which resolver is asked; undefined on a system that Weir does not know. */
export function detectManager(deps: RestoreDeps): DnsManager | undefined {
  switch (deps.platform) {
    case "linux":
      return detectLinux(deps);
    case "darwin":
      return "macos";
    case "win32":
      return "windows";
    default:
      return undefined;
  }
}

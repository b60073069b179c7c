import { nameserversOf, RESOLV_CONF } from "../resolv-conf.ts";
import { resolvedSettings } from "./resolvectl.ts";
import { textAt } from "./paths.ts";
import type { DnsManager, RestoreDeps } from "./types.ts";

/** Names that tunnels give their links. */
const TUNNEL = /^(?:tun|tap|wg|ppp|utun|ipsec|tailscale|nordlynx|proton|zt|gpd)[\w.-]*$/;

function tunnelsOf({ run }: RestoreDeps): readonly string[] {
  const { stdout } = run("ip", ["-o", "link", "show", "up"]);
  const links = stdout.split("\n").map((line) => /^\d+: ([^:@\s]+)/.exec(line)?.[1] ?? "");
  return links.filter((link) => TUNNEL.test(link));
}

function linuxRivals(deps: RestoreDeps, manager: DnsManager | undefined, host: string): string[] {
  const found = tunnelsOf(deps).map(
    (link) => `${link} looks like a VPN, which may bring resolvers of its own`,
  );
  if (manager === "resolved") {
    for (const { link, values } of resolvedSettings(deps.run, "domain")) {
      if (link !== "" && values.includes("~."))
        found.push(`${link} asks its own resolver for every name`);
    }
  }
  if (manager === "resolv_conf") {
    const others = nameserversOf(textAt(deps, RESOLV_CONF) ?? "").filter(
      (server) => server !== host,
    );
    if (others.length > 0) found.push(`${RESOLV_CONF} names ${others.join(", ")}`);
  }
  return found;
}

/** The resolvers of tunnels, as `scutil --dns` prints them (scutil(8)). */
function macosRivals({ run }: RestoreDeps): string[] {
  const links = [
    ...run("scutil", ["--dns"]).stdout.matchAll(/if_index : \d+ \(((?:utun|ppp|ipsec)\d+)\)/g),
  ];
  const names = new Set(links.map(([, link = ""]) => link));
  return [...names].map((link) => `${link} is a VPN that brings resolvers of its own`);
}

/** Who else may have a say in which resolver is asked, a line each: suspicions, no proofs. */
export function rivalLines(
  deps: RestoreDeps,
  manager: DnsManager | undefined,
  host: string,
): readonly string[] {
  if (deps.platform === "linux") return linuxRivals(deps, manager, host);
  return deps.platform === "darwin" ? macosRivals(deps) : [];
}

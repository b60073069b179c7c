import { isIP } from "node:net";
import type { Command, Run } from "./types.ts";

/** What `networksetup` says where a service has the resolvers that DHCP gave it. */
const NONE_SET = /^There aren't any DNS Servers set/;

/** A service by this name would be read as an option. */
const isUsable = (service: string): boolean => service !== "" && !service.startsWith("-");

/** The network services that are on, as `networksetup -listallnetworkservices` prints them (networksetup(8)). */
export function listServices(run: Run): readonly string[] | undefined {
  const { status, stdout } = run("networksetup", ["-listallnetworkservices"]);
  if (status !== 0) return undefined;
  // The first line explains the asterisk, which marks those that are off.
  const services = stdout.split("\n").slice(1);
  return services.filter((service) => isUsable(service) && !service.startsWith("*"));
}

/** The resolvers set for a service; empty for those of DHCP; undefined where that can't be told. */
export function serversOf(run: Run, service: string): readonly string[] | undefined {
  const { status, stdout } = run("networksetup", ["-getdnsservers", service]);
  if (status !== 0) return undefined;
  if (NONE_SET.test(stdout)) return [];
  const servers = stdout.split("\n").map((line) => line.trim());
  const given = servers.filter((server) => server !== "");
  return given.every((server) => isIP(server.split("%")[0] ?? "") !== 0) ? given : undefined;
}

/** The command that sets the resolvers of a service; an empty list goes back to those of DHCP. */
export function setServers(service: string, servers: readonly string[]): Command {
  return ["networksetup", "-setdnsservers", service, ...(servers.length > 0 ? servers : ["Empty"])];
}

import { listServices, serversOf } from "./macos-commands.ts";
import { fileSteps } from "./plan-part.ts";
import type { PlanFor, PlanPart } from "./plan-part.ts";
import { refuse } from "./refusals.ts";
import type { DnsRefusal } from "./refusals.ts";
import type { DnsListener, RestoreDeps, Step } from "./types.ts";
import { MAX_NAMESPACES } from "./windows-commands.ts";

/** Every network service asks Weir; `networksetup` can name no port. */
function macosFull(deps: RestoreDeps, { host, port }: DnsListener): PlanPart | DnsRefusal {
  if (port !== 53)
    return refuse("dns_needs_port_53", "macOS can name no port for a network service");
  const services = listServices(deps.run);
  if (services === undefined || services.length === 0) {
    return refuse("dns_command_failed", "networksetup -listallnetworkservices");
  }
  const steps: Step[] = [];
  for (const service of services) {
    const before = serversOf(deps.run, service);
    if (before === undefined) {
      return refuse("dns_command_failed", `networksetup -getdnsservers "${service}"`);
    }
    steps.push({ kind: "service", service, before, after: [host] });
  }
  return { steps, notes: ["a VPN brings resolvers of its own, which stay as they are"] };
}

/** macOS reads a file for each domain that has a resolver of its own (resolver(5)). */
export const planMacos: PlanFor = (deps, { mode, listener, names }) => {
  if (mode === "full") return macosFull(deps, listener);
  const content = `# Made by weir dns install --scoped; weir dns uninstall removes it.\nnameserver ${listener.host}\nport ${listener.port}\n`;
  const steps = names.flatMap((name) => fileSteps(deps, `/etc/resolver/${name}`, content));
  const folders = new Set<string>();
  return {
    // The folder is missing for each of the files and made once.
    steps: steps.filter(
      (step) => step.kind !== "folder" || (!folders.has(step.path) && folders.add(step.path)),
    ),
    notes: ["dig and host do not read /etc/resolver; dscacheutil -q host -a name NAME does"],
  };
};

/** Windows sends namespaces to resolvers by its name resolution policy table, on port 53 alone. */
export const planWindows: PlanFor = (_deps, { mode, listener, names }) => {
  if (listener.port !== 53) return refuse("dns_needs_port_53", "Windows can name no port");
  // One namespace stands for the name itself, one for all beneath it.
  const all = mode === "full" ? ["."] : names.flatMap((name) => [name, `.${name}`]);
  const rules: string[][] = [];
  for (let at = 0; at < all.length; at += MAX_NAMESPACES) {
    rules.push(all.slice(at, at + MAX_NAMESPACES));
  }
  return {
    steps: [{ kind: "nrpt", namespaces: rules, server: listener.host }],
    notes: ["where group policy sets such rules, Windows does not look at those of this machine"],
  };
};

import { fileSteps } from "./plan-part.ts";
import type { PlanFor } from "./plan-part.ts";
import { refuse } from "./refusals.ts";
import type { DnsRefusal } from "./refusals.ts";
import { resolvedSettings } from "./resolvectl.ts";
import type { DnsListener, DnsRequest, RestoreDeps } from "./types.ts";

/** A drop-in of resolved.conf(5). */
export const DROP_IN = "/etc/systemd/resolved.conf.d/weir.conf";

/** Most search and routing domains that systemd-resolved takes for all links together (MANAGER_SEARCH_DOMAINS_MAX). */
const MAX_DOMAINS = 256;

/** Seen with systemd-resolved 252: its global resolver is asked for whatever no other domain claims. */
const BOTH_NOTE =
  "systemd-resolved asks weir for other names too, beside the connection's resolver, and takes the first good answer: they resolve with or without weir";

/** An address as resolved.conf(5) writes it. */
const addressOf = ({ host, port }: DnsListener): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Names can be told apart only where other names have another resolver to go to. */
function scopedFault(deps: RestoreDeps, listener: DnsListener): readonly string[] {
  const settings = resolvedSettings(deps.run, "dns");
  const global = settings.find(({ link }) => link === "")?.values ?? [];
  const others = global.filter((server) => server !== addressOf(listener));
  if (others.length > 0) {
    return [
      `systemd-resolved has resolvers for all links (${others.join(", ")}), which would take turns with weir;`,
      "set them for the connection instead of in /etc/systemd/resolved.conf",
    ];
  }
  const hasLink = settings.some(({ link, values }) => link !== "" && values.length > 0);
  return hasLink
    ? []
    : ["no connection has a resolver of its own, so every name would come to weir"];
}

function refusalOf(
  deps: RestoreDeps,
  { mode, listener, names }: DnsRequest,
): DnsRefusal | undefined {
  const isTls = resolvedSettings(deps.run, "dnsovertls").some(
    ({ link, values }) => link === "" && values[0] === "yes",
  );
  if (isTls) {
    return refuse(
      "dns_manager_unfit",
      "systemd-resolved speaks only TLS (DNSOverTLS=yes), which weir's own listener does not;",
      "set DNSOverTLS=opportunistic in /etc/systemd/resolved.conf",
    );
  }
  if (mode === "full") return undefined;
  if (names.length > MAX_DOMAINS) {
    return refuse(
      "dns_scoped_impossible",
      `systemd-resolved takes ${MAX_DOMAINS} domains, and the lists hold ${names.length}`,
    );
  }
  const faults = scopedFault(deps, listener);
  return faults.length > 0 ? refuse("dns_scoped_impossible", ...faults) : undefined;
}

/** systemd-resolved sends domains to resolvers, and takes an address with a port. */
export const planResolved: PlanFor = (deps, request) => {
  const refusal = refusalOf(deps, request);
  if (refusal !== undefined) return refusal;
  const { mode, listener, names } = request;
  const domains = mode === "full" ? ["~."] : names.map((name) => `~${name}`);
  const content = [
    `# Made by weir dns install --${mode}; weir dns uninstall removes it.`,
    "[Resolve]",
    // An empty value forgets the resolvers of the files before, which would take turns with Weir.
    "DNS=",
    `DNS=${addressOf(listener)}`,
    `Domains=${domains.join(" ")}`,
    "",
  ].join("\n");
  const rivals = resolvedSettings(deps.run, "domain")
    .filter(({ link, values }) => link !== "" && values.includes("~."))
    .map(
      ({ link }) => `${link} asks for every name too, as VPNs do; weir then sees only some of them`,
    );
  const notes = mode === "full" ? rivals : [BOTH_NOTE];
  return { steps: fileSteps(deps, DROP_IN, content), notes };
};

import type { HandlerSettings } from "./handler.ts";
import type { ResolverFiles } from "./system-resolvers.ts";

/** Where DNS is served. */
export interface DnsEndpoint {
  /** A loopback address; beside an IPv4 one the same port of `::1` is served where it can be. */
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** What the DNS server works by, beside the rules; all but the endpoint can change while it runs. */
export interface DnsSettings extends HandlerSettings {
  /** The system's resolvers as they were before the system was pointed at us, by address. */
  readonly savedResolvers: readonly string[];
  /** Let the resolvers of the network answer while a captive portal stands before it. */
  readonly detectPortals: boolean;
  /** Certificates of authorities to trust instead of Node's own, for upstreams over TLS; PEM. */
  readonly authorities?: readonly string[];
  /** Which files tell the system's resolvers; for tests. */
  readonly resolverFiles?: ResolverFiles;
}

/** Why DNS is not in order, in a closed set: no name, address or query can be told. */
export const DNS_FAULTS = [
  "port_in_use",
  "port_refused",
  "address_unavailable",
  "crashed",
  "upstream_invalid",
  "no_upstream",
  "upstream_loop",
  "upstream_unreachable",
  "captive_portal",
] as const;

export type DnsFault = (typeof DNS_FAULTS)[number];

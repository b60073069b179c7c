// What stands in `upstream_dns`.
import { isIP } from "node:net";

/** How a resolver is reached. */
export type Transport = "udp" | "tls" | "https";

/** A resolver. Its address is always given: to look a resolver's name up would need a resolver. */
export interface UpstreamAddress {
  readonly transport: Transport;
  /** An IPv4 or IPv6 address. */
  readonly address: string;
  readonly port: number;
  /** The name that its certificate must have; the address where no name is given. */
  readonly name: string;
  /** The path of DNS over HTTPS (RFC 8484); empty for the others. */
  readonly path: string;
}

/** A resolver and the domains that it alone is asked for; none of them means all that no other entry names. */
export interface UpstreamEntry {
  readonly domains: readonly string[];
  readonly upstream: UpstreamAddress;
}

const DEFAULT_PORT: Readonly<Record<Transport, number>> = { udp: 53, tls: 853, https: 443 };

const NAME =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

interface HostAndPort {
  readonly address: string;
  readonly port: number;
}

/** Reads `9.9.9.9`, `9.9.9.9:53`, `2620:fe::fe` and `[2620:fe::fe]:53`. */
function parseAddress(text: string, defaultPort: number): HostAndPort | undefined {
  const isBare = isIP(text) !== 0;
  const parts = isBare ? undefined : /^(?:\[([^\]]+)\]|([^:]+))(?::([0-9]{1,5}))?$/.exec(text);
  const address = isBare ? text : (parts?.[1] ?? parts?.[2] ?? "");
  const port = Number(parts?.[3] ?? defaultPort);
  const isGood = isIP(address) !== 0 && port > 0 && port <= 65_535;
  // The zone of a link-local address is part of it.
  return isGood ? { address, port } : undefined;
}

function parseTls(text: string): UpstreamAddress | undefined {
  const [where = "", name, ...more] = text.split("#");
  const place = parseAddress(where, DEFAULT_PORT.tls);
  if (place === undefined || more.length > 0) return undefined;
  if (name !== undefined && !NAME.test(name)) return undefined;
  return { transport: "tls", ...place, name: name ?? place.address, path: "" };
}

function parseHttps(text: string): UpstreamAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const address = isIP(host) === 0 ? url.hash.slice(1) : host;
  const isPlain = url.username === "" && url.password === "" && url.search === "";
  if (!isPlain || isIP(address) === 0 || (isIP(host) !== 0 && url.hash !== "")) return undefined;
  const port = Number(url.port === "" ? DEFAULT_PORT.https : url.port);
  const path = url.pathname === "/" ? "/dns-query" : url.pathname;
  return { transport: "https", address, port, name: host, path };
}

function parseOne(text: string): UpstreamAddress | undefined {
  if (text.startsWith("tls://")) return parseTls(text.slice("tls://".length));
  if (text.startsWith("https://")) return parseHttps(text);
  const place = parseAddress(text, DEFAULT_PORT.udp);
  return place && { transport: "udp", ...place, name: place.address, path: "" };
}

/** Names in their form on the wire; undefined where one is none. */
function parseDomains(text: string): string[] | undefined {
  const domains = text.split("/").map((domain) => domain.toLowerCase().replace(/\.$/, ""));
  return domains.every((domain) => NAME.test(domain)) ? domains : undefined;
}

/**
 * Reads an entry of `upstream_dns`: `9.9.9.9`, `[2620:fe::fe]:53`, `tls://9.9.9.9#dns.quad9.net`,
 * `https://dns.quad9.net/dns-query#9.9.9.9`, each with `[/corp.example/lab.example/]` before it for some domains alone.
 * Undefined for anything else.
 */
export function parseUpstream(text: string): UpstreamEntry | undefined {
  const parts = /^\[\/(.+)\/\](.+)$/.exec(text.trim());
  const upstream = parseOne(parts?.[2] ?? text.trim());
  const domains = parts === null ? [] : parseDomains(parts[1] ?? "");
  return upstream === undefined || domains === undefined ? undefined : { domains, upstream };
}

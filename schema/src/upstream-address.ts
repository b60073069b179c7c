import { isIpAddress, parseAddress } from "./ip-address.ts";

/** How a resolver is reached. */
export type UpstreamTransport = "udp" | "tls" | "https";

/** A resolver. Its address is always given: to look a resolver's name up would need a resolver. */
export interface UpstreamAddress {
  readonly transport: UpstreamTransport;
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

const DEFAULT_PORT: Readonly<Record<UpstreamTransport, number>> = {
  udp: 53,
  tls: 853,
  https: 443,
};

/** Where RFC 8484 has resolvers, where a URL names no path. */
const USUAL_PATH = "/dns-query";

const NAME =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

function parseTls(text: string): UpstreamAddress | undefined {
  const [where = "", name, ...more] = text.split("#");
  const place = parseAddress(where, DEFAULT_PORT.tls);
  if (place === undefined || more.length > 0) return undefined;
  if (name !== undefined && !NAME.test(name)) return undefined;
  return {
    transport: "tls",
    address: place.host,
    port: place.port,
    name: name ?? place.host,
    path: "",
  };
}

/** `https://host[:port][/path][#address]`, without user, query or anything that a URL could hide. */
function parseHttps(text: string): UpstreamAddress | undefined {
  const parts =
    /^(?:\[([^[\]]+)\]|([^:[\]/?#@\s]+))(?::([0-9]{1,5}))?(\/[^?#\s]*)?(?:#(.+))?$/.exec(text);
  if (parts === null) return undefined;
  const [, bracketed, plain = "", port, path = "/", behind] = parts;
  const host = (bracketed ?? plain).toLowerCase();
  const isAddress = isIpAddress(host);
  const address = isAddress ? host : (behind ?? "");
  if (!isIpAddress(address) || (isAddress ? behind !== undefined : !NAME.test(host))) {
    return undefined;
  }
  const number = Number(port ?? DEFAULT_PORT.https);
  if (number === 0 || number > 65_535) return undefined;
  return {
    transport: "https",
    address,
    port: number,
    name: host,
    path: path === "/" ? USUAL_PATH : path,
  };
}

function parseOne(text: string): UpstreamAddress | undefined {
  if (text.startsWith("tls://")) return parseTls(text.slice("tls://".length));
  if (text.startsWith("https://")) return parseHttps(text.slice("https://".length));
  const place = parseAddress(text, DEFAULT_PORT.udp);
  return (
    place && { transport: "udp", address: place.host, port: place.port, name: place.host, path: "" }
  );
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

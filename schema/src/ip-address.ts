/** An address and a port, as a file gives them. */
export interface Endpoint {
  /** An IPv4 or IPv6 address, without brackets. */
  readonly host: string;
  readonly port: number;
}

const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** Is it an IPv4 address in the one form that every program reads alike: four decimals, no leading zeros? */
function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** The 16-bit groups of one side of `::`; undefined where a group is none. */
function groupCount(side: string): number | undefined {
  if (side === "") return 0;
  const groups = side.split(":");
  const last = groups.at(-1) ?? "";
  const isMixed = isIpv4(last);
  const hex = isMixed ? groups.slice(0, -1) : groups;
  if (!hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return hex.length + (isMixed ? 2 : 0);
}

/** Is it an IPv6 address (RFC 4291), with or without a zone such as `%eth0`? */
export function isIpv6(text: string): boolean {
  const [address = "", zone, ...rest] = text.split("%");
  if (rest.length > 0 || (zone !== undefined && !/^[\w.-]{1,32}$/.test(zone))) return false;
  const sides = address.split("::");
  if (sides.length > 2 || (sides.length === 2 && isIpv4(sides[0]?.split(":").at(-1) ?? ""))) {
    return false;
  }
  const counts = sides.map(groupCount);
  let groups = 0;
  for (const count of counts) {
    if (count === undefined) return false;
    groups += count;
  }
  return sides.length === 1 ? groups === 8 : groups <= 7;
}

/** Is the address this machine alone: 127.0.0.0/8 or ::1? A mapped form such as `::ffff:127.0.0.1` is none. */
export function isLoopback(host: string): boolean {
  if (isIpv4(host)) return host.startsWith("127.");
  return host === "::1" || /^(?:0{1,4}:){7}0{0,3}1$/.test(host);
}

function parsePort(text: string): number | undefined {
  if (!/^[0-9]{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port <= 65_535 ? port : undefined;
}

/** Splits `host:port` or `[address]:port`. Undefined where the port or the brackets are wrong; the host may be a name. */
export function parseHostAndPort(text: string): Endpoint | undefined {
  const split = /^(?:\[([^[\]]+)\]|([^:[\]\s]+)):([0-9]+)$/.exec(text);
  const port = parsePort(split?.[3] ?? "");
  if (split === null || port === undefined) return undefined;
  const [, bracketed, plain = ""] = split;
  if (bracketed === undefined) return { host: plain, port };
  return isIpv6(bracketed) ? { host: bracketed, port } : undefined;
}

/** A listener: `host:port` on this machine alone; `localhost` means 127.0.0.1. Undefined for anything else. */
export function parseListener(text: string): Endpoint | undefined {
  const endpoint = parseHostAndPort(text);
  if (endpoint === undefined) return undefined;
  const host = endpoint.host.toLowerCase() === "localhost" ? "127.0.0.1" : endpoint.host;
  return isLoopback(host) ? { host, port: endpoint.port } : undefined;
}

/** Is it an IPv4 or IPv6 address? */
export const isIpAddress = (text: string): boolean => isIpv4(text) || isIpv6(text);

/** An address, with or without a port other than 0. Undefined for a name. */
export function parseAddress(text: string, defaultPort: number): Endpoint | undefined {
  if (isIpAddress(text)) return { host: text, port: defaultPort };
  const endpoint = parseHostAndPort(text);
  if (endpoint === undefined || endpoint.port === 0) return undefined;
  return isIpAddress(endpoint.host) ? endpoint : undefined;
}

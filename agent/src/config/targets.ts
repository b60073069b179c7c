import { BlockList, isIP } from "node:net";
import { ADDRESS_RANGES, OUTBOUND_TARGETS } from "@weir/schema";
import type { AddressRange, Config, OutboundTargetKey } from "@weir/schema";

/** NAT64 addresses (RFC 6052, RFC 8215) as `URL` writes them; mapped ones are seen through by BlockList itself. */
const NAT64 = /^64:ff9b:(?:1:)?:(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/;

function listOf(ranges: readonly AddressRange[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    for (const cidr of ADDRESS_RANGES[range]) {
      const [network = "", bits = ""] = cidr.split("/");
      list.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4");
    }
  }
  return list;
}

/** The address of a 6to4 router (RFC 3056 2) as `URL` writes it, which leaves words of zeros out. */
const SIX_TO_FOUR = /^2002:([0-9a-f]{0,4}):([0-9a-f]{0,4})/;

/** The IPv4 address that an IPv6 address leads to; undefined where it does to none. `host` is as `URL` writes it. */
function embeddedAddress(host: string): string | undefined {
  const words = NAT64.exec(host) ?? SIX_TO_FOUR.exec(host);
  if (words === null) return undefined;
  const numberOf = (word = ""): number => Number.parseInt(`0${word}`, 16);
  const [high, low] = [numberOf(words[1]), numberOf(words[2])];
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

/** Is the host of a URL a literal address that lies in one of the ranges? A name is judged when it resolves. */
function isRefused(host: string, ranges: readonly AddressRange[]): boolean {
  const literal = host.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (literal === "localhost" || literal.endsWith(".localhost")) return ranges.includes("loopback");
  const address = embeddedAddress(literal) ?? literal;
  const family = isIP(address);
  if (family === 0) return false;
  return listOf(ranges).check(address, family === 6 ? "ipv6" : "ipv4");
}

/**
 * What is wrong with the host of a URL that the agent would connect to on its own account; undefined where nothing is.
 * Neither the host nor the URL is repeated.
 */
export function targetProblem(key: OutboundTargetKey, config: Config): string | undefined {
  const text = config[key];
  if (text === undefined) return undefined;
  if (!URL.canParse(text)) return "must be a URL that can be read";
  const { refused } = OUTBOUND_TARGETS[key];
  const isPrivateAllowed = key === "profile_url" && config.allow_private_profile_url;
  const ranges = refused.filter((range) => !(isPrivateAllowed && range === "private"));
  if (!isRefused(new URL(text).hostname, ranges)) return undefined;
  return `must not name an address of these kinds: ${ranges.join(", ").replaceAll("_", "-")}`;
}

// Which resolvers are asked for a name.
import { HEADER_BYTES, lower } from "./message.ts";
import type { Query } from "./message.ts";
import { numberNames } from "./name-numbers.ts";
import type { NumberedName } from "./name-numbers.ts";
import { createHttpsUpstream } from "./upstream-https.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamAddress, UpstreamEntry } from "@weir/schema";
import { createGroup } from "./upstream-group.ts";
import type { Reach, UpstreamGroup } from "./upstream-group.ts";
import { createTcpUpstream, createTlsUpstream } from "./upstream-stream.ts";
import type { Authorities } from "./upstream-stream.ts";
import { createUdpUpstream } from "./upstream-udp.ts";

/** Domains that only the resolvers of the network at hand know (RFC 6762 3, RFC 6303 4, RFC 8375). */
const LINK_DOMAINS = [
  "local",
  "home.arpa",
  "internal",
  "10.in-addr.arpa",
  ...Array.from({ length: 16 }, (_, i) => `${16 + i}.172.in-addr.arpa`),
  "168.192.in-addr.arpa",
  "254.169.in-addr.arpa",
  ...["c.f", "d.f", "8.e.f", "9.e.f", "a.e.f", "b.e.f"].map((net) => `${net}.ip6.arpa`),
];

const LINK = 1;
const FIRST_RULE = 2;

/** Makes the upstream that an address tells of. */
export function openUpstream(address: UpstreamAddress, authorities: Authorities): Upstream {
  if (address.transport === "tls") return createTlsUpstream(address, authorities);
  if (address.transport === "https") return createHttpsUpstream(address, authorities);
  return createUdpUpstream(address, createTcpUpstream(address));
}

/** What the groups are made of. */
export interface RouteSources {
  /** Of the configuration; none that names no domains means that the link's resolvers are asked for all. */
  readonly entries: readonly UpstreamEntry[];
  /** The resolvers of the network at hand. */
  readonly link: readonly UpstreamAddress[];
  readonly authorities: Authorities;
  /** Told of the resolvers that are asked for all names. */
  readonly onReach: (reach: Reach) => void;
}

/** Which resolvers are asked for which names. */
export interface Routes {
  /** Those to ask for a name; undefined where there are none. */
  readonly groupFor: (query: Query) => UpstreamGroup | undefined;
  /** The resolvers of the network at hand; undefined where there are none. */
  readonly link: UpstreamGroup | undefined;
  /** Whether all names go to them anyway. */
  readonly isLinkAlone: boolean;
  readonly reset: () => void;
  readonly close: () => void;
}

/** The entries that name domains, by their domains: those with the same resolvers share a group. */
function groupRules(entries: readonly UpstreamEntry[]): Map<string, UpstreamAddress[]> {
  const byDomain = new Map<string, UpstreamAddress[]>();
  for (const { domains, upstream } of entries) {
    for (const domain of domains) {
      byDomain.set(domain, [...(byDomain.get(domain) ?? []), upstream]);
    }
  }
  return byDomain;
}

/** Is it a name of one label, as machines of a home network have? */
function isSingleLabel({ message }: Query): boolean {
  const length = message[HEADER_BYTES] ?? 0;
  return length > 0 && message[HEADER_BYTES + 1 + length] === 0;
}

/** The last byte of a name, in lower case: before its root, QTYPE and QCLASS. */
const lastByteOf = ({ message, questionEnd }: Query): number =>
  lower(message[questionEnd - 6] ?? 0);

/**
 * Opens the resolvers that are named and those of the network at hand. Domains with the same resolvers share their
 * connections.
 */
export function createRoutes({ entries, link, authorities, onReach }: RouteSources): Routes {
  const open = (addresses: readonly UpstreamAddress[], tell: (reach: Reach) => void) =>
    createGroup(
      addresses.map((address) => openUpstream(address, authorities)),
      tell,
    );
  const general = entries.filter(({ domains }) => domains.length === 0);
  const isLinkAlone = general.length === 0;
  const quiet = (): void => undefined;
  const linkGroup = link.length === 0 ? undefined : open(link, isLinkAlone ? onReach : quiet);
  const defaultGroup = isLinkAlone
    ? linkGroup
    : open(
        general.map(({ upstream }) => upstream),
        onReach,
      );
  const names: NumberedName[] = LINK_DOMAINS.map((name) => ({ name, number: LINK }));
  const groups: UpstreamGroup[] = [];
  const numbers = new Map<string, number>();
  for (const [name, addresses] of groupRules(entries)) {
    const key = JSON.stringify(addresses);
    const number = numbers.get(key) ?? FIRST_RULE + groups.push(open(addresses, quiet)) - 1;
    numbers.set(key, number);
    names.push({ name, number });
  }
  const numberOf = numberNames(names);
  /** What its names end with: most names end with another byte, and need not be looked up. */
  const lastBytes = new Uint8Array(256);
  for (const { name } of names) lastBytes[name.charCodeAt(name.length - 1)] = 1;
  const all = [...new Set([linkGroup, defaultGroup, ...groups])].filter(
    (group) => group !== undefined,
  );
  return {
    groupFor: (query) => {
      const isListed = lastBytes[lastByteOf(query)] === 1;
      const number = isListed ? numberOf(query.message) : 0;
      if (number >= FIRST_RULE) return groups[number - FIRST_RULE];
      const isOfLink = number === LINK || isSingleLabel(query);
      return isOfLink ? (linkGroup ?? defaultGroup) : defaultGroup;
    },
    link: linkGroup,
    isLinkAlone,
    reset: () => {
      for (const group of all) group.reset();
    },
    close: () => {
      for (const group of all) group.close();
    },
  };
}

/**
 * Ranges of addresses, by what they are (RFC 6890 and its registry); `refused` below names them. A mapped address
 * (`::ffff:0:0/96`), one of NAT64 (`64:ff9b::/96`, RFC 6052) or of 6to4 (`2002::/16`, RFC 3056) is judged by the IPv4 address inside
 * it. What is inside one of Teredo (`2001::/32`, RFC 4380) is two of them, so that none is taken; nor is one of the form that RFC 4291
 * (2.5.5.1) gave up (`::/96`).
 */
export const ADDRESS_RANGES = {
  unspecified: ["0.0.0.0/8", "::/128"],
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"],
  link_local: ["169.254.0.0/16", "fe80::/10"],
  cgnat: ["100.64.0.0/10"],
  multicast: ["224.0.0.0/4", "ff00::/8"],
  benchmark: ["198.18.0.0/15", "2001:2::/48"],
  reserved: ["192.0.0.0/24", "240.0.0.0/4", "::/96", "64:ff9b:1::/48", "2001::/32"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type AddressRange = keyof typeof ADDRESS_RANGES;

const EVERY_RANGE = [
  "unspecified",
  "loopback",
  "private",
  "link_local",
  "cgnat",
  "multicast",
  "benchmark",
  "reserved",
] as const satisfies readonly AddressRange[];

/** Where the agent may connect to on its own account, and which addresses it refuses there (contract, "Outbound"). */
export interface OutboundTarget {
  readonly schemes: readonly ("http" | "https")[];
  readonly refused: readonly AddressRange[];
}

/** The one table of targets; the keys are the configuration's. */
export const OUTBOUND_TARGETS = {
  profile_url: { schemes: ["https"], refused: EVERY_RANGE },
  alert_webhook_url: { schemes: ["https"], refused: EVERY_RANGE },
  update_url: { schemes: ["http", "https"], refused: ["link_local", "unspecified"] },
  heartbeat_url: { schemes: ["http", "https"], refused: ["link_local", "unspecified"] },
} as const satisfies Readonly<Record<string, OutboundTarget>>;

export type OutboundTargetKey = keyof typeof OUTBOUND_TARGETS;

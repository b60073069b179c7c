import { BlockList } from "node:net";
import { OUTBOUND_TARGETS, parseUpstream } from "@weir/schema";
import type { Config, ConfigKey, Endpoint, OutboundTargetKey, UpstreamAddress } from "@weir/schema";
import { targetProblem } from "./targets.ts";

/** A fault that several keys make together, or that only the parsed value shows. */
export interface CrossFault {
  readonly key: ConfigKey;
  /** The other keys that make it. */
  readonly with: readonly ConfigKey[];
  readonly problem: string;
}

const LISTENERS = ["api_listen", "dns_listen", "proxy_listen"] as const;

const isSame = (a: Endpoint, b: Endpoint): boolean =>
  a.port !== 0 && a.port === b.port && a.host === b.host;

/** Each listener needs an address of its own: all three use TCP. */
function listenerFaults(config: Config): CrossFault[] {
  return LISTENERS.flatMap((key, index) => {
    const other = LISTENERS.slice(0, index).find((name) => isSame(config[name], config[key]));
    return other === undefined
      ? []
      : [{ key, with: [other], problem: `must differ from ${other}` }];
  });
}

const familyOf = (address: string): "ipv4" | "ipv6" => (address.includes(":") ? "ipv6" : "ipv4");

/** Where the system takes whoever connects to the address that is none. */
const UNSPECIFIED: Readonly<Record<string, string>> = { "127.0.0.1": "0.0.0.0", "::1": "::" };

/** Every address that leads to a listener of DNS, in whatever spelling; one of IPv4 also in its form of IPv6. */
function leadingTo({ host }: Endpoint): BlockList {
  const list = new BlockList();
  list.addAddress(host, familyOf(host));
  // Beside an IPv4 address the same port of this one is served.
  list.addAddress("::1", "ipv6");
  for (const [own, unspecified] of Object.entries(UNSPECIFIED)) {
    if (list.check(own, familyOf(own))) list.addAddress(unspecified, familyOf(unspecified));
  }
  return list;
}

function upstreamFaults({ upstream_dns: upstreams, dns_listen: listen }: Config): CrossFault[] {
  const places = upstreams.flatMap((text) => parseUpstream(text)?.upstream ?? []);
  const own = leadingTo(listen);
  const isOwn = ({ address, port }: Pick<UpstreamAddress, "address" | "port">): boolean => {
    const [host = ""] = address.split("%");
    return port === listen.port && own.check(host, familyOf(host));
  };
  if (!places.some(isOwn)) return [];
  return [
    {
      key: "upstream_dns",
      with: ["dns_listen"],
      problem: "must not be the agent's own dns_listen: queries would go in circles",
    },
  ];
}

function signatureFaults(config: Config): CrossFault[] {
  const keys = new Set(config.profile_public_key ?? []).size;
  if (config.profile_signatures_required <= Math.max(keys, 1)) return [];
  const problem = `must be at most the number of different keys of profile_public_key, which is ${keys}`;
  return [{ key: "profile_signatures_required", with: ["profile_public_key"], problem }];
}

/** Everything that is wrong with a configuration whose values are right one by one. */
export function crossFaults(config: Config): readonly CrossFault[] {
  const isTarget = (name: string): name is OutboundTargetKey =>
    Object.hasOwn(OUTBOUND_TARGETS, name);
  const targets = Object.keys(OUTBOUND_TARGETS)
    .filter(isTarget)
    .flatMap((key): CrossFault[] => {
      const problem = targetProblem(key, config);
      const others = key === "profile_url" ? (["allow_private_profile_url"] as const) : [];
      return problem === undefined ? [] : [{ key, with: others, problem }];
    });
  return [
    ...listenerFaults(config),
    ...upstreamFaults(config),
    ...signatureFaults(config),
    ...targets,
  ];
}

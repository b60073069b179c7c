import { OUTBOUND_TARGETS, parseUpstream } from "@weir/schema";
import type { Config, ConfigKey, Endpoint, OutboundTargetKey } from "@weir/schema";
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

function upstreamFaults({ upstream_dns: upstreams, dns_listen: listen }: Config): CrossFault[] {
  const places = upstreams.flatMap((text) => parseUpstream(text)?.upstream ?? []);
  if (!places.some(({ address: host, port }) => isSame({ host, port }, listen))) return [];
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

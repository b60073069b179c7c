// The DNS server: sockets, handler, and the resolvers behind it. Runs in the thread that makes it.
import type { HostRules } from "@weir/engine";
import { systemClock } from "../clock.ts";
import { createFaults } from "./faults.ts";
import type { UpstreamFault } from "./faults.ts";
import { createHandler } from "./handler.ts";
import type { Counts, Handler } from "./handler.ts";
import { createResolver } from "./resolver.ts";
import type { DnsEndpoint, DnsSettings } from "./settings.ts";
import { listenTcp } from "./tcp-listener.ts";
import { listenUdp } from "./udp-listener.ts";
import type { Listener } from "./udp-listener.ts";
import { createUpstreams } from "./upstreams.ts";

/** How often a port that is free for UDP is looked for where any will do. */
const PORT_TRIES = 8;

/** What a server counts into, and whom it tells of faults. */
export interface DnsServerDeps {
  readonly counts: Counts;
  /** Told of the gravest fault that is there now, or undefined where none is. */
  readonly onFault: (fault: UpstreamFault | undefined) => void;
}

/** A server that listens for UDP and TCP on one port, and what changes how it answers. */
export interface DnsServer {
  readonly port: number;
  /** Whether `::1` is served as well. */
  readonly hasIpv6: boolean;
  readonly setRules: (rules: HostRules) => void;
  readonly setSettings: (settings: DnsSettings) => Promise<void>;
  /** Blocks nothing for so many milliseconds; 0 ends a pause. */
  readonly pause: (ms: number) => void;
  /** Forgets what was learnt of the network, as when it changed. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function listenBoth({ host, port }: DnsEndpoint, handler: Handler): Promise<Listener[]> {
  for (let tries = PORT_TRIES; ; tries--) {
    const udp = await listenUdp(host, port, handler);
    try {
      return [udp, await listenTcp(host, udp.port, handler)];
    } catch (error) {
      await udp.close();
      if (port !== 0 || tries === 0) throw error;
    }
  }
}

/** The same port of `::1`, as far as there is IPv6. */
async function listenV6(port: number, handler: Handler): Promise<Listener[]> {
  try {
    return await listenBoth({ host: "::1", port }, handler);
  } catch {
    return [];
  }
}

/** Starts to serve. Rejects with the system's error where the address can't be listened on. */
export async function startDnsServer(
  endpoint: DnsEndpoint,
  rules: HostRules,
  settings: DnsSettings,
  { counts, onFault }: DnsServerDeps,
): Promise<DnsServer> {
  const faults = createFaults(onFault);
  const upstreams = createUpstreams({
    faults,
    expectProbe: (question, onSeen) => handler.expectProbe(question, onSeen),
    onNetworkChange: () => void flush(),
  });
  const resolver = createResolver({
    routes: upstreams.routes,
    detectsPortals: upstreams.detectsPortals,
    onPortal: (isThere) => {
      handler.flush();
      faults.set("captive_portal", isThere);
    },
  });
  const { nowMs } = systemClock;
  const handler = createHandler({ resolver, counts, nowMs }, rules, settings);
  const flush = async (): Promise<void> => {
    resolver.reset();
    await upstreams.refresh();
    handler.flush();
  };
  const listeners = await listenBoth(endpoint, handler);
  const port = listeners[0]?.port ?? endpoint.port;
  if (!endpoint.host.includes(":")) listeners.push(...(await listenV6(port, handler)));
  const own = { host: endpoint.host, port };
  await upstreams.use(settings, own);
  return {
    port,
    hasIpv6: listeners.length > 2,
    setRules: handler.setRules,
    setSettings: async (next) => {
      handler.setSettings(next);
      await upstreams.use(next, own);
      // What the resolvers that were in use before have answered meanwhile.
      handler.flush();
    },
    pause: (ms) => handler.pauseUntil(ms === 0 ? 0 : nowMs() + ms),
    flush,
    close: async () => {
      upstreams.close();
      await Promise.all(listeners.map(async (listener) => listener.close()));
    },
  };
}

// Which resolvers are in use: those of the configuration and the system's own, never ourselves, and read anew when the
// network changes.
import process from "node:process";
import type { Faults } from "./faults.ts";
import { leadsToUs } from "./loop-probe.ts";
import type { ExpectProbe } from "./loop-probe.ts";
import { createRoutes, openUpstream } from "./routes.ts";
import type { RouteSources, Routes } from "./routes.ts";
import type { DnsEndpoint, DnsSettings } from "./settings.ts";
import { RESOLVER_FILES, isLoopback, readSystemResolvers } from "./system-resolvers.ts";
import { parseUpstream } from "@weir/schema";
import type { UpstreamAddress, UpstreamEntry } from "@weir/schema";
import type { Reach } from "./upstream-group.ts";
import { watchFiles } from "./watch-files.ts";

/** While nothing answers, the system's resolvers are read anew this often at most. */
const REREAD_MS = 5000;

/** Where no file tells of a change of the network, they are read anew this often at most, while there are queries. */
const RECHECK_MS =
  process.platform === "darwin" || process.platform === "win32" ? 60_000 : Infinity;

/** Whom the resolvers in use tell of their faults, and of another network. */
export interface UpstreamsDeps {
  readonly faults: Faults;
  readonly expectProbe: ExpectProbe;
  /** The system has other resolvers, or others may be needed. */
  readonly onNetworkChange: () => void;
}

/** The routes in force, kept up to date with the settings and with the network at hand. */
export interface Upstreams {
  readonly routes: () => Routes;
  readonly detectsPortals: () => boolean;
  /** Puts settings in force for a server that listens on `own`. */
  readonly use: (settings: DnsSettings, own: DnsEndpoint) => Promise<void>;
  /** Reads the system's resolvers anew and makes new connections. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

const NO_ROUTES: Routes = {
  groupFor: () => undefined,
  link: undefined,
  isLinkAlone: true,
  reset: () => undefined,
  close: () => undefined,
};

/** What is in force. */
interface InForce {
  readonly settings: DnsSettings;
  readonly own: DnsEndpoint;
}

/** Is it the address that we listen on ourselves? `::1` is served beside an IPv4 address. */
function isOwn(own: DnsEndpoint, { address, port }: UpstreamAddress): boolean {
  const isHere = address === own.host || (address === "::1" && !own.host.includes(":"));
  return isHere && port === own.port;
}

/** The entries that can be read. */
const readEntries = ({ upstreams }: DnsSettings): UpstreamEntry[] =>
  upstreams.map(parseUpstream).filter((entry) => entry !== undefined);

/** The resolvers of the network at hand: those that the system tells, else those it had. */
async function readLink({ resolverFiles, savedResolvers }: DnsSettings) {
  const told = await readSystemResolvers(resolverFiles ?? RESOLVER_FILES);
  return [...new Set([...told, ...savedResolvers])]
    .map((address) => parseUpstream(address)?.upstream)
    .filter((upstream) => upstream !== undefined);
}

type Sources = Pick<RouteSources, "entries" | "link">;

/** The resolvers without some. */
const without = (
  { entries, link }: Sources,
  isOut: (address: UpstreamAddress) => boolean,
): Sources => ({
  entries: entries.filter(({ upstream }) => !isOut(upstream)),
  link: link.filter((upstream) => !isOut(upstream)),
});

/** Is there nobody to ask for names in general? */
const isNobody = ({ entries, link }: Sources): boolean =>
  link.length === 0 && entries.every(({ domains }) => domains.length > 0);

/** Calls back when the system's resolvers may have changed. */
function watchResolvers({ resolverFiles }: DnsSettings, onChange: () => void): () => void {
  const { resolvConf, behindStubs } = resolverFiles ?? RESOLVER_FILES;
  return watchFiles([resolvConf, ...behindStubs], onChange);
}

/** Those of the resolvers on this machine that lead to us; none is asked any more once `isOver`. */
async function findLoops(
  { entries, link }: Sources,
  authorities: DnsSettings["authorities"],
  expectProbe: ExpectProbe,
  isOver: () => boolean,
): Promise<UpstreamAddress[]> {
  const loops: UpstreamAddress[] = [];
  const addresses = [...entries.map(({ upstream }) => upstream), ...link];
  for (const address of addresses.filter((one) => isLoopback(one.address))) {
    // One more question of ours would take the place of that of the resolvers in force.
    if (isOver()) break;
    const upstream = openUpstream(address, authorities);
    if (await leadsToUs(upstream, expectProbe)) loops.push(address);
    upstream.close();
  }
  return loops;
}

const isIn = (all: readonly UpstreamAddress[], one: UpstreamAddress): boolean =>
  all.some((other) => JSON.stringify(other) === JSON.stringify(one));

/** Makes routes that lead nowhere until the first `use`. */
export const createUpstreams = (deps: UpstreamsDeps): Upstreams => new UpstreamsInUse(deps);

class UpstreamsInUse implements Upstreams {
  private readonly deps: UpstreamsDeps;
  private current = NO_ROUTES;
  private inForce: InForce | undefined;
  /** Counts what was put in force, so that what was begun before is given up. */
  private turn = 0;
  private readMs = 0;
  /** The network's resolvers as they were read last. */
  private linkRead = "";
  /** All resolvers as they were read last. */
  private sourcesRead = "";
  private hasNobody = true;

  constructor(deps: UpstreamsDeps) {
    this.deps = deps;
  }

  routes = (): Routes => {
    const waitMs = this.hasNobody ? REREAD_MS : RECHECK_MS;
    // The clock costs more than all else here.
    const isDue = waitMs !== Infinity && performance.now() - this.readMs > waitMs;
    if (isDue) void this.recheck();
    return this.current;
  };

  detectsPortals = (): boolean => this.inForce?.settings.detectPortals === true;

  use = async (settings: DnsSettings, own: DnsEndpoint): Promise<void> => {
    this.inForce = { settings, own };
    this.unwatch();
    this.unwatch = watchResolvers(settings, this.deps.onNetworkChange);
    await this.rebuild(this.inForce);
  };

  refresh = async (): Promise<void> => {
    if (this.inForce !== undefined) await this.rebuild(this.inForce);
  };

  close = (): void => {
    this.turn++;
    this.unwatch();
    this.current.close();
    this.current = NO_ROUTES;
  };

  private unwatch = (): void => undefined;

  private onReach(reach: Reach): void {
    this.deps.faults.set("upstream_unreachable", reach === "unreachable");
    // The network may have changed without a word.
    const isOld = performance.now() - this.readMs > REREAD_MS;
    if (reach === "unreachable" && isOld) this.deps.onNetworkChange();
  }

  /** What is on its way by the old routes ends with them, and is asked again by the new ones. */
  private replaceRoutes(sources: Sources): void {
    const old = this.current;
    const authorities = this.inForce?.settings.authorities;
    const routes = createRoutes({
      ...sources,
      authorities,
      // Those that were replaced may still end their last queries.
      onReach: (reach) => {
        if (this.current === routes) this.onReach(reach);
      },
    });
    this.current = routes;
    old.close();
    this.hasNobody = isNobody(sources);
    this.deps.faults.set("no_upstream", this.hasNobody);
  }

  private async recheck(): Promise<void> {
    if (this.inForce === undefined) return;
    this.readMs = performance.now();
    const link = await readLink(this.inForce.settings);
    if (JSON.stringify(link) !== this.linkRead) this.deps.onNetworkChange();
  }

  private async rebuild({ settings, own }: InForce): Promise<void> {
    const { faults } = this.deps;
    const mine = ++this.turn;
    this.readMs = performance.now();
    const entries = readEntries(settings);
    faults.set("upstream_invalid", entries.length < settings.upstreams.length);
    const link = await readLink(settings);
    if (mine !== this.turn) return;
    this.linkRead = JSON.stringify(link);
    // That the system asks us is as it should be; that the configuration says so is not.
    const isOurs = (address: UpstreamAddress): boolean => isOwn(own, address);
    const isToldSo = entries.some(({ upstream }) => isOurs(upstream));
    faults.set("upstream_loop", isToldSo);
    const sources = without({ entries, link }, isOurs);
    this.replaceRoutes(sources);
    // That the same ones do not answer stays true until one does, though nobody asks meanwhile.
    const read = JSON.stringify(sources);
    if (read !== this.sourcesRead) faults.set("upstream_unreachable", false);
    this.sourcesRead = read;
    void this.leaveOutLoops(sources, settings.authorities);
  }

  /** Nobody waits for it: until it is known, a loop ends in answers that say SERVFAIL. */
  private async leaveOutLoops(
    sources: Sources,
    authorities: DnsSettings["authorities"],
  ): Promise<void> {
    const mine = this.turn;
    const isOver = (): boolean => mine !== this.turn;
    const loops = await findLoops(sources, authorities, this.deps.expectProbe, isOver);
    if (isOver() || loops.length === 0) return;
    this.replaceRoutes(without(sources, (address) => isIn(loops, address)));
    this.deps.faults.set("upstream_loop", true);
  }
}

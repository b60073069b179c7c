// Takes a question to the resolvers of its route, and to those of the network behind a captive portal.
import { buildHostTable, findWireName } from "@weir/engine";
import { rcodeOf } from "./answer-filter.ts";
import { hasAddress, HEADER_BYTES, RCODE } from "./message.ts";
import type { Query } from "./message.ts";
import type { Routes } from "./routes.ts";

/**
 * Names by which systems and browsers look for a portal whenever they join a network. Where the configured resolvers are
 * out of reach and those of the network know an address of such a name, a portal is taken to stand before the network: no query of
 * our own is needed.
 */
const PORTAL_NAMES = buildHostTable(
  [
    "captive.apple.com",
    "clients3.google.com",
    "connectivity-check.ubuntu.com",
    "connectivitycheck.android.com",
    "connectivitycheck.gstatic.com",
    "detectportal.firefox.com",
    "dns.msftncsi.com",
    "network-test.debian.org",
    "nmcheck.gnome.org",
    "ping.archlinux.org",
    "www.msftconnecttest.com",
    "www.msftncsi.com",
  ].map((name) => ({ name, list: 1 })),
);

const isPortalName = ({ message }: Query): boolean =>
  findWireName(PORTAL_NAMES, message, HEADER_BYTES) > 0;

/** Behind a portal the configured resolvers are tried this often, beside a query that a client makes anyway. */
const RETRY_MS = 5000;

/** What a resolver asks by, and whom it tells of a portal. */
export interface ResolverDeps {
  readonly routes: () => Routes;
  /** Is a portal looked for? */
  readonly detectsPortals: () => boolean;
  readonly onPortal: (isBehindPortal: boolean) => void;
}

/** Is called once: with an answer to the query, whose id is 0, or undefined where no resolver answers. */
type Done = (answer: Uint8Array | undefined) => void;

/** Has queries answered by the resolvers of their routes, or by those of the network at hand, where a captive portal hides the others. */
export interface Resolver {
  readonly ask: (query: Query, viaLink: boolean, done: Done) => void;
  /** Forgets the portal, as when the network changed. */
  readonly reset: () => void;
}

/** Asks by the routes that are in force at each query; a portal that is found lasts until one of them answers again. */
export function createResolver({ routes, detectsPortals, onPortal }: ResolverDeps): Resolver {
  let isBehindPortal = false;
  let triedMs = 0;
  const setPortal = (isThere: boolean): void => {
    if (isThere === isBehindPortal) return;
    isBehindPortal = isThere;
    triedMs = performance.now();
    onPortal(isThere);
  };
  const canBeBehindPortal = ({ link, isLinkAlone }: Routes): boolean =>
    detectsPortals() && link !== undefined && !isLinkAlone;

  /** Asks the configured resolvers as well, to learn whether the way is free. */
  const retry = (current: Routes, query: Query): void => {
    if (performance.now() - triedMs < RETRY_MS) return;
    triedMs = performance.now();
    current.groupFor(query)?.ask(query, (answer) => {
      if (answer !== undefined) setPortal(false);
    });
  };

  /** Those of a route answer nothing. Where they were replaced meanwhile, the new ones are asked. */
  const fail = (current: Routes, query: Query, viaLink: boolean, done: Done): void => {
    if (routes() !== current) ask(query, viaLink, done);
    else done(undefined);
  };
  /** Asks the network's own resolvers where a portal may be what is in the way. */
  const askBehindPortal = (current: Routes, query: Query, viaLink: boolean, done: Done): void => {
    const isPortal = routes() === current && canBeBehindPortal(current) && isPortalName(query);
    if (current.link === undefined || !isPortal) {
      fail(current, query, viaLink, done);
      return;
    }
    current.link.ask(query, (answer) => {
      // A refusal, or a network that knows no such name, is no portal.
      if (answer === undefined || rcodeOf(answer) !== RCODE.NOERROR) {
        fail(current, query, viaLink, done);
        return;
      }
      if (hasAddress(query, answer)) setPortal(true);
      done(answer);
    });
  };

  const ask: Resolver["ask"] = (query, viaLink, done) => {
    const current = routes();
    const isPortalWay = isBehindPortal && canBeBehindPortal(current);
    if (isPortalWay) retry(current, query);
    const group = (viaLink || isPortalWay ? current.link : undefined) ?? current.groupFor(query);
    if (group === undefined) {
      setImmediate(() => fail(current, query, viaLink, done));
      return;
    }
    group.ask(query, (answer) => {
      if (answer === undefined) askBehindPortal(current, query, viaLink, done);
      else done(answer);
    });
  };
  return { ask, reset: () => setPortal(false) };
}

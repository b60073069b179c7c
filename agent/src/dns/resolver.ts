// Takes a question to the resolvers of its route, and to those of the network behind a captive portal.
import { buildHostTable, findWireName } from "@weir/engine";
import { HEADER_BYTES } from "./message.ts";
import type { Query } from "./message.ts";
import { upstreamQuery } from "./reply.ts";
import type { Routes } from "./routes.ts";
import type { Asked } from "./upstream.ts";

/**
 * Names by which systems and browsers look for a portal whenever they join a network. Where the configured resolvers are
 * out of reach and those of the network answer such a name, a portal is taken to stand before the network: no query of
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

/** Behind a portal the configured resolvers are tried this often, beside a query that a client makes anyway. */
const RETRY_MS = 5000;

export interface ResolverDeps {
  readonly routes: () => Routes;
  /** Is a portal looked for? */
  readonly detectsPortals: () => boolean;
  readonly onPortal: (isBehindPortal: boolean) => void;
}

export interface Resolver {
  /** `done` is called once: with an answer to `query` whose id is 0, or undefined where no resolver answers. */
  readonly ask: (
    query: Query,
    viaLink: boolean,
    done: (answer: Uint8Array | undefined) => void,
  ) => void;
  /** Forgets the portal, as when the network changed. */
  readonly reset: () => void;
}

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
  const retry = (current: Routes, query: Query, asked: Asked): void => {
    if (performance.now() - triedMs < RETRY_MS) return;
    triedMs = performance.now();
    current.groupFor(query)?.ask(asked, (answer) => {
      if (answer !== undefined) setPortal(false);
    });
  };

  const ask: Resolver["ask"] = (query, viaLink, told) => {
    const current = routes();
    // Resolvers that were replaced end what they were asked: the new ones are asked for it.
    const done = (answer: Uint8Array | undefined): void => {
      if (answer === undefined && routes() !== current) ask(query, viaLink, told);
      else told(answer);
    };
    const asked = { bytes: upstreamQuery(query), questionEnd: query.questionEnd };
    const isPortalWay = isBehindPortal && canBeBehindPortal(current);
    if (isPortalWay) retry(current, query, asked);
    const group = (viaLink || isPortalWay ? current.link : undefined) ?? current.groupFor(query);
    if (group === undefined) {
      setImmediate(done, undefined);
      return;
    }
    group.ask(asked, (answer) => {
      const isPortalName = (): boolean =>
        findWireName(PORTAL_NAMES, query.message, HEADER_BYTES) > 0;
      const isOver = answer !== undefined || routes() !== current;
      if (isOver || !canBeBehindPortal(current) || !isPortalName()) {
        done(answer);
        return;
      }
      current.link?.ask(asked, (linkAnswer) => {
        if (linkAnswer !== undefined) setPortal(true);
        done(linkAnswer);
      });
    });
  };
  return { ask, reset: () => setPortal(false) };
}

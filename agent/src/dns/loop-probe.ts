// Does a resolver on this machine ask us what we ask it?
import { randomBytes } from "node:crypto";
import { addressQuery } from "../dns-query.ts";
import { readQuery } from "./message.ts";
import type { Query } from "./message.ts";
import type { Upstream } from "./upstream.ts";

/** Under a name that is nobody's (RFC 6761 6.5) and that resolvers forward like any other. */
const PROBE_DOMAIN = "weir-loop.example";

/** A query for a name that nobody else asks for. */
function probeQuery(): Query {
  const name = `${randomBytes(8).toString("hex")}.${PROBE_DOMAIN}`;
  const query = readQuery(addressQuery(0, name), false);
  if (query === undefined || "rcode" in query) throw new Error("the probe is no query");
  return query;
}

/**
 * Tells the handler which question is ours, and what to do when it comes in; answers what ends that. A later question takes the
 * place of one that is given up, whose end then changes nothing.
 */
export type ExpectProbe = (question: Query, onSeen: () => void) => () => void;

/** Asks the resolver once; answers whether the query came back to us. Takes as long as one attempt at most. */
export async function leadsToUs(upstream: Upstream, expectProbe: ExpectProbe): Promise<boolean> {
  const query = probeQuery();
  let isSeen = false;
  return new Promise((resolve) => {
    const end = expectProbe(query, () => {
      isSeen = true;
    });
    upstream.ask(query, "edns", () => {
      end();
      resolve(isSeen);
    });
  });
}

import { randomBytes } from "node:crypto";
import process from "node:process";
import { askUdp, NXDOMAIN } from "../ask-udp.ts";
import { addressQuery } from "../dns-query.ts";
import type { DnsListener, DnsProbe, DnsRequest } from "./types.ts";

/** How long an answer may take, and how often it is looked whether the question has come in. */
const PROBE_MS = 1500;
const LOOK_MS = 50;

/**
 * Firefox's name for asking whether it may use resolvers of its own: it has an address everywhere but behind a filter, which
 * Weir is (support.mozilla.org/kb/canary-domain-use-application-dnsnet).
 */
const CANARY_NAME = "use-application-dns.net";

/** The number of the query for it. */
const QUERY_ID = 0x5745;

/** The name to look up for a set-up: one that comes to Weir in its mode. */
export const probedName = (setup: Pick<DnsRequest, "mode" | "names"> | undefined): string =>
  setup?.mode === "scoped" ? (setup.names[0] ?? CANARY_NAME).replace(/^\*\./, "") : CANARY_NAME;

/** How many queries Weir has counted; undefined where the agent can't be asked. */
export type CountQueries = () => Promise<number | undefined>;

/** Does what listens there say that the canary name does not exist? */
async function deniesCanary({ host, port }: DnsListener): Promise<boolean> {
  const query = addressQuery(QUERY_ID, CANARY_NAME);
  return (await askUdp({ address: host, port }, query, PROBE_MS)) === NXDOMAIN;
}

/** How a look-up of this system ended; undefined where it takes too long. */
async function lookUp(name: string): Promise<"found" | "absent" | "failed" | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), PROBE_MS);
    process.getBuiltinModule("node:dns").lookup(name, (error) => {
      clearTimeout(timer);
      resolve(error === null ? "found" : error.code === "ENOTFOUND" ? "absent" : "failed");
    });
  });
}

/** Does Weir count a query before the work is done, or by then? */
async function isCounted(
  count: () => Promise<number>,
  before: number,
  work: Promise<unknown>,
): Promise<boolean> {
  let isDone = false;
  const done = work.then(() => (isDone = true));
  for (;;) {
    const wasDone = isDone;
    if ((await count()) > before) return true;
    if (wasDone) return false;
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
  }
}

/**
 * Asks the real resolvers, and Weir what has come in: without a network every name is gone, and other filters deny the canary
 * name too, so that an answer alone proves little.
 */
export function systemProbe(countQueries: CountQueries): DnsProbe {
  const countOr = (known: number) => async (): Promise<number> => (await countQueries()) ?? known;
  return {
    answersAt: async (listener) => {
      const before = await countQueries();
      const denied = deniesCanary(listener);
      // Where a list allows this name, Weir answers it as others do.
      return (
        (before !== undefined && (await isCounted(countOr(before), before, denied))) ||
        (await denied)
      );
    },
    systemReachesWeir: async (name) => {
      const before = await countQueries();
      if (before === undefined) {
        return (await lookUp(name)) === "absent" ? undefined : false;
      }
      // A name of chance, since a cache between programs and Weir would answer another.
      const fresh = `w${randomBytes(6).toString("hex")}.${name}`;
      return isCounted(countOr(before), before, lookUp(fresh));
    },
  };
}

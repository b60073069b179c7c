import { readFileSync } from "node:fs";
import { formerNameservers, RESOLV_CONF } from "./resolv-conf.ts";

/** The resolvers that this system asked before Weir wrote its resolv.conf; empty where it did not, or has none. */
export function formerResolvers(): readonly string[] {
  try {
    return formerNameservers(readFileSync(RESOLV_CONF, "latin1"));
  } catch {
    return [];
  }
}

import type { DnsFault } from "./settings.ts";

/** Faults that can be there at once, gravest first. */
const GRAVEST = [
  "upstream_invalid",
  "upstream_loop",
  "no_upstream",
  "captive_portal",
  "upstream_unreachable",
] as const satisfies readonly DnsFault[];

/** What can be wrong with the resolvers that are asked, as against the layer itself. */
export type UpstreamFault = (typeof GRAVEST)[number];

/** Keeps which faults are there. */
export interface Faults {
  readonly set: (fault: UpstreamFault, isThere: boolean) => void;
}

/** Tells the gravest fault each time that it becomes another one; undefined for none. */
export function createFaults(onFault: (fault: UpstreamFault | undefined) => void): Faults {
  const there = new Set<UpstreamFault>();
  let told: UpstreamFault | undefined;
  return {
    set: (fault, isThere) => {
      if (isThere) there.add(fault);
      else there.delete(fault);
      const gravest = GRAVEST.find((one) => there.has(one));
      if (gravest === told) return;
      told = gravest;
      onFault(gravest);
    },
  };
}

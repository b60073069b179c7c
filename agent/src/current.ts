import type { Ruleset, ScanPolicy } from "@weir/engine";

/**
 * What is in force now: the one object that parts of the agent share and that changes. Whoever has something new puts
 * it in place by one assignment to a field; whoever scans reads each field once.
 */
export interface Current {
  ruleset: Ruleset;
  policy: ScanPolicy;
  /** Largest content of a scan, in bytes of UTF-8. */
  maxScanBytes: number;
}

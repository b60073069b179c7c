// What the agent and the thread of its DNS server tell each other.
import type { HostRules } from "@weir/engine";
import type { UpstreamFault } from "./faults.ts";
import type { DnsEndpoint, DnsFault, DnsSettings } from "./settings.ts";

/** What the thread begins with. */
export interface WorkerStart {
  readonly endpoint: DnsEndpoint;
  readonly rules: HostRules;
  readonly settings: DnsSettings;
  /** How much longer nothing is blocked; 0 for no pause. */
  readonly pauseMs: number;
  /** Counts since the layer began, modulo 2^32, by COUNT. */
  readonly counts: Uint32Array;
}

/** Places in the shared counts. */
export const COUNT = { queries: 0, blocks: 1 } as const;

/** What the thread is told. */
export type Order =
  | { readonly kind: "rules"; readonly rules: HostRules }
  | { readonly kind: "settings"; readonly settings: DnsSettings }
  | { readonly kind: "pause"; readonly ms: number }
  | { readonly kind: "flush" }
  | { readonly kind: "stop" };

/** An order and its number, by which the thread tells that it was carried out. */
export interface ToWorker {
  readonly order: Order;
  readonly number: number;
}

/** What the thread tells. */
export type FromWorker =
  | { readonly kind: "listening"; readonly port: number; readonly hasIpv6: boolean }
  | { readonly kind: "refused"; readonly fault: DnsFault }
  /** The order of this number was carried out. */
  | { readonly kind: "done"; readonly number: number }
  /** Something was counted; at most once in COUNTED_MS. */
  | { readonly kind: "counted" }
  | { readonly kind: "fault"; readonly fault: UpstreamFault | undefined };

import { printable } from "../printable.ts";
import { detectManager } from "./detect.ts";
import { routingDomains } from "./names.ts";
import { planMacos, planWindows } from "./plan-desktop.ts";
import { planNetworkManager, planResolvConf } from "./plan-linux.ts";
import type { PlanFor } from "./plan-part.ts";
import { planResolved } from "./plan-resolved.ts";
import { refuse } from "./refusals.ts";
import type { DnsRefusal } from "./refusals.ts";
import type { DnsManager, DnsRequest, Plan, RestoreDeps } from "./types.ts";

const PLANS: Readonly<Record<DnsManager, PlanFor>> = {
  resolved: planResolved,
  network_manager: planNetworkManager,
  resolv_conf: planResolvConf,
  macos: planMacos,
  windows: planWindows,
};

/** Names that are shown of those with faults. */
const MAX_SHOWN = 5;

/** Works out what a set-up changes, from how the system stands now. Changes nothing. */
export function planDns(deps: RestoreDeps, request: DnsRequest): Plan | DnsRefusal {
  const manager = detectManager(deps);
  if (manager === undefined) return refuse("dns_platform_unknown");
  const scoped = routingDomains(request.mode === "scoped" ? request.names : []);
  if (!scoped.ok) {
    return refuse("dns_names_invalid", ...scoped.faults.slice(0, MAX_SHOWN).map(printable));
  }
  if (request.mode === "scoped" && scoped.names.length === 0) {
    return refuse("dns_names_invalid", "the lists hold no name at all");
  }
  const part = PLANS[manager](deps, { ...request, names: scoped.names });
  if ("ok" in part) return part;
  const { mode, listener } = request;
  return { mode, manager, listener, ...part };
}

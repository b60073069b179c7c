import { ROUTES } from "@weir/schema";
import type { Counters, PresetName, StatusAnswer, StoreStatus } from "@weir/schema";
import type { Clock } from "../clock.ts";
import type { Current } from "../current.ts";
import { NO_PROFILE } from "../no-profile.ts";
import type { Handler } from "./handler.ts";

/** What the routes that tell the agent's state need. */
export interface StatusDeps {
  readonly current: Current;
  readonly counters: () => Counters;
  readonly clock: Clock;
  readonly version: string;
  readonly preset: () => PresetName;
  /** The version of the manifest of the rules in force; undefined where they have none. */
  readonly manifestVersion: () => string | undefined;
  readonly storeStatus: () => StoreStatus;
  readonly dnsStatus: () => StatusAnswer["layers"]["dns"];
  /**
   * What is wrong with the file of this machine's own patterns: its faults keep some from being in force, or all, so that those
   * of an earlier file stay. Null where nothing is.
   */
  readonly ownPatternsError: () => "local_rules_faulty" | "local_rules_kept" | null;
  /** Do the files of rules match their manifest? */
  readonly tamperState: () => StatusAnswer["tamper_state"];
}

/** What of a running DNS layer keeps names from being judged or answered as they should; a captive portal is none of them. */
const DNS_NOT_WELL: ReadonlySet<string | null> = new Set([
  "crashed",
  "lists_faulty",
  "no_upstream",
  "upstream_loop",
  "upstream_unreachable",
]);

/** `GET /api/status`. The agent's uptime counts from this call. */
export function statusHandler(deps: StatusDeps): Handler {
  const { current, clock, version } = deps;
  const startedMs = clock.nowMs();
  return () => {
    const store = deps.storeStatus();
    const dns = deps.dnsStatus();
    const tamperState = deps.tamperState();
    const isServing = dns.state !== "failed" && !DNS_NOT_WELL.has(dns.last_error);
    const rulesError = deps.ownPatternsError();
    const isInOrder = rulesError === null && tamperState === "normal";
    const isWell = store.state === "ok" && isServing && isInOrder;
    const body: StatusAnswer = {
      status: isWell ? "ok" : "degraded",
      agent_version: version,
      manifest_version: deps.manifestVersion() ?? "none",
      ...NO_PROFILE,
      preset: deps.preset(),
      tamper_state: tamperState,
      uptime_seconds: Math.floor((clock.nowMs() - startedMs) / 1000),
      patterns: current.ruleset.patterns.length,
      layers: {
        dns,
        proxy: { state: "off", last_error: null },
        api: { state: "running", last_error: rulesError },
      },
      store,
    };
    return { status: ROUTES.status.answer.status, body };
  };
}

/** `GET /api/stats`. */
export function statsHandler({ counters }: StatusDeps): Handler {
  return () => ({ status: ROUTES.stats.answer.status, body: counters() });
}

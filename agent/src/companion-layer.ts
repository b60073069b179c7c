// What the browser companion needs of the agent: pairing, and the bundle of rules. Where companion/, store/, hosts/ and token/
// meet; only run-agent.ts imports it.
import { CANARY_PREFIX } from "@weir/engine";
import { PRESETS } from "@weir/schema";
import type { Config, RulesBundle } from "@weir/schema";
import type { CompanionRouteDeps } from "./api/companion.ts";
import type { ExtensionOrigin } from "./api/guards.ts";
import { systemClock } from "./clock.ts";
import { createBundle } from "./companion/bundle.ts";
import type { BundleDeps } from "./companion/bundle.ts";
import { createCompanions } from "./companion/companions.ts";
import type { CompanionRows } from "./companion/companions.ts";
import { createPairing } from "./companion/pairing.ts";
import type { Current } from "./current.ts";
import { loadHostState } from "./dns-layer.ts";
import type { DnsInputs, HostState } from "./dns-layer.ts";
import { inspectedNames } from "./hosts/governed-names.ts";
import type { Log } from "./log.ts";
import { NO_PROFILE } from "./no-profile.ts";
import { bearerOf } from "./token/api-token.ts";

/** What the layer needs of the rest. */
export interface CompanionLayerDeps {
  readonly config: () => Config;
  readonly current: Current;
  readonly rows: CompanionRows;
  /** Does a managed profile lock every setting? */
  readonly isLocked: () => boolean;
  readonly log: Log;
  /** The rules in force, and the version of their manifest. */
  readonly rules: () => {
    readonly readTexts: ReturnType<BundleDeps["readRules"]>;
    readonly manifest: { readonly version: string | undefined };
  };
  /** What the lists and policies decide now; undefined where the DNS layer is off, and then they are read when asked for. */
  readonly hosts: () => HostState | undefined;
  readonly hostInputs: () => DnsInputs;
  readonly tamperState: () => RulesBundle["tamper_state"];
}

/** The companions of a running agent. */
export interface CompanionLayer extends CompanionRouteDeps {
  /** Does an `Authorization` header carry a token of this extension, or of any where its origin is not known? */
  readonly isCompanion: (
    extension: ExtensionOrigin | undefined,
    header: string | undefined,
  ) => boolean;
}

/** The names that are inspected. They are put together anew where the rules of hosts are other ones. */
function inspectedHosts({ hosts, hostInputs }: CompanionLayerDeps) {
  let known: { readonly rules: HostState["rules"]; readonly names: readonly string[] } | undefined;
  let lastRead: HostState | undefined;
  const read = async (): Promise<HostState> => {
    lastRead = await loadHostState(hostInputs(), lastRead);
    return lastRead;
  };
  return async (): Promise<readonly string[]> => {
    const { rules } = hosts() ?? (await read());
    if (known?.rules !== rules) known = { rules, names: inspectedNames(rules) };
    return known.names;
  };
}

/** Opens what companions are paired and served by; nothing is read before it is asked for. */
export function openCompanions(deps: CompanionLayerDeps): CompanionLayer {
  const { config, current, rows, isLocked, log, rules, tamperState } = deps;
  const paired = createCompanions({
    rows,
    pairing: createPairing(systemClock),
    isEnabled: () => config().pairing_enabled,
    isLocked,
    log,
  });
  const hostsNow = inspectedHosts(deps);
  const bundle = createBundle({
    readRules: () => rules().readTexts,
    settings: async () => {
      const inspected = await hostsNow();
      const { preset } = config();
      return {
        version: rules().manifest.version ?? "none",
        ...current.policy,
        inspected_hosts: [...inspected],
        preset,
        fail_policy: PRESETS[preset].failPolicy,
        companion_override: PRESETS[preset].companionOverride,
        max_scan_bytes: current.maxScanBytes,
        canary_prefix: CANARY_PREFIX,
        ...NO_PROFILE,
        tamper_state: tamperState(),
      };
    },
  });
  const isCompanion: CompanionLayer["isCompanion"] = (extension, header) => {
    const token = bearerOf(header) ?? "";
    return extension === undefined ? paired.isAnyToken(token) : paired.isToken(extension, token);
  };
  const hasToken = (header: string | undefined): boolean => isCompanion(undefined, header);
  return { companions: { ...paired, hasToken }, bundle, isCompanion };
}

// The hosts that the lists decide about, and the DNS layer that answers by them. Where hosts/ and dns/ meet.
import { actionsOf } from "@weir/engine";
import type { HostRules } from "@weir/engine";
import { PRESETS } from "@weir/schema";
import type { Config, Counters } from "@weir/schema";
import { startDns } from "./dns/service.ts";
import type { DnsService } from "./dns/service.ts";
import type { DnsSettings } from "./dns/settings.ts";
import { formerResolvers } from "./dns-setup/former-resolvers.ts";
import { listFiles } from "./hosts/list-files.ts";
import type { HostSources } from "./hosts/list-files.ts";
import { loadHosts } from "./hosts/load.ts";
import type { LoadedHosts } from "./hosts/load.ts";
import { errorClass } from "./errors.ts";
import { watchLists } from "./hosts/watch.ts";
import type { Log } from "./log.ts";
import { shippedRulesDir } from "./rules/locate.ts";
import { readManifest } from "./rules/manifest.ts";

/** The lists that are in force, and what a configuration makes of them. */
export interface HostState {
  readonly loaded: LoadedHosts;
  readonly rules: HostRules;
}

const sourcesOf = ({ rule_paths: paths = [] }: Config, folder: string): HostSources => ({
  folder,
  shippedFolder: shippedRulesDir(),
  paths,
  manifest: readManifest(folder).sha256,
});

const hostListPaths = (config: Config, folder: string): readonly string[] =>
  listFiles(sourcesOf(config, folder)).files.map(({ path }) => path);

/** Reads the lists of a folder and applies a configuration's policies; `before` stays where files have faults. */
export async function loadHostState(
  config: Config,
  folder: string,
  before?: HostState,
): Promise<HostState> {
  const { preset, default_action, category_policies } = config;
  const loaded = await loadHosts(sourcesOf(config, folder), before?.loaded);
  const actions = actionsOf({
    defaultAction: default_action,
    blocksDoh: PRESETS[preset].blocksBypasses,
    categories: category_policies,
    ownLists: loaded.ownLists,
  });
  return { loaded, rules: { table: loaded.table, actions } };
}

const settingsOf = ({ preset, upstream_dns }: Config): DnsSettings => ({
  upstreams: upstream_dns,
  savedResolvers: formerResolvers(),
  // Where a fleet is locked, no other resolver is asked, not even to log in to a network.
  detectPortals: preset !== "managed",
  stripEch: false,
  blockPrivateRelay: PRESETS[preset].blocksBypasses,
  checkAnswers: true,
});

/** What `GET /api/status` says of a layer. */
export interface LayerStatus {
  readonly state: "running" | "off" | "failed";
  readonly last_error: string | null;
}

/** What the layer needs of the rest. */
export interface DnsLayerDeps {
  readonly log: Log;
  readonly count: (name: keyof Counters, by: number) => void;
  /** Tells a person what is wrong with a list. */
  readonly warn: (fault: string) => void;
}

/** What the layer works by: a configuration, and the folder of the lists. */
export interface DnsInputs {
  readonly config: Config;
  readonly folder: string;
}

/** The DNS layer of a running agent. */
export interface DnsLayer {
  readonly status: () => LayerStatus;
  /** Reads the lists again and puts them and a configuration in force. */
  readonly takeUp: (inputs: DnsInputs) => Promise<void>;
  /** Moves what the thread has counted since the last time into the counters. */
  readonly collect: () => void;
  readonly stop: () => Promise<void>;
}

/** Where there is no DNS layer. */
export const NO_DNS: DnsLayer = {
  status: () => ({ state: "off", last_error: null }),
  takeUp: async () => Promise.resolve(),
  collect: () => undefined,
  stop: async () => Promise.resolve(),
};

/**
 * The work, begun once what was asked for before is done, so that an older reading never replaces a newer one. A fault is
 * logged, and what is in force stays.
 */
function inTurn(log: Log, work: () => Promise<void>): () => Promise<void> {
  let before = Promise.resolve();
  const workNext = async (earlier: Promise<void>): Promise<void> => {
    await earlier;
    try {
      await work();
    } catch (error) {
      log.write({ event: "internal_fault", error_class: errorClass(error) });
    }
  };
  return async () => {
    before = workNext(before);
    return before;
  };
}

/** Starts the layer; resolves once it serves, or cannot, which its status then tells. Lists that change are taken up. */
export async function openDnsLayer(first: DnsInputs, deps: DnsLayerDeps): Promise<DnsLayer> {
  const { log, count, warn } = deps;
  let inputs = first;
  let hosts: HostState | undefined;
  let service: DnsService | undefined;
  const load = async (): Promise<HostState> => {
    const next = await loadHostState(inputs.config, inputs.folder, hosts);
    const { faults, differing } = next.loaded;
    if (next.loaded !== hosts?.loaded && faults.length + differing.length > 0) {
      for (const fault of faults) warn(fault);
      for (const name of differing) warn(`${name}: differs from the manifest of the rules`);
      log.write({ event: "host_lists_faulty", faults: faults.length, differing: differing.length });
    }
    hosts = next;
    return next;
  };
  const collect = (): void => {
    const { queries, blocks } = service?.takeCounts() ?? { queries: 0, blocks: 0 };
    if (queries > 0) count("dns_queries_total", queries);
    if (blocks > 0) count("dns_blocks_total", blocks);
  };
  const putInForce = inTurn(log, async () => {
    const { rules } = await load();
    service?.setRules(rules);
    service?.setSettings(settingsOf(inputs.config));
  });
  const { rules } = await load();
  service = await startDns({
    endpoint: first.config.dns_listen,
    rules,
    settings: settingsOf(first.config),
    onEvent: log.write,
    onCounted: collect,
  });
  const running = service;
  const watching = watchLists(hostListPaths(first.config, first.folder), () => void putInForce());
  return {
    status: () => {
      const { state, lastError } = running.status();
      return { state, last_error: lastError };
    },
    takeUp: async (next) => {
      inputs = next;
      await putInForce();
    },
    collect,
    stop: async () => {
      watching[Symbol.dispose]();
      await running.stop();
      collect();
    },
  };
}

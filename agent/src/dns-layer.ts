// The hosts that the lists decide about, and the DNS layer that answers by them. Where hosts/ and dns/ meet.
import { isDeepStrictEqual } from "node:util";
import { actionsOf } from "@weir/engine";
import type { ActionTable, HostRules } from "@weir/engine";
import { PRESETS } from "@weir/schema";
import type { Config, Counters, HostPolicy, StatusAnswer } from "@weir/schema";
import { startDns } from "./dns/service.ts";
import type { DnsService } from "./dns/service.ts";
import type { DnsSettings } from "./dns/settings.ts";
import { formerResolvers } from "./dns-setup/resolv-conf.ts";
import { buildTable } from "./hosts/build-table.ts";
import { listFiles, listNameOf, NO_LOCAL_CHANGES } from "./hosts/list-files.ts";
import type { HostSources, LocalChanges } from "./hosts/list-files.ts";
import { loadHosts } from "./hosts/load.ts";
import type { LoadedHosts } from "./hosts/load.ts";
import { errorClass } from "./errors.ts";
import type { Log } from "./log.ts";
import { checkFolder } from "./rules/integrity.ts";
import type { CheckedFolder, DifferingFile, FolderInForce } from "./rules/integrity.ts";
import { shippedRulesDir } from "./rules/locate.ts";

/** What is changed of hosts while the agent runs, to be laid over the configuration and the lists. */
export interface HostChanges {
  readonly policies: Readonly<Record<string, HostPolicy>>;
  /** Of this machine's own lists, in memory alone. */
  readonly overrides: LocalChanges;
}

/** Where nothing was changed. */
export const NO_CHANGES: HostChanges = { policies: {}, overrides: NO_LOCAL_CHANGES };

/** What the layer works by: a configuration, the folder of the lists, and what was changed of both. */
export interface DnsInputs {
  readonly config: Config;
  readonly folder: string;
  readonly changes: HostChanges;
}

/** The lists that are in force, and what a configuration makes of them. */
export interface HostState extends FolderInForce {
  readonly loaded: LoadedHosts;
  readonly rules: HostRules;
  /** The shipped files that are not the manifest's. */
  readonly differing: readonly DifferingFile[];
}

/** Where lists come from: of a shipped one that differs from the manifest, a good copy where there is one. */
function sourcesOf(
  { config: { rule_paths: paths = [] }, folder, changes }: DnsInputs,
  checked: CheckedFolder,
  isFirst: boolean,
): HostSources {
  const named = new Set(paths.map(listNameOf));
  const standIns = [...checked.standIns].flatMap(([name, { path, isExact }]) =>
    name.endsWith(".txt") && !named.has(listNameOf(name)) && (isExact || isFirst) ? [path] : [],
  );
  return {
    folder,
    shippedFolder: shippedRulesDir(),
    paths: [...paths, ...standIns],
    manifest: checked.manifest.sha256,
    localChanges: changes.overrides,
  };
}

/** The names of the lists that an operator added, which are categories. */
export function ownListsOf({
  config: { rule_paths: paths = [] },
  folder,
}: Pick<DnsInputs, "config" | "folder">) {
  return listFiles({ folder, paths, manifest: new Map() }).ownLists;
}

/** What is done with each list, by number. */
export function listActions(
  { config, changes }: Pick<DnsInputs, "config" | "changes">,
  ownLists: readonly string[],
): ActionTable {
  const { preset, default_action: defaultAction, category_policies: policies } = config;
  return actionsOf({
    defaultAction,
    blocksDoh: PRESETS[preset].blocksBypasses,
    categories: { ...policies, ...changes.policies },
    ownLists,
  });
}

/** Reads the lists of a folder and applies a configuration's policies; `before` stays where files have faults. */
export async function loadHostState(inputs: DnsInputs, before?: HostState): Promise<HostState> {
  const checked = checkFolder(inputs.folder, before);
  const loaded = await loadHosts(sourcesOf(inputs, checked, before === undefined), before?.loaded);
  const { table, ownLists } = loaded;
  const { folder, manifest, differing } = checked;
  const rules = { table, actions: listActions(inputs, ownLists) };
  return { loaded, rules, folder, manifest, differing };
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

/** What the layer needs of the rest. */
export interface DnsLayerDeps {
  readonly log: Log;
  readonly count: (name: keyof Counters, by: number) => void;
  /** Tells a person what is wrong with a list. */
  readonly warn: (fault: string) => void;
  /** Told with each load of the lists which shipped files are not the manifest's. */
  readonly noteDiffering: (differing: readonly DifferingFile[]) => void;
}

/** The DNS layer of a running agent. */
export interface DnsLayer {
  readonly status: () => StatusAnswer["layers"]["dns"];
  /** Reads the lists again and puts them, a configuration and changes in force; resolves once queries are answered by them. */
  readonly takeUp: (inputs: DnsInputs) => Promise<void>;
  /** What the lists and policies decide now; undefined where there is no layer. */
  readonly hosts: () => HostState | undefined;
  /** Blocks nothing for so many minutes, 0 ends it; false where names are not answered at all. */
  readonly pause: (minutes: number) => Promise<boolean>;
  /** Moves what the thread has counted since the last time into the counters. */
  readonly collect: () => void;
  readonly stop: () => Promise<void>;
}

/** Where there is no DNS layer. */
export const NO_DNS: DnsLayer = {
  status: () => ({ state: "off", last_error: null, paused_seconds: 0 }),
  takeUp: async () => Promise.resolve(),
  hosts: () => undefined,
  pause: async () => Promise.resolve(false),
  collect: () => undefined,
  stop: async () => Promise.resolve(),
};

/** What is wrong with this machine's own lists, by themselves. */
function localFaults(folder: string): readonly string[] {
  const { files } = listFiles({ folder, paths: [], manifest: new Map() });
  const own = files.filter(({ isLocal }) => isLocal);
  return buildTable({ files: own, localChanges: NO_LOCAL_CHANGES }).faults;
}

/** Tells what is wrong with lists. */
function tellListFaults({ log, warn }: DnsLayerDeps, faults: readonly string[], differing: number) {
  for (const fault of faults) warn(fault);
  log.write({ event: "host_lists_faulty", faults: faults.length, differing });
}

/**
 * Where there is no DNS layer: the shipped files are checked, and this machine's own lists, which companions are served by. The
 * others are read when they are asked for.
 */
export function withoutDns(deps: DnsLayerDeps): DnsLayer {
  let before: FolderInForce | undefined;
  let faults: readonly string[] = [];
  return {
    ...NO_DNS,
    status: () => ({ ...NO_DNS.status(), last_error: faults.length > 0 ? "lists_faulty" : null }),
    takeUp: async ({ folder }) => {
      const { manifest, differing } = checkFolder(folder, before);
      before = { folder, manifest };
      const told = faults;
      faults = localFaults(folder);
      if (faults.length > 0 && !isDeepStrictEqual(faults, told)) tellListFaults(deps, faults, 0);
      return Promise.resolve(deps.noteDiffering(differing));
    },
  };
}

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

/** Tells what is wrong with the lists, once for each reading of them that found something else. */
function tellFaults(
  deps: DnsLayerDeps,
  { loaded, differing }: HostState,
  before?: HostState,
): void {
  // A file that was changed between the check and its reading.
  const late = loaded.differing.filter((name) => differing.every((file) => file.name !== name));
  deps.noteDiffering([...differing, ...late.map((name) => ({ name, sha256: "" }))]);
  const { faults } = loaded;
  if (loaded === before?.loaded || faults.length + loaded.differing.length === 0) return;
  tellListFaults(deps, faults, loaded.differing.length);
}

/** How the layer stands, as the API has it. */
function statusOf(service: DnsService, hosts?: HostState): StatusAnswer["layers"]["dns"] {
  const { state, lastError, pausedMs } = service.status();
  const listError = hosts !== undefined && hosts.loaded.faults.length > 0 ? "lists_faulty" : null;
  return { state, last_error: lastError ?? listError, paused_seconds: Math.ceil(pausedMs / 1000) };
}

/** Starts the layer; resolves once it serves, or cannot, which its status then tells. */
export async function openDnsLayer(first: DnsInputs, deps: DnsLayerDeps): Promise<DnsLayer> {
  const { log, count } = deps;
  let inputs = first;
  let hosts: HostState | undefined;
  let service: DnsService | undefined;
  const load = async (): Promise<HostState> => {
    const next = await loadHostState(inputs, hosts);
    tellFaults(deps, next, hosts);
    hosts = next;
    return next;
  };
  const collect = (): void => {
    const { queries, blocks } = service?.takeCounts() ?? { queries: 0, blocks: 0 };
    if (queries > 0) count("dns_queries_total", queries);
    if (blocks > 0) count("dns_blocks_total", blocks);
  };
  let settings = settingsOf(first.config);
  const putInForce = inTurn(log, async () => {
    const { rules } = await load();
    await service?.setRules(rules);
    const next = settingsOf(inputs.config);
    // New settings open the upstreams anew: connections are lost, and queries on their way are asked again.
    if (isDeepStrictEqual(next, settings)) return;
    settings = next;
    await service?.setSettings(next);
  });
  const { rules } = await load();
  service = await startDns({
    endpoint: first.config.dns_listen,
    rules,
    settings,
    onEvent: log.write,
    onCounted: collect,
  });
  const running = service;
  return {
    status: () => statusOf(running, hosts),
    takeUp: async (next) => {
      inputs = next;
      await putInForce();
    },
    hosts: () => hosts,
    pause: async (minutes) => {
      if (running.status().state === "failed") return false;
      await running.pause(minutes);
      log.write(minutes > 0 ? { event: "dns_paused", minutes } : { event: "dns_resumed" });
      return true;
    },
    collect,
    stop: async () => {
      await running.stop();
      collect();
    },
  };
}

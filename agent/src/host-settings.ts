// What is changed of hosts while the agent runs: this machine's own lists, policies of categories, a pause. Where a preset
// keeps changes until the restart alone, they stand in memory and no file is touched.
import { HOST_ACTIONS, HOST_LISTS } from "@weir/engine";
import { PRESETS } from "@weir/schema";
import type {
  CategoryPolicy,
  Config,
  ErrorCode,
  HostPolicy,
  OverrideAdded,
  OverrideRemoved,
  Overrides,
  Pause,
  PolicyUpdated,
  SettingsChanges,
} from "@weir/schema";
import type { HostRouteDeps } from "./api/hosts.ts";
import { listActions, NO_CHANGES, ownListsOf } from "./dns-layer.ts";
import type { DnsInputs, DnsLayer } from "./dns-layer.ts";
import { entriesBelow } from "./hosts/describe.ts";
import { NO_LOCAL_CHANGES } from "./hosts/list-files.ts";
import type { LocalChanges, LocalKind } from "./hosts/list-files.ts";
import {
  addLocalDomain,
  localDomainsOf,
  parseLocalDomain,
  readLocalDomains,
  removeLocalDomain,
} from "./hosts/local-domains.ts";
import type { LocalDomains, LocalRefusal } from "./hosts/local-domains.ts";
import { refused } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import type { KeptPolicies } from "./state.ts";

/** Most domains that are kept in memory; more are a case for `rule_paths`. */
const MAX_IN_MEMORY = 10_000;

/** What changing hosts needs. */
export interface HostSettingsDeps {
  readonly config: () => Config;
  /** The folder of rules. */
  readonly folder: () => string;
  readonly layer: () => Pick<DnsLayer, "takeUp" | "hosts" | "pause" | "status">;
  readonly policies: KeptPolicies;
  /** Does a managed profile lock every setting? Then no change counts. */
  readonly isLocked: () => boolean;
}

/** The changes that are in force, and the ways to make more; each is in force once it is answered. */
export type HostSettings = HostRouteDeps["hosts"] & {
  /** What the DNS layer is to work by now. */
  readonly inputs: () => DnsInputs;
  /** What of this machine's own lists counts in memory alone. */
  readonly untilRestart: () => SettingsChanges["overrides"];
  /** Ends what the configuration in force no longer allows: to be called once another one is. */
  readonly takeUp: () => Promise<void>;
};

const LOCKED = refused("profile_locked");

const PROBLEM_OF: Readonly<Record<LocalRefusal, ErrorCode>> = {
  not_a_name: "invalid_domain",
  too_large: "override_limit",
  unreadable: "overrides_unwritable",
  unwritable: "overrides_unwritable",
};

/** The lists with a policy of their own, by number; this machine's own lists have none. */
const FIRST_CATEGORY = HOST_LISTS.indexOf("ai_allowed");

/** What an action's number is called where people set it. */
const POLICY_OF: Readonly<Record<(typeof HOST_ACTIONS)[number], HostPolicy | null>> = {
  none: null,
  allow: "allow",
  inspect: "allow_with_dlp",
  block: "deny",
};

/** The files' lists with what is in memory laid over them. */
function merged(files: LocalDomains, inMemory: LocalChanges): Overrides {
  const of = (list: LocalKind): string[] => {
    const own = [...inMemory].filter(([, on]) => on === list).map(([name]) => name);
    return [...files[list].filter((name) => !inMemory.has(name)), ...own].toSorted();
  };
  return { allow: of("allow"), block: of("block") };
}

/** Which list decides about each name. */
function kinds({ allow, block }: LocalDomains): ReadonlyMap<string, LocalKind> {
  const blocked = block.map((name): [string, LocalKind] => [name, "block"]);
  return new Map([...blocked, ...allow.map((name): [string, LocalKind] => [name, "allow"])]);
}

/** What became of an edit; `undo` takes it back. */
type Edit = Outcome<{ readonly name: string; readonly undo: () => void }>;

/** The names of the categories: those of the shipped lists, and of the operator's. */
export const categoriesOf = (ownLists: readonly string[]): readonly string[] => [
  ...HOST_LISTS.slice(FIRST_CATEGORY),
  ...ownLists,
];

/** Every category and what happens to it. */
export function policiesOf(inputs: DnsInputs): readonly CategoryPolicy[] {
  const ownLists = ownListsOf(inputs);
  const actions = listActions(inputs, ownLists);
  return categoriesOf(ownLists).map((category, i) => ({
    category,
    policy: POLICY_OF[HOST_ACTIONS[actions[FIRST_CATEGORY + i] ?? 0] ?? "none"],
  }));
}

/** Opens what changes hosts; nothing is changed yet. */
export function createHostSettings(deps: HostSettingsDeps): HostSettings {
  return new Settings(deps);
}

class Settings implements HostSettings {
  private readonly deps: HostSettingsDeps;
  private inMemory = NO_LOCAL_CHANGES;

  constructor(deps: HostSettingsDeps) {
    this.deps = deps;
  }

  inputs = (): DnsInputs => {
    const { config, folder, policies, isLocked } = this.deps;
    const changes = { policies: policies.read(), overrides: this.inMemory };
    return {
      config: config(),
      folder: folder(),
      changes: isLocked() ? NO_CHANGES : changes,
    };
  };

  untilRestart = (): SettingsChanges["overrides"] =>
    [...this.inputs().changes.overrides].map(([domain, list]) => ({ domain, list }));

  overrides = (): Overrides => {
    // Of faulty files, what was good before may still be in force, or nothing at all.
    const inForce = this.deps.layer().hosts();
    if (inForce !== undefined) return localDomainsOf(inForce.rules);
    const { changes, folder } = this.inputs();
    return merged(readLocalDomains(folder), changes.overrides);
  };

  addOverride = async (domain: string, list: LocalKind): Promise<Outcome<OverrideAdded>> => {
    const changed = await this.change(domain, list);
    if (!changed.ok) return changed;
    const below = this.below(changed.value);
    return { ok: true, value: { ...this.overrides(), until_restart: this.isInMemory(), below } };
  };

  removeOverride = async (domain: string): Promise<Outcome<OverrideRemoved>> => {
    const changed = await this.change(domain, "neither");
    if (!changed.ok) return changed;
    return { ok: true, value: { ...this.overrides(), until_restart: this.isInMemory() } };
  };

  policies = (): readonly CategoryPolicy[] => policiesOf(this.inputs());

  setPolicy = async (category: string, policy: HostPolicy): Promise<Outcome<PolicyUpdated>> => {
    if (this.deps.isLocked()) return LOCKED;
    const isKnown = this.policies().some((known) => known.category === category);
    if (!isKnown) return refused("category_not_found");
    if (!this.deps.policies.set(category, policy)) return refused("store_unavailable");
    return this.settled(category);
  };

  unsetPolicy = async (category: string): Promise<Outcome<PolicyUpdated>> => {
    if (this.deps.isLocked()) return LOCKED;
    // Of a list that is gone, what was set is still kept.
    const isSet = Object.hasOwn(this.deps.policies.read(), category);
    const isKnown = this.policies().some((known) => known.category === category);
    if (!isSet && !isKnown) return refused("category_not_found");
    if (!this.deps.policies.forget(category)) return refused("store_unavailable");
    return this.settled(category);
  };

  pause = async (minutes: number): Promise<Outcome<Pause>> => {
    // An end of a pause has names judged again, which is what the lock is for.
    if (minutes > 0 && this.deps.isLocked()) return LOCKED;
    const layer = this.deps.layer();
    if (!(await layer.pause(minutes))) return refused("dns_not_running");
    return { ok: true, value: { paused_seconds: layer.status().paused_seconds } };
  };

  takeUp = async (): Promise<void> => {
    // Laid over the files of another preset, they would win over every change of these.
    if (!this.isInMemory()) this.inMemory = NO_LOCAL_CHANGES;
    const layer = this.deps.layer();
    const isPaused = layer.status().paused_seconds > 0;
    if (this.deps.isLocked() && isPaused) await layer.pause(0);
  };

  /** The policy of a category, once the names are judged by it. */
  private async settled(category: string): Promise<Outcome<PolicyUpdated>> {
    await this.deps.layer().takeUp(this.inputs());
    const policy = this.policies().find((known) => known.category === category)?.policy ?? null;
    return { ok: true, value: { category, policy, until_restart: this.isInMemory() } };
  }

  private isInMemory(): boolean {
    return PRESETS[this.deps.config().preset].overrides === "until_restart";
  }

  /** The entries below a name, which its own entry does not reach. */
  private below(name: string): OverrideAdded["below"] {
    const hosts = this.deps.layer().hosts();
    if (hosts === undefined) return [];
    return entriesBelow(hosts.rules, name, hosts.loaded.ownLists).map(({ entry, list }) => ({
      domain: entry,
      list,
    }));
  }

  /**
   * Has a domain stand on one of this machine's own lists, or on neither; answers its name once that is in force. Of faulty
   * lists nothing new is taken up, so that nothing is changed then either.
   */
  private async change(domain: string, to: LocalKind | "neither"): Promise<Outcome<string>> {
    if (this.deps.isLocked()) return LOCKED;
    const before = this.deps.layer().hosts()?.loaded;
    if (before !== undefined && before.faults.length + before.differing.length > 0) {
      return refused("lists_faulty");
    }
    const edit = this.isInMemory() ? this.editMemory(domain, to) : this.editFiles(domain, to);
    if (!edit.ok) return edit;
    await this.deps.layer().takeUp(this.inputs());
    if (this.deps.layer().hosts()?.loaded.isKept === true) {
      edit.value.undo();
      return refused("lists_faulty");
    }
    return { ok: true, value: edit.value.name };
  }

  private editFiles(domain: string, to: LocalKind | "neither"): Edit {
    const folder = this.deps.folder();
    const isRemoval = to === "neither";
    const edited = isRemoval
      ? removeLocalDomain(folder, domain)
      : addLocalDomain(folder, to, domain);
    if (!edited.ok) return refused(PROBLEM_OF[edited.refusal]);
    if (isRemoval && !edited.isChanged) return refused("override_not_found");
    // What a person changed in the same file meanwhile must not be lost.
    return { ok: true, value: { name: edited.name, undo: () => undefined } };
  }

  private editMemory(domain: string, to: LocalKind | "neither"): Edit {
    const name = parseLocalDomain(domain);
    if (name === undefined) return refused("invalid_domain");
    const inFiles = kinds(readLocalDomains(this.deps.folder())).get(name) ?? "neither";
    const before = this.inMemory.get(name);
    if (to === "neither" && (before ?? inFiles) === "neither") return refused("override_not_found");
    const put = (on: typeof before): void => {
      const others = [...this.inMemory].filter(([known]) => known !== name);
      this.inMemory = new Map(on === undefined ? others : [...others, [name, on]]);
    };
    put(to === inFiles ? undefined : to);
    if (this.inMemory.size > MAX_IN_MEMORY) {
      put(before);
      return refused("override_limit");
    }
    return { ok: true, value: { name, undo: () => put(before) } };
  }
}

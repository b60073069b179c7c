import { api } from "../shared/browser.ts";
import { BASELINE_VERSION } from "../shared/build.ts";
import type { AgentVerdict } from "../shared/messages.ts";
import type { AgentState, Settings } from "../shared/settings.ts";
import type { AgentClient, Fetched } from "./agent-client.ts";
import { NO_FACTS, settingsOf } from "./facts.ts";
import type { Facts } from "./facts.ts";
import { readPolicy } from "./managed-policy.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { agentStatus, bundleSettings } from "./read-answers.ts";
import type { AgentStatus, BundleSettings } from "./read-answers.ts";
import { packServedRules } from "./served-rules.ts";

/** How long what the agent said of itself is taken as still so, in milliseconds. */
const REFRESH_MS = 60_000;

/** What is kept on disk: configuration alone. */
interface OnDisk {
  /** What the companion and its agent know each other by. Without it, nothing that was kept is known to be the agent's. */
  readonly key?: string;
  readonly bundle?: BundleSettings;
  readonly etag?: string;
  /** The companion's version that packed the rules: another may not read them. */
  readonly packedBy?: string;
  /** Packed; empty where they are the package's. */
  readonly rules?: string;
}

/** What is kept for as long as the browser runs, since the background itself comes and goes. */
interface InMemory {
  readonly agent?: AgentState;
  readonly status?: AgentStatus;
  readonly confirmedAt?: number;
}

/** The version of the rules in force, and their packed text, which is empty where they are the package's. */
export interface RulesInForce {
  readonly version: string;
  readonly text: string;
}

/** What is known of the agent and its rules. */
export interface CompanionState {
  settings(): Promise<Settings>;
  /** Asks the agent how it stands, unless that was done a moment ago; answers what is known then. */
  refresh(isForced?: boolean): Promise<Settings>;
  /** Learns from a verdict how the agent stands. */
  saw(verdict: AgentVerdict): Promise<void>;
  rules(): Promise<RulesInForce>;
  /** Calls back with every change of the settings. */
  onChange(listener: (settings: Settings) => void): void;
}

const ownVersion = (): string => api.runtime.getManifest().version;

/** What was kept of a proven agent. */
async function onDisk(...names: readonly (keyof OnDisk)[]): Promise<OnDisk> {
  const disk = await api.storage.local.get<OnDisk>(["key", ...names]);
  return disk.key === undefined ? {} : disk;
}

async function load(): Promise<Facts> {
  const disk = await onDisk("bundle");
  const memory = await api.storage.session.get<InMemory>(["agent", "status", "confirmedAt"]);
  return {
    agent: memory.agent ?? NO_FACTS.agent,
    ...(memory.status === undefined ? {} : { status: memory.status }),
    ...(disk.bundle === undefined ? {} : { bundle: disk.bundle }),
    confirmedAt: memory.confirmedAt ?? NO_FACTS.confirmedAt,
  };
}

async function storedRules(): Promise<RulesInForce> {
  const { bundle, rules = "" } = await onDisk("bundle", "rules");
  return { version: bundle?.rulesVersion ?? BASELINE_VERSION, text: rules };
}

/**
 * Keeps the rules of a bundle where they are not the package's; answers its settings, undefined where it has a fault, or that the
 * browser has no room for it.
 */
async function takeBundle(
  data: unknown,
  etag: string,
): Promise<BundleSettings | "too_large" | undefined> {
  const bundle = bundleSettings(data);
  if (bundle === undefined) return undefined;
  const isBaseline = bundle.rulesVersion === BASELINE_VERSION;
  const rules = isBaseline ? "" : packServedRules(data);
  if (rules === undefined) return undefined;
  try {
    await api.storage.local.set({ bundle, etag, packedBy: ownVersion(), rules });
  } catch {
    return "too_large";
  }
  return bundle;
}

/** How the agent stands by its two answers. */
function agentBy(served: Fetched, told: Fetched): AgentState {
  if (served.ok || served.why === "unchanged") return "up";
  if (served.why === "unpaired") return "unpaired";
  // Rule files that are being changed, or a slow disk, keep it from serving rules and from nothing else.
  return served.why !== "nonsense" && told.ok ? "up" : "down";
}

/** What becomes of what was known; applied to what is known by then. */
type Change = (before: Facts) => Facts;

/** What the agent's two answers change. */
async function learn(client: AgentClient): Promise<Change> {
  const { etag = "", packedBy } = await onDisk("etag", "packedBy");
  const known = packedBy === ownVersion() ? etag : "";
  const [served, told] = await Promise.all([client.bundle(known), client.status()]);
  const status = told.ok ? agentStatus(told.data) : undefined;
  const news = { agent: agentBy(served, told), ...(status === undefined ? {} : { status }) };
  if (!served.ok) {
    const confirmed = served.why === "unchanged" ? { confirmedAt: Date.now() } : {};
    return (before) => ({ ...before, ...news, ...confirmed });
  }
  const bundle = await takeBundle(served.data, served.etag);
  // The rules from before stay in force, and are stale before long.
  if (bundle === "too_large") return (before) => ({ ...before, ...news });
  if (bundle === undefined)
    return (before) => ({ ...before, ...news, agent: "down", confirmedAt: 0 });
  return (before) => ({ ...before, ...news, bundle, confirmedAt: Date.now() });
}

/** How the agent stands by a verdict; undefined where that says nothing of it. */
function agentSeen(verdict: AgentVerdict): AgentState | undefined {
  if (!("undecided" in verdict)) return "up";
  switch (verdict.undecided) {
    case "unpaired":
      return "unpaired";
    case "down":
    case "nonsense":
      return "down";
    case "late":
    case "rate_limited":
    case "too_large":
    case "fault":
      return undefined;
  }
}

/** Starts keeping what is known of the agent. */
export function companionState(client: AgentClient): CompanionState {
  const listeners: ((settings: Settings) => void)[] = [];
  let loading: Promise<void> | undefined;
  let known = NO_FACTS;
  let lastRefresh = 0;
  const takeStored = async (): Promise<void> => {
    known = await load();
  };
  const loaded = async (): Promise<void> => {
    // What failed once is tried again.
    loading ??= takeStored().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const settings = async (): Promise<Settings> => {
    const policy = await readPolicy();
    await loaded();
    return settingsOf(known, policy, Date.now());
  };
  const put = async (change: Change): Promise<Settings> => {
    const before = JSON.stringify(await settings());
    known = change(known);
    const { agent, status, confirmedAt } = known;
    const after = await settings();
    await api.storage.session.set({
      agent,
      confirmedAt,
      ...(status === undefined ? {} : { status }),
    });
    if (JSON.stringify(after) !== before) for (const listener of listeners) listener(after);
    return after;
  };
  const refreshing = oneAtATime(async () => {
    const change = await learn(client);
    lastRefresh = Date.now();
    return put(change);
  });
  return {
    settings,
    refresh: async (isForced = false) => {
      // What is under way may have asked before that came to pass which is asked about now.
      if (isForced) return refreshing.fresh();
      return Date.now() - lastRefresh < REFRESH_MS ? settings() : refreshing.join();
    },
    saw: async (verdict) => {
      await loaded();
      const agent = agentSeen(verdict);
      if (agent === undefined || agent === known.agent) return;
      if (agent === "up") lastRefresh = 0;
      await put((before) => ({ ...before, agent }));
    },
    rules: storedRules,
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
}

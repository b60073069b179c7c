import { PRESETS } from "@weir/schema";
import type { Config, HostPolicy, StoredSettings, StoreStatus } from "@weir/schema";
import type { Current } from "./current.ts";
import type { Log } from "./log.ts";
import { NO_SETTINGS } from "./no-settings.ts";
import { flushTimer } from "./store/flush-timer.ts";
import type { FlushTimer } from "./store/flush-timer.ts";
import { createScoring } from "./store/scoring.ts";
import type { Scoring } from "./store/scoring.ts";
import { policyForgotten, scoringForgotten } from "./store/settings.ts";
import { openStore } from "./store/store.ts";
import type { Store } from "./store/store.ts";

/** What the agent's state needs of the rest. */
export interface StateDeps {
  /** The data folder, which must be there. */
  readonly folder: string;
  /** Is the folder this process's own? */
  readonly isHeld: () => boolean;
  readonly current: Current;
  /** Does a managed profile lock every setting? */
  readonly isLocked: () => boolean;
  readonly log: Log;
}

/** The policies of categories that were changed, kept where the preset has them kept. */
export interface KeptPolicies {
  readonly read: () => StoredSettings["category_policies"];
  /** False where it can't be kept. */
  readonly set: (category: string, policy: HostPolicy) => boolean;
  readonly forget: (category: string) => boolean;
}

/** The store, what is kept in it from time to time, and the scoring that is in force. Disposing of it flushes and closes. */
export interface AgentState extends Disposable {
  readonly store: Pick<Store, "status" | "counters" | "canaries" | "companions">;
  readonly scoring: Scoring;
  readonly policies: KeptPolicies;
  /** What was changed and counts; nothing where a profile locks every setting. */
  readonly changes: () => StoredSettings;
  /** Puts in force what a configuration says of all this. */
  readonly takeUp: (config: Config) => void;
}

/** Changes that end with the process or the team preset, which has it so; a configuration of that preset keeps them. */
function changesInMemory(): Store["settings"] {
  let changes = NO_SETTINGS;
  return {
    read: () => changes,
    changeScoring: ({ thresholds, weights }) => {
      changes = {
        ...changes,
        thresholds: { ...changes.thresholds, ...thresholds },
        weights: { ...changes.weights, ...weights },
      };
      return true;
    },
    setCategoryPolicy: (category, policy) => {
      const policies = { ...changes.category_policies, [category]: policy };
      changes = { ...changes, category_policies: policies };
      return true;
    },
    forgetScoring: () => {
      changes = scoringForgotten(changes);
      return true;
    },
    forgetCategoryPolicy: (category) => {
      changes = policyForgotten(changes, category);
      return true;
    },
  };
}

/** Opens the store and puts a configuration in force. The state of its file is told in the log whenever it changes. */
export function openState(deps: StateDeps, config: Config): AgentState {
  const { folder, isHeld, current, isLocked, log } = deps;
  const store = openStore(folder, { isHeld, onPending: () => timer.arm() });
  let inMemory = changesInMemory();
  let told = "ok";
  const tellState = (): StoreStatus => {
    const status = store.status();
    const { state, set_aside } = status;
    if (state !== told) log.write({ event: "store_state", state, set_aside });
    told = state;
    return status;
  };
  const flush = (): void => {
    store.flush();
    tellState();
  };
  const keptOf = ({ preset }: Config) =>
    PRESETS[preset].overrides === "until_restart" ? inMemory : store.settings;
  let kept = keptOf(config);
  const scoringOf = ({ thresholds, weights }: Config): Scoring =>
    createScoring({
      base: { thresholds, weights },
      settings: kept,
      isLocked,
      replace: (policy) => {
        current.policy = policy;
      },
    });
  const timerOf = ({ stats_flush_interval }: Config): FlushTimer =>
    flushTimer(stats_flush_interval, { flush, isPending: store.isPending });
  let timer = timerOf(config);
  tellState();
  let scoring = scoringOf(config);
  return {
    store: { ...store, status: tellState },
    scoring: {
      read: () => scoring.read(),
      change: (patch) => scoring.change(patch),
      forget: () => scoring.forget(),
    },
    changes: () => (isLocked() ? NO_SETTINGS : kept.read()),
    policies: {
      read: () => kept.read().category_policies,
      set: (category, policy) => kept.setCategoryPolicy(category, policy),
      forget: (category) => kept.forgetCategoryPolicy(category),
    },
    takeUp: (next) => {
      timer.stop();
      timer = timerOf(next);
      if (store.isPending()) timer.arm();
      if (keptOf(next) !== inMemory) inMemory = changesInMemory();
      kept = keptOf(next);
      scoring = scoringOf(next);
    },
    [Symbol.dispose]: () => {
      timer.stop();
      store.close();
    },
  };
}

import { PRESETS } from "@weir/schema";
import type { Config, DlpConfigPatch } from "@weir/schema";
import type { Current } from "./current.ts";
import type { Log } from "./log.ts";
import { flushTimer } from "./store/flush-timer.ts";
import type { FlushTimer } from "./store/flush-timer.ts";
import { createScoring } from "./store/scoring.ts";
import type { KeptChanges, Scoring } from "./store/scoring.ts";
import { openStore } from "./store/store.ts";
import type { Store } from "./store/store.ts";

/** What the agent's state needs of the rest. */
export interface StateDeps {
  /** The data folder, which must be there. */
  readonly folder: string;
  readonly current: Current;
  /** Does a managed profile lock every setting? */
  readonly isLocked: () => boolean;
  readonly log: Log;
}

/** The store, what is kept in it from time to time, and the scoring that is in force. Disposing of it flushes and closes. */
export interface AgentState extends Disposable {
  readonly store: Pick<Store, "status" | "counters" | "canaries">;
  readonly scoring: Scoring;
  /** Puts in force what a configuration says of all this. */
  readonly takeUp: (config: Config) => void;
}

/** Changes that end with the process, as the team preset has it; a configuration that is taken up anew keeps them. */
function changesInMemory(): KeptChanges {
  let changes: Required<DlpConfigPatch> = { thresholds: {}, weights: {} };
  return {
    read: () => changes,
    changeScoring: ({ thresholds, weights }) => {
      changes = {
        thresholds: { ...changes.thresholds, ...thresholds },
        weights: { ...changes.weights, ...weights },
      };
      return true;
    },
  };
}

/** Opens the store and puts a configuration in force. The state of its file is told in the log whenever it changes. */
export function openState(deps: StateDeps, config: Config): AgentState {
  const { folder, current, isLocked, log } = deps;
  const store = openStore(folder, { onPending: () => timer.arm() });
  const inMemory = changesInMemory();
  let told = "ok";
  const tellState = (): void => {
    const { state, set_aside } = store.status();
    if (state !== told) log.write({ event: "store_state", state, set_aside });
    told = state;
  };
  const flush = (): void => {
    store.flush();
    tellState();
  };
  const scoringOf = ({ preset, thresholds, weights }: Config): Scoring =>
    createScoring({
      base: { thresholds, weights },
      settings: PRESETS[preset].overrides === "until_restart" ? inMemory : store.settings,
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
    store,
    scoring: { read: () => scoring.read(), change: (patch) => scoring.change(patch) },
    takeUp: (next) => {
      timer.stop();
      timer = timerOf(next);
      if (store.isPending()) timer.arm();
      scoring = scoringOf(next);
    },
    [Symbol.dispose]: () => {
      timer.stop();
      store.close();
    },
  };
}

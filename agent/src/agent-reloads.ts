// What a running agent takes up anew, and how that comes in force. Only run-agent.ts imports it.
import type { Config, Reloaded } from "@weir/schema";
import type { CanaryService } from "./canary/canary-service.ts";
import { restartKeys } from "./config/commands.ts";
import type { Current } from "./current.ts";
import { tellWarning } from "./failures.ts";
import type { HostsLayer } from "./hosts-layer.ts";
import { tellIgnored, tellLocalFaults } from "./ignored.ts";
import type { LevelledLog } from "./log.ts";
import { createReloads } from "./reload.ts";
import type { ReloadEnd } from "./reload.ts";
import type { LoadedRuleset } from "./rules/image.ts";
import type { DifferingFile } from "./rules/integrity.ts";
import type { RunFlags } from "./run-flags.ts";
import { loadAgain, loadRulesAgain } from "./settled.ts";
import type { ReloadOrder, Settled } from "./settled.ts";
import type { AgentState } from "./state.ts";
import type { Tamper } from "./tamper.ts";
import type { Terminal } from "./terminal.ts";

/** Where reloads are told and logged. */
interface ReloadsDeps extends LevelledLog {
  readonly terminal: Terminal;
}

/** What of the agent a reload changes. */
interface ReloadedParts {
  readonly config: () => Config;
  readonly current: Current;
  readonly state: Pick<AgentState, "takeUp">;
  readonly canaries: Pick<CanaryService, "applyTo">;
  readonly tamper: Pick<Tamper, "note" | "isMended">;
  readonly hosts: Pick<HostsLayer, "takeUp">;
}

/** The reloads of an agent. */
interface AgentReloads {
  /** Takes up the configuration and its rules; answers once they are in force, hosts included, or why nothing was changed. */
  readonly reload: () => Promise<ReloadEnd>;
  /** What is in force now, for whoever asked for a reload. */
  readonly reloaded: () => Reloaded;
  /** Takes note of the shipped files that differ from their manifest. */
  readonly noteDiffering: (differing: readonly DifferingFile[]) => void;
  /** What is being loaded is not taken up any more. */
  readonly close: () => void;
}

/** Reloads of an agent that began with `first`; they put what they load into `inForce`. */
export function openReloads(
  deps: ReloadsDeps,
  { flags, first }: { readonly flags: RunFlags; readonly first: Settled },
  { config, current, state, canaries, tamper, hosts }: ReloadedParts,
  inForce: { settled: Settled },
): AgentReloads {
  const { terminal, log, setLevel } = deps;
  const reloads = createReloads({ log, tell: (error) => tellWarning(terminal, error) });
  // Whether files that differ were noted since the reload under way began to read: what it found of them is older.
  let isNotedSince = false;
  const loadBy =
    <T>(load: (order: ReloadOrder, before: Settled) => Promise<T>) =>
    async (gone: AbortSignal): Promise<T> => {
      isNotedSince = false;
      return load({ terminal, flags, gone }, inForce.settled);
    };
  const takeUpRules = (rules: LoadedRuleset): void => {
    inForce.settled = { ...inForce.settled, rules };
    current.ruleset = canaries.applyTo(rules.ruleset);
    if (!isNotedSince) tamper.note(rules.differing);
  };
  const reloadRules = reloads.of(loadBy(loadRulesAgain), (rules) => {
    tellLocalFaults(log, rules);
    takeUpRules(rules);
  });
  const keysForRestart = () => restartKeys(first.loaded.config, config());
  const takeUp = async (next: Settled): Promise<void> => {
    tellIgnored(deps, next);
    inForce.settled = next;
    setLevel(config().log_level);
    current.maxScanBytes = config().max_scan_bytes;
    takeUpRules(next.rules);
    state.takeUp(config());
    const hostsTakenUp = hosts.takeUp();
    const keys = keysForRestart();
    if (keys.length > 0) log.write({ event: "restart_needed", keys });
    log.write({ event: "config_reloaded", patterns: next.rules.ruleset.patterns.length });
    await hostsTakenUp;
  };
  return {
    reload: reloads.of(loadBy(loadAgain), takeUp),
    reloaded: () => {
      const { ruleset, local } = inForce.settled.rules;
      const own_faults = local.faults.length;
      return { patterns: ruleset.patterns.length, own_faults, restart_keys: [...keysForRestart()] };
    },
    // A ruleset that stands in for changed files must not outlast them: it is replaced before the state says that all is well.
    noteDiffering: (differing) => {
      if (tamper.isMended(differing)) return void reloadRules();
      isNotedSince = true;
      return tamper.note(differing);
    },
    close: () => reloads[Symbol.dispose](),
  };
}

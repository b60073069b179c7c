import { refuse } from "./refusals.ts";
import type { DnsOutcome } from "./refusals.ts";
import { asAdministrator } from "./paths.ts";
import { requirePrivilege } from "./privilege.ts";
import { commandText, reloadCommands, runOrThrow } from "./reload-commands.ts";
import { atPointOf, dropState, readState, saveState, statePath } from "./state-file.ts";
import type { DnsState } from "./state-file.ts";
import { failureText, undoStep } from "./steps.ts";
import { tracesOf } from "./traces.ts";
import type { RestoreDeps, Step } from "./types.ts";

/** How a set-up was taken back. */
export interface RolledBack {
  /** Steps that somebody else has changed since. */
  readonly foreign: readonly Step[];
  readonly foreignLines: readonly string[];
  /** What could not be done; empty where all was. */
  readonly failures: readonly string[];
}

function reload(deps: RestoreDeps, { manager }: DnsState): string[] {
  const failures: string[] = [];
  for (const command of reloadCommands(manager, true)) {
    try {
      runOrThrow(deps, command);
    } catch (error) {
      failures.push(failureText(error));
    }
    atPointOf(deps)(`back: ${commandText(command)}`);
  }
  return failures;
}

/** Takes every step back, the last one first, and has the manager read its settings. Leaves the state file alone. */
export function rollBack(deps: RestoreDeps, state: DnsState): RolledBack {
  const foreign: Step[] = [];
  const foreignLines: string[] = [];
  const failures: string[] = [];
  for (const step of state.steps.toReversed()) {
    const undone = undoStep(deps, step);
    if (undone.kind === "failed") failures.push(undone.line);
    if (undone.kind === "foreign") {
      foreign.unshift(step);
      foreignLines.push(undone.line);
    }
    atPointOf(deps)(`back: ${step.kind}`);
  }
  failures.push(...(state.steps.length > 0 ? reload(deps, state) : []));
  return { foreign, foreignLines, failures };
}

function tellForeign(deps: RestoreDeps, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  return [
    ...lines,
    `what was there before weir is still kept; ${asAdministrator(deps, "dns restore")} brings it back where weir's own text has returned, such as at the end of a VPN's session`,
    `where all is as it should be, delete ${statePath(deps)}`,
  ];
}

/** What roll-back leaves: nothing, or what is known until the agent runs again, or until somebody installs it again. */
export type RollBackGoal = "nothing" | "suspended" | "restored";

/**
 * Notes how far roll-back came: nothing is kept where that was the goal and it was whole. What somebody took back stays so,
 * whatever else takes it back after that. Throws the system's errors.
 */
export function keepRolledBack(
  deps: RestoreDeps,
  state: DnsState,
  { foreign }: RolledBack,
  goal: RollBackGoal,
): void {
  if (goal === "nothing" && foreign.length === 0) {
    dropState(deps);
  } else {
    const isForeign = foreign.length > 0 || (state.steps.length === 0 && state.isForeign);
    const isForAgent = goal === "suspended" && state.phase !== "restored";
    const phase = isForAgent ? "suspended" : "restored";
    saveState(deps, { ...state, phase, isForeign, steps: foreign });
  }
  atPointOf(deps)("kept");
}

/** Nothing is kept here. Where the system's settings are Weir's all the same, what was before is kept elsewhere. */
function tellNothingKept(deps: RestoreDeps): DnsOutcome {
  const traces = tracesOf(deps);
  if (traces === undefined) {
    return { ok: true, lines: ["weir has changed no resolvers"], warnings: [] };
  }
  const marked = traces.subjects.map((subject) => `made by weir dns install: ${subject}`);
  return refuse("dns_state_elsewhere", ...marked, `nothing is kept in ${statePath(deps)}`);
}

/** What a roll-back is for. */
export interface RestoreOptions {
  /** `weir dns uninstall`: nothing is kept that a later start of the agent could put in force again. */
  readonly isFinal: boolean;
  /** The agent has died: scoped mode stays, since it keeps no other name from resolving, and full mode comes again with it. */
  readonly isAfterCrash: boolean;
}

const goalOf = ({ isFinal, isAfterCrash }: RestoreOptions): RollBackGoal => {
  if (isFinal) return "nothing";
  return isAfterCrash ? "suspended" : "restored";
};

/**
 * Brings the former resolvers back, byte for byte, from the state file alone: no agent runs, no configuration is read.
 * A set-up that was cut off half way is taken back too. What somebody else has changed since stays theirs.
 */
export function restoreDns(deps: RestoreDeps, options: RestoreOptions): DnsOutcome {
  const { isFinal, isAfterCrash } = options;
  const refusal = requirePrivilege(deps, isFinal ? "dns uninstall" : "dns restore");
  if (refusal !== undefined) return refusal;
  const read = readState(deps);
  if (read.kind === "none") return tellNothingKept(deps);
  if (read.kind === "unusable") {
    return refuse("dns_state_unreadable", `${statePath(deps)} ${read.reason}`);
  }
  const { state } = read;
  if (isAfterCrash && state.mode === "scoped" && !["changing", "restored"].includes(state.phase)) {
    const line = "scoped mode stays: only names of the lists wait for weir, all others resolve";
    return { ok: true, lines: [line], warnings: [] };
  }
  const rolledBack = rollBack(deps, state);
  if (rolledBack.failures.length > 0) {
    return refuse("dns_rollback_incomplete", ...rolledBack.failures, ...rolledBack.foreignLines);
  }
  try {
    keepRolledBack(deps, state, rolledBack, goalOf(options));
  } catch (error) {
    return refuse("dns_rollback_incomplete", `${statePath(deps)}: ${failureText(error)}`);
  }
  const isBack = rolledBack.foreign.length === 0;
  return {
    ok: true,
    lines: isBack ? ["the former resolvers are back as they were"] : [],
    warnings: tellForeign(deps, rolledBack.foreignLines),
  };
}

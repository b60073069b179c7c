import { planDns } from "./plan.ts";
import { probedName } from "./probe.ts";
import { requirePrivilege } from "./privilege.ts";
import { refuse } from "./refusals.ts";
import type { DnsOutcome, DnsRefusal } from "./refusals.ts";
import { commandText, CommandError, reloadCommands, runOrThrow } from "./reload-commands.ts";
import { keepRolledBack, rollBack } from "./restore.ts";
import { atPointOf, dropState, readState, saveState, statePath } from "./state-file.ts";
import type { DnsState } from "./state-file.ts";
import { failureText, standingOf, subjectOf, takeStep } from "./steps.ts";
import type { DnsRequest, DnsSetupDeps, Plan } from "./types.ts";

const isSameRequest = (state: DnsState, { mode, listener, names }: DnsRequest): boolean =>
  state.mode === mode &&
  state.listener.host === listener.host &&
  state.listener.port === listener.port &&
  (mode === "full" || state.names.toSorted().join("\n") === names.toSorted().join("\n"));

/** Is just this in force already, in every part? */
function isInForce(deps: DnsSetupDeps, state: DnsState, request: DnsRequest): boolean {
  return (
    state.phase === "in_force" &&
    isSameRequest(state, request) &&
    state.steps.every((step) => standingOf(deps, step) === "in_force")
  );
}

/** Takes back what an earlier or half-done set-up left; what others have changed since is the new ground. */
function clearGround(deps: DnsSetupDeps, state: DnsState): DnsRefusal | undefined {
  const rolledBack = rollBack(deps, state);
  const { failures } = rolledBack;
  if (failures.length > 0) return refuse("dns_rollback_incomplete", ...failures);
  try {
    keepRolledBack(deps, state, rolledBack, "suspended");
    return undefined;
  } catch (error) {
    return refuse("dns_state_unwritable", `${statePath(deps)}: ${failureText(error)}`);
  }
}

/** Takes all steps. Throws what they throw. */
function takeSteps(deps: DnsSetupDeps, { steps, manager }: Plan): void {
  for (const step of steps) {
    try {
      takeStep(deps, step);
    } catch (error) {
      throw error instanceof CommandError ? error : new StepError(subjectOf(step), error);
    }
    atPointOf(deps)(`taken: ${step.kind}`);
  }
  for (const command of reloadCommands(manager, false)) {
    runOrThrow(deps, command);
    atPointOf(deps)(`ran: ${commandText(command)}`);
  }
}

/** A file that could not be changed. */
class StepError extends Error {
  override readonly name = "StepError";

  constructor(subject: string, cause: unknown) {
    super(`${subject}: ${failureText(cause)}`);
  }
}

function refuseAfter(deps: DnsSetupDeps, state: DnsState, error: unknown): DnsRefusal {
  const { failures } = rollBack(deps, state);
  const line = error instanceof StepError ? error.message : failureText(error);
  if (failures.length > 0) return refuse("dns_rollback_incomplete", line, ...failures);
  dropState(deps);
  return refuse(error instanceof CommandError ? "dns_command_failed" : "dns_file_refused", line);
}

/** Puts a plan in force: kept first, then done, then noted as done. */
function putInForce(
  deps: DnsSetupDeps,
  plan: Plan,
  names: readonly string[],
): DnsRefusal | undefined {
  const { mode, manager, listener, steps } = plan;
  const state: DnsState = {
    phase: "changing",
    isForeign: false,
    mode,
    manager,
    listener,
    names,
    steps,
  };
  try {
    saveState(deps, state);
    atPointOf(deps)("state kept");
  } catch (error) {
    return refuse("dns_state_unwritable", `${statePath(deps)}: ${failureText(error)}`);
  }
  try {
    takeSteps(deps, plan);
    saveState(deps, { ...state, phase: "in_force" });
    return undefined;
  } catch (error) {
    return refuseAfter(deps, state, error);
  }
}

const MODE_TEXTS = {
  full: "every name now comes to weir",
  scoped: "the names of the lists now come to weir; all others resolve as before",
} as const;

async function settle(deps: DnsSetupDeps, request: DnsRequest): Promise<DnsOutcome> {
  const plan = planDns(deps, request);
  if ("ok" in plan) return plan;
  if (!(await deps.probe.answersAt(request.listener))) return refuse("dns_agent_silent");
  const refusal = putInForce(deps, plan, request.mode === "full" ? [] : request.names);
  if (refusal !== undefined) return refusal;
  // One look, no second try: where somebody else rules the resolvers, weir says so and does not fight.
  const isReached =
    request.mode === "scoped" ||
    (await deps.probe.systemReachesWeir(probedName(request))) !== false;
  const unreached = "names do not come to weir yet: see weir dns status";
  return {
    ok: true,
    lines: [MODE_TEXTS[request.mode]],
    warnings: [...plan.notes, ...(isReached ? [] : [unreached])],
  };
}

/**
 * Makes the system ask Weir. What was there is kept first; a set-up that is in force already is left as it is, and one
 * of another kind or half done is taken back before. Whatever fails, the former resolvers are brought back.
 */
export async function installDns(deps: DnsSetupDeps, request: DnsRequest): Promise<DnsOutcome> {
  const refusal = requirePrivilege(deps, `dns install --${request.mode}`);
  if (refusal !== undefined) return refusal;
  const read = readState(deps);
  if (read.kind === "unusable") {
    return refuse("dns_state_unreadable", `${statePath(deps)} ${read.reason}`);
  }
  if (read.kind === "state") {
    if (isInForce(deps, read.state, request)) {
      return { ok: true, lines: ["this is in force already; nothing was changed"], warnings: [] };
    }
    const uncleared = clearGround(deps, read.state);
    if (uncleared !== undefined) return uncleared;
  }
  const outcome = await settle(deps, request);
  const isTakenBack =
    read.kind === "state" && !["suspended", "restored"].includes(read.state.phase);
  if (outcome.ok || !isTakenBack) return outcome;
  return {
    ...outcome,
    details: [...outcome.details, "the set-up that was in force before was taken back"],
  };
}

/**
 * Puts a set-up in force again that `restoreDns` took back when the agent died; what a service manager runs once the
 * agent answers. Does nothing where none was, where somebody took it back who wanted it so, or where somebody else has changed the resolvers meanwhile.
 */
export async function resumeDns(deps: DnsSetupDeps): Promise<DnsOutcome> {
  const read = readState(deps);
  const phase = read.kind === "state" ? read.state.phase : "none";
  if (read.kind !== "state" || (phase !== "suspended" && phase !== "restored")) {
    return { ok: true, lines: ["there is nothing to resume"], warnings: [] };
  }
  if (read.state.isForeign) {
    const warning =
      "somebody else has changed the resolvers, so they were left alone; weir dns install puts weir in force";
    return { ok: true, lines: [], warnings: [warning] };
  }
  if (phase === "restored") {
    const line =
      "nothing was changed: weir dns restore brought the former resolvers back for good; weir dns install puts weir in force";
    return { ok: true, lines: [line], warnings: [] };
  }
  const outcome = await installDns(deps, read.state);
  // The next start may have more luck; what is asked for stays known.
  if (!outcome.ok && readState(deps).kind === "none") saveState(deps, read.state);
  return outcome;
}

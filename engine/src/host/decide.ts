import { findHostName, findWireName } from "./host-table.ts";
import type { ActionTable, HostTable, ListNumber } from "./host-table.ts";

/** What can be done with a host, by action number: 0 says that no list in force names it. */
export const HOST_ACTIONS = ["none", "allow", "inspect", "block"] as const;

/** An index into `HOST_ACTIONS`. */
export type HostAction = 0 | 1 | 2 | 3;

/** The names and what to do with each list of them. A change of policy replaces the actions alone. */
export interface HostRules {
  readonly table: HostTable;
  readonly actions: ActionTable;
}

/** What to do with a host, and which list and entry say so. */
export interface HostDecision {
  readonly action: HostAction;
  readonly list: ListNumber;
  /** The entry that decided; undefined where no list in force names the host. */
  readonly entry: string | undefined;
}

function actionOf({ actions }: HostRules, list: ListNumber): HostAction {
  const action = actions[list];
  return action === 1 || action === 2 || action === 3 ? action : 0;
}

/**
 * What to do with the name that begins at `at` in a DNS message: what the most specific entry says whose list is in force.
 * 0 for a malformed name, which is the caller's to refuse.
 */
export function decideWire(rules: HostRules, message: Uint8Array, at: number): HostAction {
  const list = findWireName(rules.table, message, at, rules.actions);
  return list <= 0 ? 0 : actionOf(rules, list);
}

/** What to do with a written host name, as `decideWire` decides. */
export function decideHost(rules: HostRules, name: string): HostDecision {
  const found = findHostName(rules.table, name, rules.actions);
  if (found === undefined) return { action: 0, list: 0, entry: undefined };
  return { action: actionOf(rules, found.list), list: found.list, entry: found.entry };
}

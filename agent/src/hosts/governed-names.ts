import { HOST_ACTIONS, hostEntries } from "@weir/engine";
import type { HostRules } from "@weir/engine";
import { topmostNames } from "../topmost-names.ts";

const ALLOW = HOST_ACTIONS.indexOf("allow");
const INSPECT = HOST_ACTIONS.indexOf("inspect");

/** The names of some actions, sorted, without the names below others of them. */
function namesOf(
  { table, actions }: HostRules,
  isWanted: (action: number) => boolean,
): readonly string[] {
  const names = new Set<string>();
  for (const { name, list } of hostEntries(table)) {
    if (isWanted(actions[list] ?? 0)) names.add(name);
  }
  return topmostNames(names);
}

/**
 * The names whose queries must reach Weir for its verdicts to hold, sorted: those that are blocked or inspected, without the
 * names below others of them. What the scoped set-up hands to the operating system.
 */
export function governedNames(rules: HostRules): readonly string[] {
  return namesOf(rules, (action) => action > ALLOW);
}

/** The names whose traffic is inspected, sorted, without the names below others of them. */
export function inspectedNames(rules: HostRules): readonly string[] {
  return namesOf(rules, (action) => action === INSPECT);
}

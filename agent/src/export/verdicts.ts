import { HOST_ACTIONS, HOST_LISTS, hostEntries } from "@weir/engine";
import type { HostRules } from "@weir/engine";

/** A name whose verdict differs from that of the nearest name above it. */
export interface Verdict {
  readonly name: string;
  /** Blocked, or let through below a name that is blocked. */
  readonly isBlocked: boolean;
  /** How many such names stand above it: even for blocked ones, odd for those let through. */
  readonly depth: number;
}

const BLOCK = HOST_ACTIONS.indexOf("block");

/** The rules that are exported: with the public resolvers blocked too, where that is wanted. */
export function exportedRules(rules: HostRules, withDoh: boolean): HostRules {
  if (!withDoh) return rules;
  const actions = rules.actions.slice();
  actions[HOST_LISTS.indexOf("doh_hosts")] = BLOCK;
  return { ...rules, actions };
}

/** The nearest name above one that is among those given. */
function above<T>(known: ReadonlyMap<string, T>, name: string): T | undefined {
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const found = known.get(name.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

const labelsOf = (name: string): number => name.split(".").length;

const byName = (a: Verdict, b: Verdict): number => (a.name < b.name ? -1 : 1);

/**
 * The fewest names that tell a resolver what is blocked, sorted: a resolver knows only "blocked" and "not", so that names to be
 * inspected are let through, and those that say the same as the name above them are left out.
 */
export function verdictsOf({ table, actions }: HostRules): readonly Verdict[] {
  const inForce = [...hostEntries(table)].filter(({ list }) => actions[list] !== 0);
  const verdicts = new Map<string, Verdict>();
  // From the top down, so that the verdict above a name is known when it is reached.
  for (const { name, list } of inForce.toSorted((a, b) => labelsOf(a.name) - labelsOf(b.name))) {
    const isBlocked = actions[list] === BLOCK;
    const upper = above(verdicts, name);
    if ((upper?.isBlocked ?? false) === isBlocked) continue;
    verdicts.set(name, { name, isBlocked, depth: upper === undefined ? 0 : upper.depth + 1 });
  }
  return [...verdicts.values()].toSorted(byName);
}

import { decideHost, HOST_ACTIONS, hostEntries } from "@weir/engine";
import type { HostRules } from "@weir/engine";

/** What a resolver answers for a name: that there is none, anything else, or nothing at all. */
export type Answer = "nxdomain" | "other" | "none";

/** Asks a resolver for the address of a name; must not reject. */
export type AskResolver = (name: string) => Promise<Answer>;

/** A name that a resolver judges otherwise than Weir; for the person who asked, never logged. */
export interface Disagreement {
  readonly name: string;
  readonly isBlockedHere: boolean;
}

/** How far a resolver judges as Weir does, in names. */
export interface Verification {
  readonly asked: number;
  readonly agreed: number;
  readonly disagreed: readonly Disagreement[];
  /** Names without an answer. */
  readonly unanswered: number;
  /** Names that are let through and that exist nowhere, so that an answer tells nothing. */
  readonly undecided: number;
}

/** Questions at a time. */
const PARALLEL = 16;
/** A label that no list has. */
const CHILD = "weir-verify";

/** The names that tell whether a resolver judges alike: every name in force, one below it, one beside it and the one above. */
export function namesToVerify({ table, actions }: HostRules): readonly string[] {
  const names = new Set<string>();
  for (const { name, list } of hostEntries(table)) {
    if (actions[list] === 0) continue;
    names.add(name).add(`${CHILD}.${name}`);
    const parent = name.slice(name.indexOf(".") + 1);
    if (parent.includes(".")) names.add(parent).add(`${CHILD}.${parent}`);
  }
  return [...names].toSorted();
}

/** A part of about `most` names, spread evenly; the same for the same names. */
export function spreadSample(names: readonly string[], most: number): readonly string[] {
  const step = Math.max(1, names.length / Math.max(1, most));
  return Array.from({ length: Math.min(names.length, most) }, (_, i) => {
    return names[Math.floor(i * step)] ?? "";
  });
}

/**
 * Asks a resolver that works by an export for each name and compares with the rules that were exported. `askElsewhere` asks a
 * resolver without it, which tells names that are blocked from names that don't exist.
 */
export async function verifyExport(
  rules: HostRules,
  names: readonly string[],
  ask: AskResolver,
  askElsewhere: AskResolver,
): Promise<Verification> {
  const disagreed: Disagreement[] = [];
  let agreed = 0;
  let unanswered = 0;
  let undecided = 0;
  const verifyOne = async (name: string): Promise<void> => {
    const isBlockedHere = HOST_ACTIONS[decideHost(rules, name).action] === "block";
    const answer = await ask(name);
    if (answer === "none") unanswered++;
    else if ((answer === "nxdomain") === isBlockedHere) agreed++;
    else if (!isBlockedHere && (await askElsewhere(name)) === "nxdomain") undecided++;
    else disagreed.push({ name, isBlockedHere });
  };
  const rest = names.values();
  const work = async (): Promise<void> => {
    for (const name of rest) await verifyOne(name);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const byName = (a: Disagreement, b: Disagreement): number => (a.name < b.name ? -1 : 1);
  return {
    asked: names.length,
    agreed,
    disagreed: disagreed.toSorted(byName),
    unanswered,
    undecided,
  };
}

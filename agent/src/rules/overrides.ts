import type { RuleFault } from "@weir/engine";
import type { Pattern } from "@weir/schema";
import { fieldOf } from "./rule-faults.ts";

/** The shipped patterns by the spelling of their names. */
export type ShippedPatterns = ReadonlyMap<string, Pattern>;

/** The fields that say what a pattern finds. */
const IDENTITY = ["regex", "prefix", "anchor", "validator"] as const;

/** What a name looks like to people: its case and the width of its characters left out. */
const spelling = (name: string): string => name.normalize("NFKC").toLowerCase();

/** Patterns by what their names look like, so that a name that only looks like a shipped one is noticed. */
export const bySpelling = (patterns: readonly Pattern[]): ShippedPatterns =>
  new Map(patterns.map((pattern) => [spelling(pattern.name), pattern]));

/**
 * An entry of a local file as it counts beside the shipped patterns. With a shipped name it overrides that pattern key by
 * key: what it leaves out stays as shipped, also where the entry has faults, so that nothing else is said to be missing. What the pattern finds it can't change, for a pattern that finds something else
 * under a shipped name would take the shipped one away unseen.
 */
export function withShipped(
  entry: unknown,
  shipped: ShippedPatterns,
): { readonly entry: unknown; readonly faults: readonly RuleFault[] } {
  const name = fieldOf(entry, "name");
  const own = typeof name === "string" ? shipped.get(spelling(name)) : undefined;
  if (own === undefined || typeof entry !== "object" || entry === null)
    return { entry, faults: [] };
  if (own.name !== name) {
    const problem = `is the shipped name "${own.name}" in another spelling; give it another name, or write it alike to override that pattern`;
    return { entry: { ...own, ...entry }, faults: [{ field: "name", problem }] };
  }
  const changed = IDENTITY.filter((field) => {
    const given = fieldOf(entry, field);
    return given !== undefined && given !== own[field];
  });
  const [field] = changed;
  if (field === undefined) return { entry: { ...own, ...entry }, faults: [] };
  const problem = `shadows the shipped pattern of this name with another ${changed.join(" and ")}, so that what that one finds would no longer be found; give the pattern another name, or leave out ${changed.join(" and ")} to override the rest`;
  return { entry: { ...own, ...entry }, faults: [{ field, problem }] };
}

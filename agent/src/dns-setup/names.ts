import { isIP } from "node:net";
import { topmostNames } from "../topmost-names.ts";

/** What the system is given, or the entries that are no names. */
export type RoutingDomains =
  | { readonly ok: true; readonly names: readonly string[] }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Longest name, in characters (RFC 1035, 2.3.4, without the root's dot). */
const MAX_NAME_CHARS = 253;

/** Two labels or more: letters, digits, hyphens, in A-labels (RFC 1035, 2.3.1; RFC 1123, 2.1). */
const NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** May this be handed to a system's resolver as a domain? */
export function isDomain(name: string): boolean {
  return name.length <= MAX_NAME_CHARS && NAME.test(name) && isIP(name) === 0;
}

/**
 * The domains that a system must send to Weir for these entries of the lists: lower case, without `*.` and the root's
 * dot, sorted, none beneath another, since a system sends whole domains. Entries that are no names are answered as
 * faults: these texts go into files and commands of the system.
 */
export function routingDomains(entries: readonly string[]): RoutingDomains {
  const cleaned = entries.map((entry) =>
    entry.trim().toLowerCase().replace(/^\*\./, "").replace(/\.$/, ""),
  );
  const faults = entries.filter((_, at) => !isDomain(cleaned[at] ?? ""));
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, names: topmostNames(new Set(cleaned)) };
}

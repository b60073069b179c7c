import type { HostPolicy } from "@weir/schema";
import { HOST_ACTIONS } from "./decide.ts";
import { MAX_LISTS } from "./host-table.ts";
import type { ActionTable, ListNumber } from "./host-table.ts";

/** The lists that every table knows, by number; their names are the categories of policies. 0 is no list. */
export const HOST_LISTS = [
  "",
  "local_allow",
  "local_block",
  "ai_allowed",
  "ai_chat_dlp",
  "ai_chat_blocked",
  "ai_other",
  "doh_hosts",
] as const;

export type HostListName = Exclude<(typeof HOST_LISTS)[number], "">;

/** The number of the first list that an operator adds (Tier 4). */
export const FIRST_OWN_LIST = HOST_LISTS.length;

/** Most lists that an operator can add. */
export const MAX_OWN_LISTS = MAX_LISTS - FIRST_OWN_LIST;

/**
 * The order in which lists enter a table. Where two name the same host the later one has it: the stricter of the shipped
 * lists, then the operator's own, then this machine's, and of those the one that allows.
 */
export function listOrder(ownLists: number): readonly ListNumber[] {
  const numberOf = (name: HostListName): ListNumber => HOST_LISTS.indexOf(name);
  return [
    ...(["doh_hosts", "ai_other", "ai_allowed", "ai_chat_dlp", "ai_chat_blocked"] as const).map(
      numberOf,
    ),
    ...Array.from({ length: ownLists }, (_, i) => FIRST_OWN_LIST + i),
    numberOf("local_block"),
    numberOf("local_allow"),
  ];
}

/** The name of a list; empty for none. */
export function listName(list: ListNumber, ownLists: readonly string[]): string {
  return HOST_LISTS[list] ?? ownLists[list - FIRST_OWN_LIST] ?? "";
}

/** What settles the actions of lists. */
export interface HostPolicies {
  /** What happens to AI hosts that no tier names: those of `ai_other`. */
  readonly defaultAction: HostPolicy;
  /** Are public resolvers over HTTPS and TLS blocked, because they answer past Weir? */
  readonly blocksDoh: boolean;
  /** The policies of categories, by the names of lists; each wins over what a list means by itself. */
  readonly categories: Readonly<Record<string, HostPolicy>>;
  /** The names of the operator's lists, from number 8 on. What they name is denied. */
  readonly ownLists: readonly string[];
}

const ACTION_OF: Readonly<Record<HostPolicy | "none", (typeof HOST_ACTIONS)[number]>> = {
  none: "none",
  allow: "allow",
  allow_with_dlp: "inspect",
  deny: "block",
};

/** The action of every list. A list without an action is as if it were not there. */
export function actionsOf(policies: HostPolicies): ActionTable {
  const { defaultAction, blocksDoh, categories, ownLists } = policies;
  const byThemselves: Readonly<Record<HostListName, HostPolicy | "none">> = {
    local_allow: "allow",
    local_block: "deny",
    ai_allowed: "allow",
    ai_chat_dlp: "allow_with_dlp",
    ai_chat_blocked: "deny",
    ai_other: defaultAction,
    doh_hosts: blocksDoh ? "deny" : "none",
  };
  const policyOf = new Map<string, HostPolicy | "none">([
    ...ownLists.map((name): [string, HostPolicy] => [name, "deny"]),
    ...Object.entries(byThemselves),
    ...Object.entries(categories),
  ]);
  return Uint8Array.from({ length: MAX_LISTS }, (_, list) => {
    const name = listName(list, ownLists);
    const policy = name === "" ? undefined : policyOf.get(name);
    return HOST_ACTIONS.indexOf(ACTION_OF[policy ?? "none"]);
  });
}

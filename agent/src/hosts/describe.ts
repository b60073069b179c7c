import { domainToASCII } from "node:url";
import {
  decideHost,
  FIRST_OWN_LIST,
  HOST_ACTIONS,
  hostEntries,
  isHostName,
  listName,
} from "@weir/engine";
import type { HostRules } from "@weir/engine";
import type { HostPolicy } from "@weir/schema";

/** What becomes of a name and why, for the person who asks; never logged. */
export interface HostDescription {
  /** The name as it is looked up: ASCII, lower case. */
  readonly name: string;
  readonly action: (typeof HOST_ACTIONS)[number];
  /** The list that decides; empty where none in force names the host. */
  readonly list: string;
  /** The entry of the list; empty where there is none. */
  readonly entry: string;
  /** What a resolver's answer will be. */
  readonly answer: "NXDOMAIN" | "NOERROR without records" | "127.0.0.1 and ::1" | "forwarded";
  /** A sentence for people. */
  readonly why: string;
}

/** What the sentences need to know beside the rules. */
export interface DescribeContext {
  readonly ownLists: readonly string[];
  /** The policies of the configuration, by category. */
  readonly categories: Readonly<Record<string, HostPolicy>>;
  /** Those that were set while the agent ran, which win. */
  readonly changed: Readonly<Record<string, HostPolicy>>;
  /** What is answered for a name unless a list blocks or allows it; undefined for one that is forwarded. */
  readonly special: (name: string) => Pick<HostDescription, "answer" | "why"> | undefined;
}

const MEANING: Readonly<Record<(typeof HOST_ACTIONS)[number], string>> = {
  none: "passes",
  allow: "passes untouched",
  inspect: "resolves, and what is sent to it is inspected",
  block: "is blocked",
};

/** What the lists with a meaning of their own mean (specification 1.3, 2.5). */
const OWN_REASONS: Readonly<Record<string, string>> = {
  local_allow: "this machine's own list allows it",
  local_block: "this machine's own list blocks it",
  ai_allowed: "Tier 1 passes through",
  ai_chat_dlp: "Tier 2 is inspected",
  ai_chat_blocked: "Tier 3 is denied",
};

/** The list's own reason, where no policy of its category is set. */
function reasonOf(list: number, name: string, { categories, changed }: DescribeContext): string {
  if (Object.hasOwn(changed, name)) return `weir policy, or the API, has set ${name}`;
  if (Object.hasOwn(categories, name)) return `category_policies sets ${name}`;
  if (name === "ai_other") return "default_action decides about ai_other";
  if (name === "doh_hosts") return "the preset blocks resolvers that answer past Weir";
  if (list >= FIRST_OWN_LIST) return "lists of the operator are blocked";
  return OWN_REASONS[name] ?? `that is what ${name} means`;
}

/** A name as it is looked up; undefined for what is no host name. */
function hostName(text: string): string | undefined {
  const written = text.trim();
  // Of a URL, domainToASCII would take the part that it takes for the host.
  if (/[/\\?#:]/.test(written)) return undefined;
  const ascii = /[\u0080-\uffff]/.test(written) ? domainToASCII(written) : written.toLowerCase();
  const name = ascii.replace(/\.$/, "");
  return isHostName(name) ? name : undefined;
}

/** Tells what happens to a name and why; undefined where it is no host name. */
export function describeHost(
  rules: HostRules,
  text: string,
  context: DescribeContext,
): HostDescription | undefined {
  const name = hostName(text);
  if (name === undefined) return undefined;
  const { action: number, list, entry = "" } = decideHost(rules, name);
  const action = HOST_ACTIONS[number];
  const special = action === "none" || action === "inspect" ? context.special(name) : undefined;
  if (special !== undefined) {
    const why = `${name} has an answer of its own: ${special.why}`;
    return { name, action, list: "", entry: "", answer: special.answer, why };
  }
  const answer = action === "block" ? "NXDOMAIN" : "forwarded";
  if (entry === "") {
    return { name, action, list: "", entry, answer, why: `${name} passes: no list names it` };
  }
  const named = listName(list, context.ownLists);
  const by = entry === name ? named : `${named} by ${entry}`;
  const why = `${name} ${MEANING[action]}: it is on ${by}, and ${reasonOf(list, named, context)}`;
  return { name, action, list: named, entry, answer, why };
}

/** An entry below a name, which the name's own entry does not reach. */
export interface EntryBelow {
  readonly entry: string;
  readonly list: string;
}

/** Most entries that are told. */
const MAX_BELOW = 20;

/**
 * The entries in force below a name, sorted, at most `MAX_BELOW`: to be told to whoever blocks or allows the name, since the
 * most specific name wins. Linear in the table.
 */
export function entriesBelow(
  { table, actions }: HostRules,
  name: string,
  ownLists: readonly string[],
): readonly EntryBelow[] {
  const below: EntryBelow[] = [];
  for (const { name: entry, list } of hostEntries(table)) {
    if (actions[list] === 0 || !entry.endsWith(`.${name}`)) continue;
    below.push({ entry, list: listName(list, ownLists) });
  }
  return below.toSorted((a, b) => (a.entry < b.entry ? -1 : 1)).slice(0, MAX_BELOW);
}

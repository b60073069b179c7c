import { ROUTES } from "@weir/schema";
import type { StatusAnswer } from "@weir/schema";
import type { StoreState, StoreStatus } from "@weir/schema";
import { EXIT } from "../errors.ts";
import { jsonDocument } from "../terminal.ts";
import type { Terminal } from "../terminal.ts";
import { askFor } from "./agent-client.ts";

/** The options of `weir status`. */
interface StatusFlags {
  readonly json?: boolean;
  readonly url: string;
}

/** How the store stands, in words. */
const STORE_TEXTS: Readonly<Record<StoreState, string>> = {
  ok: "in order",
  read_only: "takes no changes; canaries and settings stay as they are",
  full: "its disk is full; nothing new is kept",
  corrupt_set_aside: "was damaged and begun anew; the damaged file is beside it",
  failed: "can't be used; canaries are not in force and nothing is kept",
};

const FAULTY_LISTS = "of hosts have faults and are not all in force; weir config check tells them";

/** What the last error of the API's layer says of this machine's own patterns. */
const FAULTY_RULES: Readonly<Record<string, string>> = {
  local_rules_faulty:
    "have faults: only the good ones of the file are in force; weir config check tells them, weir reload takes mended ones up",
  local_rules_kept:
    "have faults: those read before stay in force; weir config check tells them, weir reload takes mended ones up",
};

function storeText({ state, fault, set_aside }: StoreStatus): string {
  const reason = fault === null ? "" : ` (${fault.replaceAll("_", " ")})`;
  return STORE_TEXTS[state] + reason + (set_aside > 0 ? `; ${set_aside} set aside` : "");
}

/** Are the shipped files as they were shipped? Without a manifest nothing says what they should be. */
function filesText({ tamper_state, manifest_version }: StatusAnswer): string {
  if (tamper_state !== "normal") return "changed";
  return manifest_version === "none" ? "not checked (no manifest)" : "as shipped";
}

function statusLines(status: StatusAnswer): string {
  const { layers } = status;
  const ownPatterns = FAULTY_RULES[layers.api.last_error ?? ""];
  const layerText = Object.entries(layers).map(([name, { state, last_error }]) => {
    const hasOwnRow = name === "api" && ownPatterns !== undefined;
    return `${name} ${state}${last_error === null || hasOwnRow ? "" : ` (${last_error})`}`;
  });
  const pausedMinutes = Math.ceil(layers.dns.paused_seconds / 60);
  if (pausedMinutes > 0) layerText.push(`dns paused for ${pausedMinutes} min`);
  const rows: readonly (readonly [string, string])[] = [
    ["status", status.status],
    ["shipped files", filesText(status)],
    ["layers", layerText.join(", ")],
    ...(layers.dns.last_error === "lists_faulty" ? [["lists", FAULTY_LISTS] as const] : []),
    ...(ownPatterns === undefined ? [] : [["own patterns", ownPatterns] as const]),
    ["store", storeText(status.store)],
    ["patterns", String(status.patterns)],
    ["preset", `${status.preset}${status.managed ? ", managed" : ""}`],
    ["version", `${status.agent_version}, rules ${status.manifest_version}`],
    ["running for", `${status.uptime_seconds} s`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(15)}${value}\n`).join("");
}

/** How the agent at an address is. Throws an AgentError where none answers there. */
export const requireStatus = async (url: string): Promise<StatusAnswer> =>
  askFor({ url }, ROUTES.status);

/** `weir status`: how the running agent is. Exit 3 where none answers, 1 where it is not well. */
export async function statusCommand(terminal: Terminal, flags: StatusFlags): Promise<void> {
  const status = await requireStatus(flags.url);
  terminal.out(flags.json === true ? jsonDocument(status) : statusLines(status));
  if (status.status !== "ok") terminal.raiseExit(EXIT.found);
}

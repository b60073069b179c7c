import { ROUTES } from "@weir/schema";
import { isFoundByCompanion, NOT_FOUND_BY_COMPANION } from "../companion-place.ts";
import { printable } from "../printable.ts";
import { jsonDocument } from "../terminal.ts";
import type { Terminal } from "../terminal.ts";
import { askAgent, askFor } from "./agent-client.ts";
import type { AgentAddress } from "./agent-client.ts";
import type { AgentFlags } from "./running.ts";

/** What the `weir companion` commands need of the rest of the program. */
export interface CompanionCommandDeps {
  readonly terminal: Terminal;
  /** The agent that runs, with its token. Rejects with an AgentError where none can be had. */
  readonly findAgent: (flags: AgentFlags) => Promise<Required<AgentAddress>>;
}

type JsonFlags = AgentFlags & { readonly json?: boolean };

/** `weir companion pair`: prints a code for the companion's popup. Notes where the companion can't find this agent. */
export async function pairCompanion(
  { terminal, findAgent }: CompanionCommandDeps,
  flags: JsonFlags,
): Promise<void> {
  const agent = await findAgent(flags);
  const pairing = await askFor(agent, ROUTES.pairingStart);
  const { hostname, port } = new URL(agent.url);
  if (!isFoundByCompanion(hostname, Number(port))) {
    terminal.err(`note: ${NOT_FOUND_BY_COMPANION}; this one is at ${printable(agent.url)}\n`);
  }
  if (flags.json === true) return terminal.out(jsonDocument(pairing));
  const { code, expires_in_seconds } = pairing;
  terminal.out(`${code.slice(0, 4)}-${code.slice(4)}\n`);
  const minutes = Math.round(expires_in_seconds / 60);
  return terminal.err(
    `type it into the companion in your browser within ${minutes} min; it pairs one\n`,
  );
}

/** `weir companion list`. */
export async function listCompanions(
  { terminal, findAgent }: CompanionCommandDeps,
  flags: JsonFlags,
): Promise<void> {
  const list = await askFor(await findAgent(flags), ROUTES.companionList);
  if (flags.json === true) return terminal.out(jsonDocument(list));
  if (list.companions.length === 0) terminal.err("no companion is paired\n");
  for (const { id, browser } of list.companions) terminal.out(`${id}  ${browser}\n`);
  return undefined;
}

/** `weir companion forget`: forgets one after the other, and ends at the first that is not there. */
export async function forgetCompanions(
  { terminal, findAgent }: CompanionCommandDeps,
  ids: readonly string[],
  flags: AgentFlags,
): Promise<void> {
  const agent = await findAgent(flags);
  for (const id of ids) {
    await askAgent(agent, ROUTES.companionForget, { id });
    terminal.err(`companion ${printable(id)} is forgotten; its tokens are worth nothing\n`);
  }
}

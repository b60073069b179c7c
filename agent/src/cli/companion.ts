import { CompanionList, PairingCode, parse, ROUTES } from "@weir/schema";
import { printable } from "../printable.ts";
import { jsonDocument } from "../terminal.ts";
import type { Terminal } from "../terminal.ts";
import { askAgent, notAnAgent } from "./agent-client.ts";
import type { AgentAddress } from "./agent-client.ts";
import type { AgentFlags } from "./running.ts";

/** What the `weir companion` commands need of the rest of the program. */
export interface CompanionCommandDeps {
  readonly terminal: Terminal;
  /** The agent that runs, with its token. Rejects with an AgentError where none can be had. */
  readonly findAgent: (flags: AgentFlags) => Promise<Required<AgentAddress>>;
}

type JsonFlags = AgentFlags & { readonly json?: boolean };

/** `weir companion pair`: prints a code for the companion's popup. */
export async function pairCompanion(
  { terminal, findAgent }: CompanionCommandDeps,
  flags: JsonFlags,
): Promise<void> {
  const parsed = parse(PairingCode, await askAgent(await findAgent(flags), ROUTES.pairingStart));
  if (!parsed.ok) throw notAnAgent();
  if (flags.json === true) return terminal.out(jsonDocument(parsed.value));
  const { code, expires_in_seconds } = parsed.value;
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
  const parsed = parse(CompanionList, await askAgent(await findAgent(flags), ROUTES.companionList));
  if (!parsed.ok) throw notAnAgent();
  if (flags.json === true) return terminal.out(jsonDocument(parsed.value));
  for (const { id, browser } of parsed.value.companions) terminal.out(`${id}  ${browser}\n`);
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

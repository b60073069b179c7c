import { ROUTES } from "@weir/schema";
import { AgentError } from "../errors.ts";
import type { AgentErrorCode } from "../errors.ts";
import { counted } from "../counted.ts";
import { printable } from "../printable.ts";
import { jsonDocument } from "../terminal.ts";
import type { Terminal } from "../terminal.ts";
import { askAgent, askFor } from "./agent-client.ts";
import type { AgentAddress } from "./agent-client.ts";
import type { AgentFlags } from "./running.ts";

/** What the `weir canary` commands need of the rest of the program. */
export interface CanaryCommandDeps {
  readonly terminal: Terminal;
  /** The agent that runs, with its token. Rejects with an AgentError where none can be had. */
  readonly findAgent: (flags: AgentFlags) => Promise<Required<AgentAddress>>;
  /**
   * Writes a token into a file, which is to hold none of the tokens in force; answers why it did not, or undefined where it
   * did.
   */
  readonly plant: (
    path: string,
    token: string,
    inForce: ReadonlySet<string>,
  ) => AgentErrorCode | undefined;
}

/** Times are shown to the minute; 0 is never. */
function whenText(atSec: number): string {
  if (atSec === 0) return "never";
  return `${new Date(atSec * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** `weir canary create`: makes a canary and, where asked, plants it; one that can't be planted is deleted again. */
export async function createCanary(
  { terminal, findAgent, plant }: CanaryCommandDeps,
  label: string,
  flags: AgentFlags & { readonly plant?: string; readonly json?: boolean },
): Promise<void> {
  const agent = await findAgent(flags);
  const canary = await askFor(agent, ROUTES.canaryCreate, { body: { label } });
  const { id, token } = canary;
  const file = flags.plant;
  if (file !== undefined) {
    const { canaries } = await askFor(agent, ROUTES.canaryList);
    const refusal = plant(file, token, new Set(canaries.map((one) => one.token)));
    if (refusal !== undefined) {
      await askAgent(agent, ROUTES.canaryDelete, { id });
      throw new AgentError(refusal, { subject: printable(file) });
    }
  }
  terminal.out(flags.json === true ? jsonDocument(canary) : `${token}\n`);
  const place =
    file === undefined ? "put it in a file that no AI tool should read" : `in ${printable(file)}`;
  terminal.err(`canary ${id} is in force; ${place}\n`);
}

/** `weir canary list`. */
export async function listCanaries(
  { terminal, findAgent }: CanaryCommandDeps,
  flags: AgentFlags & { readonly json?: boolean },
): Promise<void> {
  const list = await askFor(await findAgent(flags), ROUTES.canaryList);
  if (flags.json === true) {
    terminal.out(jsonDocument(list));
    return;
  }
  if (list.canaries.length === 0) terminal.err("there is no canary\n");
  for (const { id, token, label, last_triggered, trigger_count } of list.canaries) {
    const met = `met ${counted(trigger_count, "time")}, last ${whenText(last_triggered)}`;
    terminal.out(`${id}  ${token}  ${printable(label)}  (${met})\n`);
  }
}

/** `weir canary rm`: deletes one after the other, and ends at the first that is not there. */
export async function removeCanaries(
  { terminal, findAgent }: CanaryCommandDeps,
  ids: readonly string[],
  flags: AgentFlags,
): Promise<void> {
  const agent = await findAgent(flags);
  for (const id of ids) {
    await askAgent(agent, ROUTES.canaryDelete, { id });
    terminal.err(
      `canary ${printable(id)} is gone; a file that it was planted in still holds its line\n`,
    );
  }
}

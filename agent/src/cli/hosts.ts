// The commands that change hosts through the running agent.
import { parse, ROUTES } from "@weir/schema";
import type { HostPolicy, Overrides } from "@weir/schema";
import { AgentError } from "../errors.ts";
import { printable } from "../printable.ts";
import { jsonDocument } from "../terminal.ts";
import type { Terminal } from "../terminal.ts";
import { askFor } from "./agent-client.ts";
import type { AgentAddress, Asking, RouteTo, Schema } from "./agent-client.ts";
import type { AgentFlags } from "./running.ts";

/** A change is answered once it is in force, which takes seconds where lists hold a million names. */
const CHANGE_MS = 60_000;

/** What the commands need of the rest of the program. */
export interface HostCommandDeps {
  readonly terminal: Terminal;
  /** The agent that runs, with its token. Rejects with an AgentError where none can be had. */
  readonly findAgent: (flags: AgentFlags) => Promise<Required<AgentAddress>>;
}

type JsonFlags = AgentFlags & { readonly json?: boolean };

/** The `weir hosts` and `weir policy` commands. */
export interface HostCommands {
  readonly hostsAdd: (list: keyof Overrides, name: string, flags: JsonFlags) => Promise<void>;
  readonly hostsRemove: (name: string, flags: JsonFlags) => Promise<void>;
  readonly hostsList: (flags: JsonFlags) => Promise<void>;
  readonly policyList: (flags: JsonFlags) => Promise<void>;
  readonly policyUnset: (category: string, flags: JsonFlags) => Promise<void>;
  readonly policySet: (category: string, policy: HostPolicy, flags: JsonFlags) => Promise<void>;
}

/** What is said of a policy. */
const MEANING: Readonly<Record<HostPolicy, string>> = {
  allow: "pass untouched",
  allow_with_dlp: "pass, and what is sent to them is inspected",
  deny: "are blocked",
};

/** Until when a change counts, to be said after it. */
const lasting = ({ until_restart }: { readonly until_restart: boolean }): string =>
  until_restart ? " until the agent is started again" : "";

const bodyOf = (body: unknown): Asking => ({ body, timeMs: CHANGE_MS });

/** The name, where the API would read it as one. Throws an AgentError for an empty or endless one. */
function domainOf(name: string): string {
  if (!parse(ROUTES.overrideRemove.body, { domain: name }).ok) {
    throw new AgentError("host_refused", name === "" ? { subject: '""' } : {});
  }
  return name;
}

/** How a command asks, and tells what was answered. */
function asker({ terminal, findAgent }: HostCommandDeps) {
  /** Prints an answer as JSON for programs, or tells people of it. */
  const tell = <T>(flags: JsonFlags, answer: T, say: (answer: T) => void): void => {
    if (flags.json === true) terminal.out(jsonDocument(answer));
    else say(answer);
  };
  const ask = async <S extends Schema>(flags: JsonFlags, route: RouteTo<S>, asking?: Asking) =>
    askFor(await findAgent(flags), route, asking);
  return { terminal, tell, ask };
}

type Asker = ReturnType<typeof asker>;

/** The `weir hosts` and `weir policy` commands. */
export function hostCommands(deps: HostCommandDeps): HostCommands {
  const by = asker(deps);
  return { ...listCommands(by), ...policyCommands(by) };
}

function listCommands({
  terminal,
  tell,
  ask,
}: Asker): Pick<HostCommands, "hostsAdd" | "hostsRemove" | "hostsList"> {
  return {
    hostsAdd: async (list, name, flags) => {
      const answer = await ask(flags, ROUTES.overrideAdd, bodyOf({ domain: domainOf(name), list }));
      tell(flags, answer, (added) => {
        const state = list === "allow" ? "allowed" : "blocked";
        terminal.err(`${printable(name)} is ${state}${lasting(added)}\n`);
        for (const { domain, list: other } of added.below) {
          terminal.err(`  ${printable(domain)} under it stays as ${printable(other)} has it\n`);
        }
      });
    },
    hostsRemove: async (name, flags) => {
      const answer = await ask(flags, ROUTES.overrideRemove, bodyOf({ domain: domainOf(name) }));
      tell(flags, answer, (removed) => {
        terminal.err(`${printable(name)} is on neither list${lasting(removed)}\n`);
      });
    },
    hostsList: async (flags) => {
      tell(flags, await ask(flags, ROUTES.overrides), ({ allow, block }) => {
        if (allow.length + block.length === 0) terminal.err("both lists are empty\n");
        for (const name of allow) terminal.out(`allow  ${printable(name)}\n`);
        for (const name of block) terminal.out(`block  ${printable(name)}\n`);
      });
    },
  };
}

function policyCommands({
  terminal,
  tell,
  ask,
}: Asker): Pick<HostCommands, "policyList" | "policySet" | "policyUnset"> {
  return {
    policyList: async (flags) => {
      tell(flags, await ask(flags, ROUTES.policies), ({ policies }) => {
        const width = Math.max(...policies.map(({ category }) => category.length));
        for (const { category, policy } of policies) {
          terminal.out(`${printable(category).padEnd(width)}  ${policy ?? "(not in force)"}\n`);
        }
      });
    },
    policyUnset: async (category, flags) => {
      const answer = await ask(flags, ROUTES.policyUnset, { id: category, timeMs: CHANGE_MS });
      tell(flags, answer, ({ policy }) => {
        const now = policy === null ? "are in no list in force" : MEANING[policy];
        terminal.err(`hosts of ${printable(category)} ${now}, as the configuration has it\n`);
      });
    },
    policySet: async (category, policy, flags) => {
      const asking = { ...bodyOf({ policy }), id: category };
      const answer = await ask(flags, ROUTES.policyUpdate, asking);
      tell(flags, answer, (updated) => {
        const what = `hosts of ${printable(category)} ${MEANING[policy]}`;
        terminal.err(`${what}${lasting(updated)}\n`);
      });
    },
  };
}

import type { PresetName, StoredSettings } from "@weir/schema";
import { AgentError } from "../errors.ts";
import { printable } from "../printable.ts";
import { jsonDocument } from "../terminal.ts";
import type { Terminal } from "../terminal.ts";
import { NOT_TAKEN_UP } from "./running.ts";
import type { RunningChanges } from "./running.ts";

/** One key in force. */
interface Row {
  readonly key: string;
  readonly value: string;
  readonly origin: string;
}

/** What the `weir config` commands need of the rest of the program. */
export interface ConfigCommandDeps {
  readonly terminal: Terminal;
  /** Checks a file, or the one that the agent would read. Throws an AgentError with every fault. */
  readonly check: (path: string | undefined) => {
    readonly path: string | undefined;
    readonly warnings: readonly string[];
  };
  /** The keys in force. Throws an AgentError with every fault. */
  readonly rows: (
    path: string | undefined,
    changes: StoredSettings | undefined,
  ) => {
    readonly path: string | undefined;
    readonly rows: readonly Row[];
  };
  /** What was changed while the agent ran; undefined where none answers. Throws an AgentError with every fault. */
  readonly changes: (path: string | undefined) => Promise<RunningChanges | undefined>;
  /** Writes a preset's file. */
  readonly init: (order: InitFlags) =>
    | { readonly ok: true; readonly path: string }
    | {
        readonly ok: false;
        readonly code: "config_exists" | "config_unsafe" | "config_unwritable";
        readonly path: string;
        readonly details?: readonly string[];
      };
}

/** The options of `weir config init`. */
export interface InitFlags {
  readonly preset: PresetName;
  readonly path?: string;
  readonly force?: boolean;
}

const NOT_ASKED = "no agent answers: what was changed through it and is kept is not shown";

const NO_FILE = "no file: the personal preset is in force";

/** `weir config check`. Exit code 2 where there are faults; a warning is none. */
export function checkConfigCommand(
  { terminal, check }: ConfigCommandDeps,
  path: string | undefined,
): void {
  const checked = check(path);
  for (const warning of checked.warnings) terminal.err(`warning: ${warning}\n`);
  const file = checked.path;
  terminal.out(file === undefined ? `${NO_FILE}\n` : `${printable(file)}: no faults\n`);
}

/** `weir config show`. */
export async function showConfigCommand(
  { terminal, rows: load, changes: ask }: ConfigCommandDeps,
  { config, json = false }: { readonly config?: string; readonly json?: boolean },
): Promise<void> {
  const changes = await ask(config);
  const { path, rows } = load(config, changes);
  const isAgentAsked = changes !== undefined;
  if (changes?.isTakenUp === false) terminal.err(`${NOT_TAKEN_UP}\n`);
  if (json) {
    terminal.out(jsonDocument({ path: path ?? null, agent_asked: isAgentAsked, keys: rows }));
    return;
  }
  if (!isAgentAsked) terminal.err(`${NOT_ASKED}\n`);
  terminal.err(path === undefined ? `${NO_FILE}\n` : `${printable(path)}\n`);
  const width = Math.max(...rows.map(({ key }) => key.length));
  for (const { key, value, origin } of rows) {
    const shown = value === "" ? "(not set)" : value;
    terminal.out(`${key.padEnd(width)}  ${shown}  (${origin})\n`);
  }
}

/** `weir config init`. */
export function initConfigCommand({ terminal, init }: ConfigCommandDeps, flags: InitFlags): void {
  const outcome = init(flags);
  if (!outcome.ok) {
    const { code, path, details = [] } = outcome;
    throw new AgentError(code, { subject: printable(path), details });
  }
  terminal.out(`${printable(outcome.path)}\n`);
  const named = flags.path === undefined ? "" : ` ${printable(outcome.path)}`;
  terminal.err(`written; edit it, then: weir config check${named}\n`);
}

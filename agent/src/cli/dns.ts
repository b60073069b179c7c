import { MAX_PAUSE_MINUTES } from "@weir/schema";
import { AgentError, EXIT } from "../errors.ts";
import type { AgentErrorCode } from "../errors.ts";
import { printable } from "../printable.ts";
import { jsonDocument } from "../terminal.ts";
import type { Terminal } from "../terminal.ts";
import type { AgentFlags } from "./running.ts";

/** What becomes of a name, and why. */
export interface DescribedHost {
  readonly name: string;
  readonly action: string;
  readonly list: string;
  readonly entry: string;
  readonly answer: string;
  readonly why: string;
  /** How long the name is forwarded all the same, in seconds; 0 where no pause is on, and for a name that none forwards. */
  readonly paused_seconds: number;
}

/** How a change of the system's resolvers ended. */
export type SetupOutcome =
  | { readonly ok: true; readonly lines: readonly string[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly code: AgentErrorCode; readonly details: readonly string[] };

/** How the system asks for names now: for programs, for people, and what is wrong. */
export interface SetupStatus {
  readonly document: object;
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

/** The options that name a configuration. */
export interface DnsFlags {
  readonly config?: string;
}

/** The options of `weir dns install`. */
export type InstallFlags = DnsFlags & {
  readonly scoped?: boolean;
  readonly full?: boolean;
  readonly dryRun?: boolean;
};

/** What the `weir dns` commands need of the rest of the program. */
export interface DnsCommandDeps {
  readonly terminal: Terminal;
  /** Undefined for what is no host name. */
  readonly describe: (name: string, flags: DnsFlags) => Promise<DescribedHost | undefined>;
  readonly install: (flags: InstallFlags) => Promise<SetupOutcome>;
  readonly restore: (
    options: { isFinal: boolean; isAfterCrash: boolean },
    flags: DnsFlags,
  ) => SetupOutcome;
  readonly resume: (flags: AgentFlags) => Promise<SetupOutcome>;
  /** Has the running agent block nothing for so many minutes; answers the seconds. Throws an AgentError. */
  readonly pause: (minutes: number, flags: AgentFlags) => Promise<number>;
  readonly status: (flags: DnsFlags) => Promise<SetupStatus>;
}

/** `weir dns test NAME`: which list, which entry, what the answer would be. Exit 1 where that is NXDOMAIN. */
export async function testHost(
  { terminal, describe }: DnsCommandDeps,
  name: string,
  flags: DnsFlags & { readonly json?: boolean },
): Promise<void> {
  const host = await describe(name, flags);
  if (host === undefined) throw new AgentError("host_name_invalid", { subject: printable(name) });
  const left = Math.ceil(host.paused_seconds / 60);
  if (host.answer === "NXDOMAIN" && left === 0) terminal.raiseExit(EXIT.found);
  if (flags.json === true) return terminal.out(jsonDocument(host));
  const answer =
    left === 0
      ? host.answer
      : `forwarded: filtering is paused for ${left} min; then ${host.answer}`;
  return terminal.out(`${printable(host.why)}\nanswer: ${answer}\n`);
}

/** Tells how a change ended. Throws an AgentError where it was refused. */
function tell(terminal: Terminal, outcome: SetupOutcome): void {
  if (!outcome.ok) throw new AgentError(outcome.code, { details: outcome.details });
  for (const line of outcome.lines) terminal.out(`${line}\n`);
  for (const warning of outcome.warnings) terminal.err(`warning: ${warning}\n`);
}

/** `weir dns install`, and with `--dry-run` what it would do. */
export async function installCommand(deps: DnsCommandDeps, flags: InstallFlags): Promise<void> {
  tell(deps.terminal, await deps.install(flags));
}

/** `weir dns uninstall` and `weir dns restore`. Exit 1 where what somebody else has changed since was left as it is. */
export function restoreCommand(
  deps: DnsCommandDeps,
  options: { readonly isFinal: boolean; readonly isAfterCrash: boolean },
  flags: DnsFlags,
): void {
  const outcome = deps.restore(options, flags);
  tell(deps.terminal, outcome);
  if (outcome.ok && outcome.warnings.length > 0) deps.terminal.raiseExit(EXIT.found);
}

/** `weir dns resume`: ends a pause, and puts in force again what was taken back after a crash. */
export async function resumeCommand(deps: DnsCommandDeps, flags: AgentFlags): Promise<void> {
  tell(deps.terminal, await deps.resume(flags));
}

/** `weir dns pause MINUTES`. */
export async function pauseCommand(
  { terminal, pause }: DnsCommandDeps,
  text: string,
  flags: AgentFlags,
): Promise<void> {
  const minutes = /^[0-9]{1,4}$/.test(text) ? Number(text) : 0;
  if (minutes < 1 || minutes > MAX_PAUSE_MINUTES) throw new AgentError("pause_invalid");
  const left = Math.ceil((await pause(minutes, flags)) / 60);
  terminal.out(`no name is blocked for ${left} min; weir dns resume ends it\n`);
}

/** `weir dns status`. Exit 1 where something keeps names from being answered as they should. */
export async function dnsStatusCommand(
  { terminal, status }: DnsCommandDeps,
  flags: DnsFlags & { readonly json?: boolean },
): Promise<void> {
  const { document, lines, faults } = await status(flags);
  terminal.out(flags.json === true ? jsonDocument(document) : `${lines.join("\n")}\n`);
  if (faults.length > 0) terminal.raiseExit(EXIT.found);
}

import { ROUTES } from "@weir/schema";
import type { Reloaded, SettingsChanges } from "@weir/schema";
import { diskFault } from "../data-disk.ts";
import { AgentError } from "../errors.ts";
import type { AgentErrorCode } from "../errors.ts";
import { configMark, runningAgent } from "../pid-file.ts";
import { printable } from "../printable.ts";
import type { Terminal } from "../terminal.ts";
import { askFor, isBusy } from "./agent-client.ts";
import type { AgentAddress } from "./agent-client.ts";
import { requireStatus, statusCommand } from "./status.ts";

/** The options of every command that speaks to the running agent. */
export interface AgentFlags {
  readonly config?: string;
  readonly url?: string;
}

/** Where an agent is that runs on a configuration. */
export interface AgentPlace {
  /** The configuration file; undefined where there is none. */
  readonly configPath: string | undefined;
  /** What tells the file and its text from others; undefined where there is none. */
  readonly configSha256: string | undefined;
  readonly dataDir: string;
  /** The address of its API, such as `http://127.0.0.1:9191`. */
  readonly url: string;
  /** Does the preset lock every setting? */
  readonly isLocked: boolean;
}

/** What the commands that speak to the running agent need of the rest of the program. */
export interface RunningDeps {
  readonly terminal: Terminal;
  /** Reads the configuration. Throws an AgentError with every fault. */
  readonly placeOf: (config: string | undefined) => AgentPlace;
  /** The token of a data folder; undefined where none was made yet. Throws an AgentError. */
  readonly tokenOf: (dataDir: string) => string | undefined;
  /** Replaces the token of a data folder. Throws an AgentError. */
  readonly replaceToken: (dataDir: string) => void;
}

/** Tells of an agent that answers at an address, though the data folder names none that runs. */
function unnamed(code: AgentErrorCode, url: string, { dataDir }: AgentPlace): AgentError {
  const details = [`data folder: ${printable(dataDir)}`];
  const fault = diskFault(dataDir);
  if (fault !== undefined) details.push(`${fault}; an agent on it is found once it takes files`);
  return new AgentError(code, { subject: printable(url), details });
}

/**
 * The agent that runs, with its token. Only an agent that the data folder or a person names is given the token: whatever
 * else listens at the configuration's address could take it. Throws an AgentError where none answers.
 */
export async function findAgent(
  deps: RunningDeps,
  { config, url: named }: AgentFlags,
): Promise<Required<AgentAddress>> {
  const place = deps.placeOf(config);
  const running = runningAgent(place.dataDir);
  const url = named ?? running?.url ?? place.url;
  if (running === undefined) {
    await requireStatus(url);
    // Whose disk has room again writes its files when it is asked.
    const isKnown = runningAgent(place.dataDir) !== undefined;
    if (named === undefined && !isKnown) throw unnamed("agent_unnamed", url, place);
  }
  const token = deps.tokenOf(place.dataDir);
  if (token === undefined) {
    throw new AgentError("token_missing", { subject: printable(place.dataDir) });
  }
  return { url, token };
}

/** The address of the agent that runs on a configuration, or would. Throws an AgentError for a faulty one. */
export function agentUrl(deps: Pick<RunningDeps, "placeOf">, config: string | undefined): string {
  const place = deps.placeOf(config);
  return runningAgent(place.dataDir)?.url ?? place.url;
}

/**
 * Would an agent read another file than this one? One that began without a file may find one by now where it looks; whether
 * it looks where somebody names one, it does not tell.
 */
function isOfAnother(running: string, path: string | undefined, isNamed: boolean): boolean {
  if (path === undefined || running === configMark(path)) return false;
  return isNamed || running !== configMark(undefined);
}

/** The agent on a data folder, as far as it runs with the configuration of it; undefined where none does. */
function agentWith(
  { configPath, dataDir }: AgentPlace,
  isNamed: boolean,
): ReturnType<typeof runningAgent> {
  const running = runningAgent(dataDir);
  const mark = running?.config;
  return mark !== undefined && isOfAnother(mark, configPath, isNamed) ? undefined : running;
}

/** What is told of an agent whose configuration is not the file as it is now. */
export const NOT_TAKEN_UP =
  "warning: the running agent works by another configuration than this; weir reload has it take up a file that was changed";

/** What was changed while an agent ran, and whether it works by the file of its configuration as that is now. */
export interface RunningChanges extends SettingsChanges {
  readonly isTakenUp: boolean;
}

/**
 * What was changed while the agent that runs with a configuration ran; undefined where none does, or answers. Throws an
 * AgentError for a faulty configuration, and `agent_busy` for an agent that is there and late.
 */
export async function changesOfRunning(
  deps: Pick<RunningDeps, "placeOf">,
  config: string | undefined,
): Promise<RunningChanges | undefined> {
  const place = deps.placeOf(config);
  const url = agentWith(place, config !== undefined)?.url;
  if (url === undefined) return undefined;
  try {
    const changes = await askFor({ url }, ROUTES.settingsChanges);
    return { ...changes, isTakenUp: changes.config_sha256 === (place.configSha256 ?? null) };
  } catch (error) {
    if (isBusy(error)) throw error;
    return undefined;
  }
}

/** How long the agent may take to read and check its configuration and rules, in milliseconds. */
const RELOAD_MS = 60_000;

/** The agent that a reload of a configuration is for. Throws an AgentError where none runs with it. */
async function agentToReload(
  deps: RunningDeps,
  { config }: AgentFlags,
): Promise<Required<AgentAddress>> {
  const place = deps.placeOf(config);
  if (runningAgent(place.dataDir) === undefined) {
    await requireStatus(place.url);
    // As in findAgent: once its disk has room, its files are there.
    if (runningAgent(place.dataDir) === undefined) throw unnamed("agent_untold", place.url, place);
  }
  // Agents of several configurations can share the default data folder, one at a time.
  if (agentWith(place, config !== undefined) === undefined) {
    throw new AgentError("agent_of_another", {
      subject: printable(place.configPath ?? ""),
      details: [`data folder: ${printable(place.dataDir)}`],
    });
  }
  return findAgent(deps, config === undefined ? {} : { config });
}

/**
 * `weir reload` of a configuration that was checked, but for `ownFaults`, those of this machine's own patterns and lists, which
 * keep nothing else from being taken up. Waits until that is done. Throws an AgentError where it was refused, or not wholly.
 */
export async function reloadCommand(
  deps: RunningDeps,
  flags: AgentFlags,
  ownFaults: readonly string[],
): Promise<void> {
  const agent = await agentToReload(deps, flags);
  let reloaded: Reloaded;
  try {
    reloaded = await askFor(agent, ROUTES.reload, { timeMs: RELOAD_MS });
  } catch (error) {
    throw isBusy(error) ? new AgentError("reload_late") : error;
  }
  const { patterns, own_faults, restart_keys } = reloaded;
  deps.terminal.err(`taken up; ${patterns} patterns are in force\n`);
  if (restart_keys.length > 0) {
    deps.terminal.err(`these wait for a restart of the agent: ${restart_keys.join(", ")}\n`);
  }
  if (ownFaults.length + own_faults > 0) {
    throw new AgentError("own_rules_faulty", { details: ownFaults });
  }
}

/** Can the token that a data folder holds not be relied on, so that nobody is let in by it and no agent starts? */
function isTokenSpoilt({ tokenOf }: RunningDeps, dataDir: string): boolean {
  try {
    tokenOf(dataDir);
    return false;
  } catch (error) {
    return (
      error instanceof AgentError &&
      (error.code === "token_malformed" || error.code === "token_unsafe")
    );
  }
}

/**
 * `weir token rotate`. The agent reads the file anew for each request, so that it need not be told. A lock keeps a token that
 * counts; of one that does not, this is the cure that the agent names when it refuses to start.
 */
export function rotateCommand(deps: RunningDeps, { config }: AgentFlags): void {
  const { dataDir, isLocked } = deps.placeOf(config);
  if (isLocked && !isTokenSpoilt(deps, dataDir)) throw new AgentError("profile_locked");
  deps.replaceToken(dataDir);
  deps.terminal.err("there is a new token; the old one is worth nothing any more\n");
}

/** `weir status` of the agent at an address, or of the configuration's. */
export async function tellStatus(
  deps: RunningDeps,
  flags: AgentFlags & { readonly json?: boolean },
): Promise<void> {
  const url = flags.url ?? agentUrl(deps, flags.config);
  await statusCommand(deps.terminal, { ...flags, url });
}

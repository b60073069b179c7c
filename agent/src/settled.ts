// What the agent works by before it runs: a configuration and the rules that it names.
import type { Ruleset, ScanPolicy } from "@weir/engine";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS, PRESETS } from "@weir/schema";
import type { Config } from "@weir/schema";
import { checkTokenFile } from "./config/data-folder.ts";
import type { LoadedConfig } from "./config/load.ts";
import { requireConfig } from "./config/require.ts";
import { systemSources } from "./config/sources.ts";
import { areAllInForce, loadRuleset } from "./rules/image.ts";
import type { LoadedRuleset } from "./rules/image.ts";
import { loadElsewhere } from "./rules/load-elsewhere.ts";
import type { NamedRuleFiles } from "./rules/load.ts";
import { shippedRulesDir } from "./rules/locate.ts";
import type { RunFlags } from "./run-flags.ts";
import { tellRefused } from "./tamper.ts";
import type { Terminal } from "./terminal.ts";

/** The scoring of whoever sets none. */
export const defaultPolicy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

/** A folder of rules, or the shipped one. */
export const folderOf = (folder: string | undefined): string => folder ?? shippedRulesDir();

/** Does the preset of a configuration lock every setting? */
export const isLockedBy = ({ preset }: Config): boolean =>
  PRESETS[preset].overrides === "locked_by_profile";

/** Tells what is wrong with the local rules; answers the rules. */
export function tellingFaults<T extends Pick<LoadedRuleset, "local">>(
  terminal: Pick<Terminal, "err">,
  rules: T,
): T {
  const { faults, note } = rules.local;
  if (faults.length > 0) terminal.err(`warning: ${note}\n`);
  for (const fault of faults) terminal.err(`  ${fault}\n`);
  return rules;
}

/** A configuration and the rules that it names; both without faults. */
export interface Settled {
  readonly loaded: LoadedConfig;
  readonly rules: LoadedRuleset;
}

/** The rules that a configuration names. */
function rulesOf(
  { rules: folder }: RunFlags,
  { config }: LoadedConfig,
): readonly [folder: string, named: NamedRuleFiles] {
  const { rules_dir, dlp_patterns, dlp_exclusions } = config;
  const named = folder === undefined ? { patterns: dlp_patterns, exclusions: dlp_exclusions } : {};
  return [folderOf(rules_dir), named];
}

/** Loads the configuration. Throws an AgentError with every fault. */
function loadConfig(flags: RunFlags): LoadedConfig {
  const { config: path, listen, rules: folder, dns, dnsListen } = flags;
  const sources = systemSources(path, {
    ...(listen === undefined ? {} : { api_listen: listen.trim() }),
    ...(dnsListen === undefined ? {} : { dns_listen: dnsListen.trim() }),
    ...(dns === false ? { dns_enabled: false } : {}),
    ...(folder === undefined ? {} : { rules_dir: folder }),
  });
  return requireConfig(sources);
}

/** Loads what the agent starts with. Throws an AgentError with every fault. */
export function loadSettled(terminal: Terminal, flags: RunFlags): Settled {
  const loaded = loadConfig(flags);
  return { loaded, rules: tellingFaults(terminal, loadRuleset(...rulesOf(flags, loaded))) };
}

/** The options that say which rules a command without an agent works by. */
type RuleFlags = Pick<RunFlags, "config" | "rules">;

/** The configuration of a command that keeps nothing. Throws an AgentError with every fault. */
function configToReadBy({ config: path, rules: folder }: RuleFlags): LoadedConfig {
  const sources = systemSources(path);
  // An account without a home folder has none for data either, and need not.
  const data_dir = sources.cwd;
  const commandLine = folder === undefined ? { data_dir } : { data_dir, rules_dir: folder };
  return requireConfig({ ...sources, commandLine });
}

/** The rules that a command names, and else those of the configuration. Throws an AgentError with every fault of that. */
export function rulesToReadBy(flags: RuleFlags): ReturnType<typeof rulesOf> {
  return flags.rules === undefined ? rulesOf(flags, configToReadBy(flags)) : [flags.rules, {}];
}

/** What one command scans by. */
export interface ScanRules {
  readonly ruleset: Ruleset;
  readonly policy: ScanPolicy;
  /** What is wrong with the files of rules, in lines that were told on the terminal. */
  readonly warnings: readonly string[];
  /** Are all rules in force that were asked for? Those of this machine are not where they have faults. */
  readonly areInForce: boolean;
}

/** The rules that a command scans by: as an agent would of this configuration, but for what was changed while it ran. Throws an AgentError. */
export function loadToScanBy(terminal: Terminal, flags: RuleFlags): ScanRules {
  const loaded = configToReadBy(flags);
  const [folder, named] = rulesOf(flags, loaded);
  const told: string[] = [];
  const err = (line: string): void => {
    told.push(line);
    terminal.err(line);
  };
  const rules = tellingFaults({ err }, loadRuleset(folder, named));
  tellRefused(rules, warner({ err }));
  const { thresholds, weights } = loaded.config;
  return {
    ruleset: rules.ruleset,
    policy: { thresholds, weights },
    warnings: told.map((line) => line.trim().replace(/^warning: /, "")),
    areInForce: areAllInForce(rules, named),
  };
}

/** How a running agent is told what to load. */
export interface ReloadOrder {
  readonly terminal: Terminal;
  readonly flags: RunFlags;
  /** Ends what is under way, which rejects then. */
  readonly gone: AbortSignal;
}

/** Loads the rules of what is in force anew, while this thread answers. Rejects with an AgentError with every fault. */
export async function loadRulesAgain(
  { terminal, flags, gone }: ReloadOrder,
  { loaded, rules }: Settled,
): Promise<LoadedRuleset> {
  const [folder, named] = rulesOf(flags, loaded);
  return tellingFaults(terminal, await loadElsewhere(folder, named, rules, gone));
}

/** Loads the configuration anew, and its rules as `loadRulesAgain` does. Rejects with an AgentError with every fault. */
export async function loadAgain(order: ReloadOrder, { rules }: Settled): Promise<Settled> {
  const loaded = loadConfig(order.flags);
  return { loaded, rules: await loadRulesAgain(order, { loaded, rules }) };
}

/** Checks who may read a token's file. Throws an AgentError. */
export const checkToken = (path: string): void => checkTokenFile(path, systemSources());

/** Tells a person what is wrong while the agent goes on. */
export const warner =
  (terminal: Pick<Terminal, "err">) =>
  (fault: string): void =>
    terminal.err(`warning: ${fault}\n`);

// What the commands about names and resolvers do: where cli/, hosts/, dns-setup/ and export/ meet. Only main.ts imports this.
import { existsSync } from "node:fs";
import process from "node:process";
import { Counters, parse, PRESETS, ROUTES, StatusAnswer } from "@weir/schema";
import type { Route } from "@weir/schema";
import { askAgent, askFor, inTimeOr, isBusy } from "./cli/agent-client.ts";
import type { DnsCommandDeps, DnsFlags, InstallFlags } from "./cli/dns.ts";
import type { ExportCommandDeps } from "./cli/export.ts";
import { agentUrl, changesOfRunning, findAgent, NOT_TAKEN_UP } from "./cli/running.ts";
import type { AgentFlags, RunningDeps } from "./cli/running.ts";
import { prepareDataFolder } from "./config/data-folder.ts";
import { platformDataDir } from "./config/locate.ts";
import { requireConfig } from "./config/require.ts";
import { systemSources } from "./config/sources.ts";
import { loadHostState, NO_CHANGES } from "./dns-layer.ts";
import type { HostChanges } from "./dns-layer.ts";
import { createSpecialNames } from "./dns/special-names.ts";
import { tryInstall } from "./dns-setup/describe.ts";
import { installDns, resumeDns } from "./dns-setup/install.ts";
import { isSystemPrivileged } from "./dns-setup/privilege.ts";
import { systemProbe } from "./dns-setup/probe.ts";
import type { CountQueries } from "./dns-setup/probe.ts";
import { restoreDns } from "./dns-setup/restore.ts";
import { systemRunner } from "./dns-setup/runner.ts";
import { dnsStatus, dnsStatusDocument, dnsStatusLines } from "./dns-setup/status.ts";
import type { DnsRequest, DnsSetupDeps } from "./dns-setup/types.ts";
import { AgentError } from "./errors.ts";
import { exportPolicy, parseExportFormat } from "./export/export.ts";
import { askResolver } from "./export/ask-resolver.ts";
import { exportedRules } from "./export/verdicts.ts";
import { namesToVerify, spreadSample, verifyExport } from "./export/verify.ts";
import { describeHost } from "./hosts/describe.ts";
import { governedNames } from "./hosts/governed-names.ts";
import { printable } from "./printable.ts";
import { shippedRulesDir } from "./rules/locate.ts";

const WITHOUT_FAULTY =
  "lists have faults, and what is good of them counts here; an agent that read them before goes by what it read then";

/**
 * The configuration, and the hosts that it makes a decision about. Tells the faults of lists. Throws an AgentError with every
 * fault of the configuration.
 */
async function loadPolicy(
  { terminal }: RunningDeps,
  { config: path }: DnsFlags,
  changes: HostChanges = NO_CHANGES,
) {
  const { config, dataDir } = requireConfig(systemSources(path));
  const folder = config.rules_dir ?? shippedRulesDir();
  const hosts = await loadHostState({ config, folder, changes });
  const { faults } = hosts.loaded;
  for (const fault of faults) terminal.err(`warning: ${fault}\n`);
  if (faults.length > 0) terminal.err(`warning: ${WITHOUT_FAULTY}\n`);
  return { config, dataDir, hosts };
}

/**
 * What a route that needs no token answers; undefined where no agent does. Throws an AgentError where one is there and busy:
 * what it would say is not known then.
 */
async function answerOf(running: RunningDeps, flags: AgentFlags, route: Route): Promise<unknown> {
  try {
    return await askAgent({ url: flags.url ?? agentUrl(running, flags.config) }, route);
  } catch (error) {
    if (isBusy(error)) throw error;
    return undefined;
  }
}

/** What the running agent says of its DNS layer; undefined where none answers. Throws an AgentError for one that is busy. */
async function layerOf(running: RunningDeps, flags: AgentFlags) {
  const parsed = parse(StatusAnswer, await answerOf(running, flags, ROUTES.status));
  return parsed.ok ? parsed.value.layers.dns : undefined;
}

/** The queries that the running agent has counted; undefined where none answers in time. */
const queryCounter =
  (running: RunningDeps, flags: DnsFlags): CountQueries =>
  async () => {
    const parsed = parse(
      Counters,
      await inTimeOr(answerOf(running, flags, ROUTES.stats), undefined),
    );
    return parsed.ok ? parsed.value.dns_queries_total : undefined;
  };

/**
 * What was changed while the agent that runs with the configuration ran; undefined where none does. Says where it works by
 * another text of it than is read here. Throws an AgentError for an agent that is busy.
 */
async function changesInForce(
  running: RunningDeps,
  { config }: DnsFlags,
): Promise<HostChanges | undefined> {
  const told = await changesOfRunning(running, config);
  if (told?.isTakenUp === false) running.terminal.err(`${NOT_TAKEN_UP}\n`);
  return (
    told && {
      policies: told.category_policies,
      overrides: new Map(told.overrides.map(({ domain, list }) => [domain, list])),
    }
  );
}

/** Ends a pause of the running agent; false where none is on, or none runs. Throws an AgentError for one that is busy. */
async function endPause(running: RunningDeps, flags: AgentFlags): Promise<boolean> {
  const layer = await layerOf(running, flags);
  if (layer === undefined || layer.paused_seconds === 0) return false;
  await askAgent(await findAgent(running, flags), ROUTES.dnsResume);
  return true;
}

/** What changes this very system; the state file lies in a data folder. */
function systemSetup(
  stateFolder: string,
  { config }: DnsFlags,
  countQueries: CountQueries,
): DnsSetupDeps {
  const { platform, env } = process;
  const run = systemRunner(platform, env);
  const uid = process.getuid?.();
  return {
    platform,
    root: "/",
    stateFolder,
    uid,
    run,
    config,
    isPrivileged: () => isSystemPrivileged(platform, uid, run),
    probe: systemProbe(countQueries),
  };
}

/**
 * The data folder; the usual one where the configuration has faults, since roll-back must not wait for it. Throws an AgentError
 * for a faulty one that was named: the usual folder keeps nothing of what was done with it.
 */
function dataFolder({ config }: DnsFlags): string {
  const sources = systemSources(config);
  try {
    return requireConfig(sources).dataDir;
  } catch (error) {
    const usual = sources.env["WEIR_DATA_DIR"] || platformDataDir(sources);
    if (config !== undefined || usual === undefined) throw error;
    return usual;
  }
}

/**
 * Makes the data folder where there is none: root may never have run the agent. One that is there is left as it is, since
 * the file in it is checked by itself and sudo may have left the user's own home. Throws an AgentError as `prepareDataFolder`.
 */
function makeStateFolder(path: string): void {
  if (!existsSync(path)) prepareDataFolder(path, systemSources());
}

async function requestOf(
  running: RunningDeps,
  flags: InstallFlags,
): Promise<{ request: DnsRequest; dataDir: string }> {
  const { config, dataDir, hosts } = await loadPolicy(running, flags);
  const chosen = flags.full === true ? "full" : flags.scoped === true ? "scoped" : undefined;
  const mode = chosen ?? PRESETS[config.preset].dnsSetup;
  const names = mode === "full" ? [] : governedNames(hosts.rules);
  return { request: { mode, listener: config.dns_listen, names }, dataDir };
}

/** The `weir dns` commands on this system. */
export function dnsCommandDeps(running: RunningDeps): DnsCommandDeps {
  const setup = (stateFolder: string, flags: DnsFlags): DnsSetupDeps =>
    systemSetup(stateFolder, flags, queryCounter(running, flags));
  return {
    terminal: running.terminal,
    describe: async (name, flags) => {
      const changes = await changesInForce(running, flags);
      const { config, hosts } = await loadPolicy(running, flags, changes);
      const { blocksBypasses: blockPrivateRelay } = PRESETS[config.preset];
      const upstreams = config.upstream_dns;
      const special = createSpecialNames({ blockPrivateRelay, upstreams });
      const described = describeHost(hosts.rules, name, {
        ownLists: hosts.loaded.ownLists,
        categories: config.category_policies,
        changed: changes?.policies ?? {},
        special: special.describe,
      });
      const layer = changes === undefined ? undefined : await layerOf(running, flags);
      if (described === undefined) return undefined;
      const isPaused = described.action === "allow" || !special.isInPause(described.name);
      return { ...described, paused_seconds: isPaused ? (layer?.paused_seconds ?? 0) : 0 };
    },
    install: async (flags) => {
      const { request, dataDir } = await requestOf(running, flags);
      const deps = setup(dataDir, flags);
      if (flags.dryRun === true) return tryInstall(deps, request);
      if (deps.isPrivileged()) makeStateFolder(dataDir);
      return installDns(deps, request);
    },
    restore: (options, flags) => restoreDns(setup(dataFolder(flags), flags), options),
    pause: async (minutes, flags) => {
      const agent = await findAgent(running, flags);
      const { paused_seconds } = await askFor(agent, ROUTES.dnsPause, { body: { minutes } });
      return paused_seconds;
    },
    resume: async (flags) => {
      const isEnded = await endPause(running, flags);
      const outcome = await resumeDns(setup(dataFolder(flags), flags));
      if (!isEnded || !outcome.ok) return outcome;
      return { ...outcome, lines: ["the pause is over; names are judged again"] };
    },
    status: async (flags) => {
      const { config, dataDir } = requireConfig(systemSources(flags.config));
      const deps = setup(dataDir, flags);
      const layer = await inTimeOr(layerOf(running, flags), "busy" as const);
      const found = await dnsStatus(deps, config.dns_listen, layer);
      const { faults } = found;
      return { document: dnsStatusDocument(found), lines: dnsStatusLines(found), faults };
    },
  };
}

/**
 * How many names to ask; all where none is told. Throws an AgentError for what is no number of names: asking none would pass for
 * a resolver that judges alike.
 */
function namesToAsk(text: string | undefined): number {
  if (text === undefined) return Infinity;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) {
    throw new AgentError("export_names_invalid", { subject: `--names ${printable(text)}` });
  }
  return Number(text);
}

/** The `weir export` commands. */
export function exportCommandDeps(running: RunningDeps): ExportCommandDeps {
  // A central resolver is to block what this machine blocks, whoever has set it.
  const hostsInForce = async (flags: DnsFlags) =>
    (await loadPolicy(running, flags, await changesInForce(running, flags))).hosts;
  return {
    terminal: running.terminal,
    exportPolicy: async (text, flags) => {
      const parsed = parseExportFormat(text);
      if (!parsed.ok) return parsed;
      const hosts = await hostsInForce(flags);
      const serial = Number(flags.serial ?? 1);
      return exportPolicy(parsed.format, hosts.rules, { withDoh: flags.withDoh === true, serial });
    },
    verify: async (flags) => {
      const wanted = namesToAsk(flags.names);
      const hosts = await hostsInForce(flags);
      const rules = exportedRules(hosts.rules, flags.withDoh === true);
      const all = namesToVerify(rules);
      const names = spreadSample(all, wanted);
      const ask = askResolver(flags.resolver);
      const elsewhere = askResolver(flags.elsewhere ?? flags.resolver);
      if (ask === undefined || elsewhere === undefined) {
        throw new AgentError("resolver_address_invalid");
      }
      return verifyExport(rules, names, ask, elsewhere);
    },
  };
}

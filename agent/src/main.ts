// The composition root: with run-agent.ts and settled.ts the only place where the folders meet. Nothing imports it.
import process from "node:process";
import { DEFAULT_API_LISTEN } from "@weir/schema";
import { listenAddress } from "./api/listen.ts";
import { plantInFile } from "./canary/plant-file.ts";
import { inTimeOr } from "./cli/agent-client.ts";
import { createCanary, listCanaries, removeCanaries } from "./cli/canary.ts";
import type { CanaryCommandDeps } from "./cli/canary.ts";
import type { Commands } from "./cli/commands.ts";
import { forgetCompanions, listCompanions, pairCompanion } from "./cli/companion.ts";
import type { CompanionCommandDeps } from "./cli/companion.ts";
import { checkConfigCommand, initConfigCommand, showConfigCommand } from "./cli/config.ts";
import type { ConfigCommandDeps } from "./cli/config.ts";
import {
  dnsStatusCommand,
  installCommand,
  pauseCommand,
  restoreCommand,
  resumeCommand,
  testHost,
} from "./cli/dns.ts";
import { exportCommand, verifyCommand } from "./cli/export.ts";
import { hostCommands } from "./cli/hosts.ts";
import { processTerminal } from "./cli/process-terminal.ts";
import { runProgram } from "./cli/program.ts";
import { checkRulesCommand, newRuleCommand } from "./cli/rules-author.ts";
import type { AuthorCommandDeps } from "./cli/rules-author.ts";
import { listRules, sampleRule, showRule } from "./cli/rules.ts";
import type { RulesCommandDeps } from "./cli/rules.ts";
import {
  changesOfRunning,
  findAgent,
  reloadCommand,
  rotateCommand,
  tellStatus,
} from "./cli/running.ts";
import type { RunningDeps } from "./cli/running.ts";
import { scanCommand } from "./cli/scan.ts";
import { systemClock as clock } from "./clock.ts";
import { prepareDataFolder } from "./config/data-folder.ts";
import { configCommands, requireConfig } from "./config/require.ts";
import { systemSources } from "./config/sources.ts";
import { nameFaults } from "./config-names.ts";
import { keepMemoryOutOfCores } from "./core-dump.ts";
import { dnsCommandDeps, exportCommandDeps } from "./dns-commands.ts";
import { AgentError } from "./errors.ts";
import { tellFailure } from "./failures.ts";
import { createLevelledLog, parseLogLevel } from "./log.ts";
import { runAgent } from "./run-agent.ts";
import { checkRuleFiles } from "./rules/check-files.ts";
import { readPatterns } from "./rules/load.ts";
import { newPattern } from "./rules/new-pattern.ts";
import {
  checkToken,
  defaultPolicy,
  folderOf,
  isLockedBy,
  loadToScanBy,
  rulesToReadBy,
  tellingFaults,
} from "./settled.ts";
import { timeScan } from "./scan-timer.ts";
import { replaceToken, requireToken } from "./token/require.ts";
import { AGENT_VERSION } from "./version.ts";

const terminal = processTerminal();
const rulesDeps: RulesCommandDeps & AuthorCommandDeps = {
  terminal,
  readPatterns: (flags) => tellingFaults(terminal, readPatterns(...rulesToReadBy(flags))).patterns,
  checkRules: (file, folder) => checkRuleFiles(folderOf(folder), file, defaultPolicy),
  newRule: (idea, place) =>
    newPattern(idea, { ...place, folder: folderOf(place.folder) }, defaultPolicy),
};

const runningDeps: RunningDeps = {
  terminal,
  placeOf: (path) => {
    const { path: configPath, sha256, config, dataDir } = requireConfig(systemSources(path));
    const { host, port } = listenAddress(config.api_listen);
    const url = `http://${host}:${port}`;
    return { configPath, configSha256: sha256, dataDir, url, isLocked: isLockedBy(config) };
  },
  tokenOf: (dataDir) => requireToken(dataDir, checkToken),
  replaceToken: (dataDir) => {
    prepareDataFolder(dataDir, systemSources());
    replaceToken(dataDir);
  },
};

/** The faults of this machine's own patterns and lists. Throws an AgentError with those that an agent would refuse. */
const ownFaultsOf = (path: string | undefined): readonly string[] => {
  const { refused, own } = nameFaults(configCommands.check(path).loaded);
  if (refused.length > 0) {
    throw new AgentError("config_invalid", { details: [...refused, ...own] });
  }
  return own;
};

const configDeps: ConfigCommandDeps = {
  terminal,
  ...configCommands,
  // Whatever keeps the agent from answering, the configuration can be shown.
  changes: async (path) => inTimeOr(changesOfRunning(runningDeps, path), undefined),
  check: (path) => {
    const checked = configCommands.check(path);
    const { refused, own } = nameFaults(checked.loaded);
    const details = [...refused, ...own];
    if (details.length > 0) throw new AgentError("config_invalid", { details });
    return checked;
  },
};

const canaryDeps: CanaryCommandDeps = {
  terminal,
  findAgent: async (flags) => findAgent(runningDeps, flags),
  plant: (path, token, inForce) => {
    const planted = plantInFile(path, token, inForce);
    return planted.ok ? undefined : `plant_${planted.refusal}`;
  },
};

const askingDeps: CompanionCommandDeps = {
  terminal,
  findAgent: async (flags) => findAgent(runningDeps, flags),
};

const dnsDeps = dnsCommandDeps(runningDeps);
const exportDeps = exportCommandDeps(runningDeps);

async function main(): Promise<void> {
  keepMemoryOutOfCores();
  const { log, setLevel } = createLevelledLog(parseLogLevel(process.env["LOG_LEVEL"]), {
    clock,
    writeLine: terminal.err,
    isForPeople: terminal.errIsTty,
  });
  const commands: Commands = {
    run: async (flags) => {
      await runAgent({ terminal, log, setLevel }, flags);
      // Left to wind down by itself, the process would stop hearing signals first, and a second one would kill it.
      process.exit();
    },
    scan: async (files, flags) =>
      scanCommand(
        {
          terminal,
          load: (by) => loadToScanBy(terminal, by),
          timeScan: (kind, content) => timeScan({ log, clock }, kind, content),
        },
        files,
        flags,
      ),
    status: async (flags) => tellStatus(runningDeps, flags),
    reload: async (flags) => reloadCommand(runningDeps, flags, ownFaultsOf(flags.config)),
    rulesList: (flags) => listRules(rulesDeps, flags),
    rulesShow: (name, flags) => showRule(rulesDeps, name, flags),
    rulesSample: (name, flags) => sampleRule(rulesDeps, name, flags),
    rulesCheck: (file, flags) => checkRulesCommand(rulesDeps, file, flags),
    rulesNew: (name, flags) => newRuleCommand(rulesDeps, name, flags),
    configCheck: (file) => checkConfigCommand(configDeps, file),
    configShow: async (flags) => showConfigCommand(configDeps, flags),
    configInit: (flags) => initConfigCommand(configDeps, flags),
    canaryCreate: async (label, flags) => createCanary(canaryDeps, label, flags),
    canaryList: async (flags) => listCanaries(canaryDeps, flags),
    canaryRemove: async (ids, flags) => removeCanaries(canaryDeps, ids, flags),
    companionPair: async (flags) => pairCompanion(askingDeps, flags),
    companionList: async (flags) => listCompanions(askingDeps, flags),
    companionForget: async (ids, flags) => forgetCompanions(askingDeps, ids, flags),
    tokenRotate: (flags) => rotateCommand(runningDeps, flags),
    dnsTest: async (name, flags) => testHost(dnsDeps, name, flags),
    dnsInstall: async (flags) => installCommand(dnsDeps, flags),
    dnsUninstall: (flags) => restoreCommand(dnsDeps, { isFinal: true, isAfterCrash: false }, flags),
    dnsRestore: ({ afterCrash = false, ...flags }) =>
      restoreCommand(dnsDeps, { isFinal: false, isAfterCrash: afterCrash }, flags),
    dnsResume: async (flags) => resumeCommand(dnsDeps, flags),
    dnsPause: async (minutes, flags) => pauseCommand(dnsDeps, minutes, flags),
    dnsStatus: async (flags) => dnsStatusCommand(dnsDeps, flags),
    ...hostCommands(askingDeps),
    exportPolicy: async (format, flags) => exportCommand(exportDeps, format, flags),
    exportVerify: async (flags) => verifyCommand(exportDeps, flags),
  };
  const facts = { version: AGENT_VERSION, defaultListen: DEFAULT_API_LISTEN };
  await runProgram(process.argv.slice(2), commands, facts, terminal);
}

main().catch((error: unknown) => tellFailure(terminal, error));

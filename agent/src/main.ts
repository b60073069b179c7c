// The composition root: the only place where the folders meet. Nothing imports it.
import { join } from "node:path";
import process from "node:process";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from "@weir/schema";
import { createHandlers } from "./api/handlers.ts";
import { DEFAULT_LISTEN, listenAddress, parseListen } from "./api/listen.ts";
import { createRateLimit } from "./api/rate-limit.ts";
import { startApi } from "./api/server.ts";
import { createCanaries } from "./canary/canary-service.ts";
import { plantInFile } from "./canary/plant-file.ts";
import { createCanary, listCanaries, removeCanaries } from "./cli/canary.ts";
import type { CanaryCommandDeps } from "./cli/canary.ts";
import { checkConfigCommand, initConfigCommand, showConfigCommand } from "./cli/config.ts";
import type { ConfigCommandDeps } from "./cli/config.ts";
import { tellFailure, tellWarning } from "./cli/failures.ts";
import { processTerminal } from "./cli/process-terminal.ts";
import { runProgram } from "./cli/program.ts";
import type { Commands, RunFlags } from "./cli/program.ts";
import { checkRulesCommand, newRuleCommand } from "./cli/rules-author.ts";
import type { AuthorCommandDeps } from "./cli/rules-author.ts";
import { listRules, sampleRule, showRule } from "./cli/rules.ts";
import type { RulesCommandDeps } from "./cli/rules.ts";
import { findAgent, reloadCommand, rotateCommand, tellStatus } from "./cli/running.ts";
import type { RunningDeps } from "./cli/running.ts";
import { scanCommand } from "./cli/scan.ts";
import { welcomeSample, welcomeText } from "./cli/welcome.ts";
import { systemClock as clock } from "./clock.ts";
import { restartKeys } from "./config/commands.ts";
import { checkTokenFile, prepareDataFolder } from "./config/data-folder.ts";
import type { LoadedConfig } from "./config/load.ts";
import { configCommands, requireConfig } from "./config/require.ts";
import { systemSources } from "./config/sources.ts";
import type { Current } from "./current.ts";
import { AgentError } from "./errors.ts";
import { createLevelledLog, parseLogLevel } from "./log.ts";
import type { LevelledLog, Log } from "./log.ts";
import { claimDataFolder } from "./pid-file.ts";
import { reload } from "./reload.ts";
import { checkRuleFiles } from "./rules/check-files.ts";
import { loadRuleset } from "./rules/image.ts";
import type { LoadedRuleset } from "./rules/image.ts";
import { loadRules, readPatternFile } from "./rules/load.ts";
import { RULE_FILES, shippedRulesDir } from "./rules/locate.ts";
import { newPattern } from "./rules/new-pattern.ts";
import { timeScan } from "./scan-timer.ts";
import { sweptSessions } from "./sessions.ts";
import { untilAskedToStop } from "./signals.ts";
import { openState } from "./state.ts";
import { tokenGuard } from "./token/api-token.ts";
import { ensureToken, replaceToken, requireToken } from "./token/require.ts";
import { AGENT_VERSION } from "./version.ts";

const terminal = processTerminal();
const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

const folderOf = (folder: string | undefined): string => folder ?? shippedRulesDir();
const patternFileOf = (folder: string | undefined): string =>
  join(folderOf(folder), RULE_FILES.patterns);

/** Tells what is wrong with the local rules; answers the rules. */
function tellingFaults<T extends Pick<LoadedRuleset, "local">>(rules: T): T {
  const { faults, note } = rules.local;
  if (faults.length > 0) terminal.err(`warning: ${note}\n`);
  for (const fault of faults) terminal.err(`  ${fault}\n`);
  return rules;
}

/** A configuration and the rules that it names; both without faults. */
interface Settled {
  readonly loaded: LoadedConfig;
  readonly rules: LoadedRuleset;
}

/** Loads what the agent works by; `before` is what is in force. Throws an AgentError with every fault. */
function loadSettled({ config: path, listen, rules: folder }: RunFlags, before?: Settled): Settled {
  if (listen !== undefined) parseListen(listen);
  const sources = systemSources(path, {
    ...(listen === undefined ? {} : { api_listen: listen.trim() }),
    ...(folder === undefined ? {} : { rules_dir: folder }),
  });
  const loaded = requireConfig(sources);
  const { rules_dir, dlp_patterns, dlp_exclusions } = loaded.config;
  const named = folder === undefined ? { patterns: dlp_patterns, exclusions: dlp_exclusions } : {};
  const kept = before?.rules.local.entries;
  const rules = loadRuleset(folderOf(rules_dir), named, undefined, kept);
  return { loaded, rules: tellingFaults(rules) };
}

/** No profile is read yet, so that none can lock anything. */
const isLocked = (): boolean => false;

const checkToken = (path: string): void => checkTokenFile(path, systemSources());

/** The parts of the agent that last as long as its process; what changes in them is put in force by `takeUp`. */
function openAgent({ log, setLevel }: LevelledLog, { loaded, rules }: Settled) {
  let inForce = loaded.config;
  let { manifestVersion } = rules;
  const { ruleset } = rules;
  const current: Current = { ruleset, policy, maxScanBytes: inForce.max_scan_bytes };
  const state = openState({ folder: loaded.dataDir, current, isLocked, log }, inForce);
  if (state.store.status().fault === "newer_version") {
    tellWarning(terminal, new AgentError("store_newer"));
  }
  const canaries = createCanaries({
    rows: state.store.canaries,
    replace: (change) => {
      current.ruleset = change(current.ruleset);
    },
    isWatching: () => inForce.canary_enabled,
    isLocked,
    nowSec: clock.wallSec,
  });
  const { counters } = state.store;
  const handlers = createHandlers({
    current,
    sessions: sweptSessions(clock),
    count: counters.add,
    counters: counters.read,
    resetCounters: counters.reset,
    noteScan: canaries.noteScan,
    admits: createRateLimit(clock, () => inForce.scan_rate_limit),
    canaries,
    scoring: state.scoring,
    isLocked,
    log,
    clock,
    version: AGENT_VERSION,
    preset: () => inForce.preset,
    manifestVersion: () => manifestVersion,
    storeStatus: state.store.status,
  });
  const takeUp = (next: Settled): void => {
    inForce = next.loaded.config;
    ({ manifestVersion } = next.rules);
    setLevel(inForce.log_level);
    current.maxScanBytes = inForce.max_scan_bytes;
    current.ruleset = canaries.applyTo(next.rules.ruleset);
    state.takeUp(inForce);
  };
  return { current, handlers, takeUp, [Symbol.dispose]: () => state[Symbol.dispose]() };
}

function tellLocalFaults(log: Log, { local }: LoadedRuleset): void {
  const faults = local.faults.length;
  if (faults > 0) log.write({ event: "local_rules_ignored", faults });
}

async function runAgent({ log, setLevel }: LevelledLog, flags: RunFlags): Promise<void> {
  const settled = loadSettled(flags);
  const { config, dataDir } = settled.loaded;
  setLevel(config.log_level);
  prepareDataFolder(dataDir, systemSources());
  const { patterns } = settled.rules.ruleset;
  let inForce = settled;
  let takeUp = (): void => undefined;
  const asked = untilAskedToStop(() => takeUp());
  using claim = claimDataFolder(dataDir);
  if (!claim.isWritten) log.write({ event: "pid_file_unwritable" });
  if (!ensureToken(dataDir, checkToken)) log.write({ event: "token_unavailable" });
  tellLocalFaults(log, settled.rules);
  using agent = openAgent({ log, setLevel }, settled);
  const api = await startApi({
    listen: listenAddress(config.api_listen),
    handlers: agent.handlers,
    isAuthorized: tokenGuard(dataDir, checkToken),
    maxScanBytes: () => agent.current.maxScanBytes,
    log,
  });
  takeUp = () =>
    reload(
      log,
      () => loadSettled(flags, inForce),
      (next) => {
        inForce = next;
        tellLocalFaults(log, next.rules);
        agent.takeUp(next);
        const keys = restartKeys(config, next.loaded.config);
        if (keys.length > 0) log.write({ event: "restart_needed", keys });
        log.write({ event: "config_reloaded", patterns: next.rules.ruleset.patterns.length });
      },
    );
  claim.tellUrl(api.url);
  log.write({ event: "started", port: api.port, patterns: patterns.length });
  terminal.out(
    welcomeText({ url: api.url, patterns: patterns.length, sample: welcomeSample(patterns) }),
  );
  await asked;
  takeUp = () => undefined;
  log.write({ event: "stopping" });
  const stoppingMs = clock.nowMs();
  await api.stop();
  log.write({ event: "stopped", ms: Math.round(clock.nowMs() - stoppingMs) });
}

const rulesDeps: RulesCommandDeps & AuthorCommandDeps = {
  terminal,
  loadPatterns: (folder) => tellingFaults(loadRules(folderOf(folder))).patterns,
  readPatterns: (folder) => readPatternFile(patternFileOf(folder)),
  checkRules: (file, folder) => checkRuleFiles(folderOf(folder), file, policy),
  newRule: (idea, place) => newPattern(idea, { ...place, folder: folderOf(place.folder) }, policy),
};

const configDeps: ConfigCommandDeps = { terminal, ...configCommands };

const runningDeps: RunningDeps = {
  terminal,
  placeOf: (path) => {
    const { config, dataDir } = requireConfig(systemSources(path));
    const { host, port } = listenAddress(config.api_listen);
    return { dataDir, url: `http://${host}:${port}` };
  },
  tokenOf: (dataDir) => requireToken(dataDir, checkToken),
  replaceToken: (dataDir) => {
    prepareDataFolder(dataDir, systemSources());
    replaceToken(dataDir);
  },
};

const canaryDeps: CanaryCommandDeps = {
  terminal,
  findAgent: (flags) => findAgent(runningDeps, flags),
  plant: (path, token) => {
    const planted = plantInFile(path, token);
    return planted.ok ? undefined : `plant_${planted.refusal}`;
  },
};

async function main(): Promise<void> {
  const { log, setLevel } = createLevelledLog(parseLogLevel(process.env["LOG_LEVEL"]), {
    clock,
    writeLine: terminal.err,
    isForPeople: terminal.errIsTty,
  });
  const commands: Commands = {
    run: async (flags) => {
      await runAgent({ log, setLevel }, flags);
      // Left to wind down by itself, the process would stop hearing signals first, and a second one would kill it.
      process.exit();
    },
    scan: async (files, flags) =>
      scanCommand(
        {
          terminal,
          policy,
          loadRuleset: (folder) => tellingFaults(loadRuleset(folderOf(folder))).ruleset,
          timeScan: (kind, content) => timeScan({ log, clock }, kind, content),
        },
        files,
        flags,
      ),
    status: async (flags) => tellStatus(runningDeps, flags),
    reload: (flags) => reloadCommand(runningDeps, flags),
    rulesList: (flags) => listRules(rulesDeps, flags),
    rulesShow: (name, flags) => showRule(rulesDeps, name, flags),
    rulesSample: (name, flags) => sampleRule(rulesDeps, name, flags),
    rulesCheck: (file, flags) => checkRulesCommand(rulesDeps, file, flags),
    rulesNew: (name, flags) => newRuleCommand(rulesDeps, name, flags),
    configCheck: (file) => checkConfigCommand(configDeps, file),
    configShow: (flags) => showConfigCommand(configDeps, flags),
    configInit: (flags) => initConfigCommand(configDeps, flags),
    canaryCreate: async (label, flags) => createCanary(canaryDeps, label, flags),
    canaryList: async (flags) => listCanaries(canaryDeps, flags),
    canaryRemove: async (ids, flags) => removeCanaries(canaryDeps, ids, flags),
    tokenRotate: (flags) => rotateCommand(runningDeps, flags),
  };
  const facts = { version: AGENT_VERSION, defaultListen: DEFAULT_LISTEN };
  await runProgram(process.argv.slice(2), commands, facts, terminal);
}

main().catch((error: unknown) => tellFailure(terminal, error));

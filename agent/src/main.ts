// The composition root: the only place where the folders meet. Nothing imports it.
import { join } from "node:path";
import process from "node:process";
import { DEFAULT_THRESHOLDS, DEFAULT_WEIGHTS } from "@weir/schema";
import { createHandlers } from "./api/handlers.ts";
import { API_LIMITS } from "./api/limits.ts";
import { DEFAULT_LISTEN, parseListen } from "./api/listen.ts";
import { startApi } from "./api/server.ts";
import { tellFailure } from "./cli/failures.ts";
import { processTerminal } from "./cli/process-terminal.ts";
import { runProgram } from "./cli/program.ts";
import type { Commands } from "./cli/program.ts";
import { checkRulesCommand, listRules, sampleRule, showRule } from "./cli/rules.ts";
import type { RulesCommandDeps } from "./cli/rules.ts";
import { scanCommand } from "./cli/scan.ts";
import type { ScanCommandDeps } from "./cli/scan.ts";
import { statusCommand } from "./cli/status.ts";
import { welcomeSample, welcomeText } from "./cli/welcome.ts";
import { systemClock as clock } from "./clock.ts";
import type { Current } from "./current.ts";
import { createLog, parseLogLevel } from "./log.ts";
import type { Log } from "./log.ts";
import { checkExamples } from "./rules/check-examples.ts";
import { loadRules, readPatternFile } from "./rules/load.ts";
import type { LoadedRules } from "./rules/load.ts";
import { RULE_FILES, shippedRulesDir } from "./rules/locate.ts";
import { timeScan } from "./scan-timer.ts";
import { createSessions } from "./sessions.ts";
import { untilAskedToStop } from "./signals.ts";
import { createCounters } from "./store/counters.ts";
import { AGENT_VERSION } from "./version.ts";

const terminal = processTerminal();
const policy = { thresholds: DEFAULT_THRESHOLDS, weights: DEFAULT_WEIGHTS };

/** How often what is too old is dropped from memory. */
const SWEEP_MS = 60_000;

const folderOf = (folder: string | undefined): string => folder ?? shippedRulesDir();
const patternFileOf = (folder: string | undefined): string =>
  join(folderOf(folder), RULE_FILES.patterns);

function loadAndTell(folder: string | undefined): LoadedRules {
  const rules = loadRules(folderOf(folder));
  if (rules.localFaults.length > 0) {
    terminal.err("warning: the file of local rules has faults and is ignored\n");
    for (const fault of rules.localFaults) terminal.err(`  ${fault}\n`);
  }
  return rules;
}

async function runAgent(log: Log, flags: { rules?: string; listen: string }): Promise<void> {
  const listen = parseListen(flags.listen);
  const rules = loadAndTell(flags.rules);
  if (rules.localFaults.length > 0) {
    log.write({ event: "local_rules_ignored", faults: rules.localFaults.length });
  }
  const current: Current = { ruleset: rules.ruleset, policy };
  const sessions = createSessions(clock);
  const counters = createCounters();
  setInterval(sessions.dropExpired, SWEEP_MS).unref();
  const handlers = createHandlers({
    current,
    sessions,
    count: counters.add,
    counters: counters.read,
    log,
    clock,
    version: AGENT_VERSION,
    maxScanBytes: API_LIMITS.maxScanBytes,
  });
  const sample = welcomeSample(readPatternFile(patternFileOf(flags.rules)));
  const patterns = rules.patterns.length;
  const asked = untilAskedToStop();
  const api = await startApi({ listen, handlers, log });
  log.write({ event: "started", port: api.port, patterns });
  terminal.out(welcomeText({ url: api.url, patterns, sample }));
  await asked;
  log.write({ event: "stopping" });
  const stoppingMs = clock.nowMs();
  await api.stop();
  log.write({ event: "stopped", ms: Math.round(clock.nowMs() - stoppingMs) });
  // Left to wind down by itself, the process would stop hearing signals first, and a second one would kill it.
  process.exit();
}

const rulesDeps: RulesCommandDeps = {
  terminal,
  loadPatterns: (folder) => loadAndTell(folder).patterns,
  readPatterns: (folder) => readPatternFile(patternFileOf(folder)),
  checkRules: (file, folder) => {
    const exclusions = file === undefined ? loadRules(folderOf(folder)).exclusions : [];
    const patterns = readPatternFile(file ?? patternFileOf(folder));
    return { patterns: patterns.length, faults: checkExamples(patterns, exclusions, policy) };
  },
};

async function main(): Promise<void> {
  const log = createLog({
    level: parseLogLevel(process.env["LOG_LEVEL"]),
    clock,
    writeLine: terminal.err,
    isForPeople: terminal.errIsTty,
  });
  const scanDeps: ScanCommandDeps = {
    terminal,
    policy,
    loadRuleset: (folder) => loadAndTell(folder).ruleset,
    timeScan: (kind, content) => timeScan({ log, clock }, kind, content),
  };
  const commands: Commands = {
    run: async (flags) => runAgent(log, flags),
    scan: async (files, flags) => scanCommand(scanDeps, files, flags),
    status: async (flags) => statusCommand(terminal, flags),
    rulesList: (flags) => listRules(rulesDeps, flags),
    rulesShow: (name, flags) => showRule(rulesDeps, name, flags),
    rulesSample: (name, flags) => sampleRule(rulesDeps, name, flags),
    rulesCheck: (file, flags) => checkRulesCommand(rulesDeps, file, flags),
  };
  const facts = { version: AGENT_VERSION, defaultListen: DEFAULT_LISTEN };
  await runProgram(process.argv.slice(2), commands, facts, terminal);
}

try {
  await main();
} catch (error) {
  tellFailure(terminal, error);
}

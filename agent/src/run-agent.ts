// The running agent: where its parts meet. Only main.ts imports this.
import type { Config, Reloaded } from "@weir/schema";
import { createHandlers } from "./api/handlers.ts";
import { listenAddress } from "./api/listen.ts";
import { createRateLimit } from "./api/rate-limit.ts";
import { startApi } from "./api/server.ts";
import { createCanaries } from "./canary/canary-service.ts";
import { tellWarning } from "./failures.ts";
import type { RunFlags } from "./run-flags.ts";
import type { Terminal } from "./terminal.ts";
import { systemClock as clock } from "./clock.ts";
import { openCompanions } from "./companion-layer.ts";
import { checkStoreFiles, prepareDataFolder } from "./config/data-folder.ts";
import { systemSources } from "./config/sources.ts";
import type { Current } from "./current.ts";
import { AgentError, errorClass, EXIT } from "./errors.ts";
import { createHostsLayer } from "./hosts-layer.ts";
import { savingMemoryWhenIdle } from "./idle-memory.ts";
import { ownPatternsError, tellIgnored } from "./ignored.ts";
import type { LevelledLog } from "./log.ts";
import { claimDataFolder } from "./pid-file.ts";
import type { Claim } from "./pid-file.ts";
import type { Outcome } from "./outcome.ts";
import { openReloads } from "./agent-reloads.ts";
import { reloadOutcome } from "./reload.ts";
import { createScanThread } from "./scan-thread/scan-thread.ts";
import { sweptSessions } from "./sessions.ts";
import { checkToken, defaultPolicy, folderOf, isLockedBy, loadSettled, warner } from "./settled.ts";
import type { Settled } from "./settled.ts";
import { untilAskedToStop } from "./signals.ts";
import { openState } from "./state.ts";
import type { AgentState } from "./state.ts";
import { STORE_FILES } from "./store/store.ts";
import { createTamper } from "./tamper.ts";
import { tokenGuard } from "./token/api-token.ts";
import { ensureToken } from "./token/require.ts";
import { untilDone } from "./until-done.ts";
import { AGENT_VERSION } from "./version.ts";
import { welcomeSample, welcomeText } from "./welcome.ts";

/** What the agent runs with: where it tells a person, and where it logs. */
export interface RunDeps extends LevelledLog {
  readonly terminal: Terminal;
}

/** The canaries that are kept, in force. */
const openCanaries = (
  { store }: AgentState,
  current: Current,
  conditions: { readonly isWatching: () => boolean; readonly isLocked: () => boolean },
) =>
  createCanaries({
    rows: store.canaries,
    replace: (change) => {
      current.ruleset = change(current.ruleset);
    },
    ...conditions,
    nowSec: clock.wallSec,
  });

/** With what holds the data folder. */
type HeldDeps = RunDeps & Readonly<{ claimAgain: () => void; isHeld: Claim["isHeld"] }>;

/** What the agent keeps and decides by, opened by what is in force. */
function openParts({ terminal, log, isHeld }: HeldDeps, inForce: () => Settled) {
  const config = (): Config => inForce().loaded.config;
  const { loaded, rules } = inForce();
  const { ruleset } = rules;
  const current: Current = {
    ruleset,
    policy: defaultPolicy,
    maxScanBytes: config().max_scan_bytes,
  };
  // No profile is read yet; the preset that only a profile may change is locked all the same.
  const isLocked = (): boolean => isLockedBy(config());
  const state = openState({ folder: loaded.dataDir, isHeld, current, isLocked, log }, config());
  if (state.store.status().fault === "newer_version")
    tellWarning(terminal, new AgentError("store_newer"));
  const isWatching = (): boolean => config().canary_enabled;
  const canaries = openCanaries(state, current, { isWatching, isLocked });
  const tamper = createTamper({ count: state.store.counters.add, log, warn: warner(terminal) });
  tamper.note(rules.differing);
  const folder = (): string => folderOf(config().rules_dir);
  const hosts = createHostsLayer({
    terminal,
    config,
    folder,
    policies: state.policies,
    isLocked,
  });
  const companions = openCompanions({
    config,
    current,
    rows: state.store.companions,
    isLocked,
    log,
    rules: () => inForce().rules,
    hosts: () => hosts.dns().hosts(),
    hostInputs: hosts.settings.inputs,
    tamperState: tamper.state,
  });
  return { config, current, isLocked, state, canaries, tamper, hosts, companions };
}

/** The work, done after something else. */
const after =
  <A extends unknown[], R>(first: () => void, work: (...args: A) => R) =>
  (...args: A): R => {
    first();
    return work(...args);
  };

/** What answers the API of an agent of these parts. */
function openHandlers(
  { log, claimAgain }: HeldDeps,
  parts: ReturnType<typeof openParts>,
  inForce: () => Settled,
  reload: () => Promise<Outcome<Reloaded>>,
) {
  const { config, current, isLocked, state, canaries, tamper, hosts, companions } = parts;
  const { counters } = state.store;
  const working = savingMemoryWhenIdle(clock);
  const count = working(counters.add);
  const collect = (): void => hosts.dns().collect();
  const scanThread = createScanThread({ maxScanBytes: () => current.maxScanBytes });
  const handlers = createHandlers({
    ...companions,
    current,
    sessions: sweptSessions(clock),
    count,
    counters: after(collect, counters.read),
    // What the DNS thread counted before would be added to the zeros.
    resetCounters: after(collect, counters.reset),
    lookElsewhere: working(scanThread.look),
    noteCanaries: canaries.noteMet,
    admits: createRateLimit(clock, () => config().scan_rate_limit),
    canaries,
    hosts: hosts.settings,
    scoring: state.scoring,
    changes: () => ({
      ...state.changes(),
      overrides: hosts.settings.untilRestart(),
      config_sha256: inForce().loaded.sha256 ?? null,
    }),
    reload,
    isLocked,
    log,
    clock,
    version: AGENT_VERSION,
    preset: () => config().preset,
    manifestVersion: () => inForce().rules.manifest.version,
    storeStatus: after(claimAgain, state.store.status),
    dnsStatus: () => hosts.dns().status(),
    ownPatternsError: () => ownPatternsError(inForce().rules),
    tamperState: tamper.state,
  });
  return { handlers, count, scanThread };
}

/** The parts of the agent that last as long as its process; what changes in them is put in force by `reload`. */
function openAgent(deps: HeldDeps, flags: RunFlags, first: Settled) {
  const { terminal, log } = deps;
  const inForce = { settled: first };
  const parts = openParts(deps, () => inForce.settled);
  const { current, state, hosts, companions } = parts;
  const { reload, reloaded, noteDiffering, close } = openReloads(
    deps,
    { flags, first },
    parts,
    inForce,
  );
  const { handlers, count, scanThread } = openHandlers(
    deps,
    parts,
    () => inForce.settled,
    async () => reloadOutcome(await reload(), reloaded),
  );
  return {
    current,
    handlers,
    isCompanion: companions.isCompanion,
    reload,
    openHosts: async () => hosts.open({ log, count, warn: warner(terminal), noteDiffering }),
    /** What is being loaded is not taken up any more. */
    close: async () => {
      close();
      await hosts.stop();
    },
    [Symbol.dispose]: () => {
      scanThread[Symbol.dispose]();
      state[Symbol.dispose]();
    },
  };
}

/** What follows where the disk does not take a file of the data folder. */
const UNWRITTEN = {
  pid_file_unwritable:
    "weir.pid can't be written, so commands find this agent by --url alone; see that the data folder's disk has room and takes changes",
  token_unavailable: "api-token can't be written, so whatever needs the API's token is refused",
} as const;

/** Has the files made by which commands find and ask this agent; false while the disk takes not both. Each is told once. */
function claiming({ log, terminal }: RunDeps, claim: Claim, dataDir: string): () => boolean {
  const told = new Set<string>();
  const tellOnce = (event: keyof typeof UNWRITTEN): void => {
    if (told.has(event)) return;
    told.add(event);
    log.write({ event });
    warner(terminal)(UNWRITTEN[event]);
  };
  return () => {
    const isWritten = claim.renew();
    if (!isWritten) tellOnce("pid_file_unwritable");
    const hasToken = ensureToken(dataDir, checkToken);
    if (!hasToken) tellOnce("token_unavailable");
    return isWritten && hasToken;
  };
}

/** `weir run`: starts the agent and answers once it was asked to stop, or failed, and has stopped. Throws an AgentError. */
export async function runAgent(deps: RunDeps, flags: RunFlags): Promise<void> {
  const { terminal, log, setLevel } = deps;
  const settled = loadSettled(terminal, flags);
  const { config, dataDir } = settled.loaded;
  setLevel(config.log_level);
  prepareDataFolder(dataDir, systemSources());
  checkStoreFiles(dataDir, STORE_FILES, systemSources());
  const { patterns } = settled.rules.ruleset;
  let reload = (): void => undefined;
  const tellFault = (error: unknown): void => {
    log.write({ event: "internal_fault", error_class: errorClass(error) });
    terminal.raiseExit(EXIT.badInput);
  };
  const asked = untilAskedToStop(() => reload(), tellFault);
  using claim = claimDataFolder(dataDir, { configPath: settled.loaded.path });
  const claimAgain = untilDone(clock, claiming(deps, claim, dataDir));
  tellIgnored(deps, settled);
  using agent = openAgent({ ...deps, claimAgain, isHeld: claim.isHeld }, flags, settled);
  const api = await startApi({
    listen: listenAddress(config.api_listen),
    handlers: agent.handlers,
    isAuthorized: after(claimAgain, tokenGuard(dataDir, checkToken)),
    isCompanion: agent.isCompanion,
    maxScanBytes: () => agent.current.maxScanBytes,
    log,
  });
  reload = () => void agent.reload();
  claim.tellUrl(api.url);
  await agent.openHosts();
  log.write({ event: "started", port: api.port, patterns: patterns.length });
  terminal.outOrLose(
    welcomeText({ url: api.url, patterns: patterns.length, sample: welcomeSample(patterns) }),
  );
  log.write({ event: "stopping", reason: await asked });
  const stoppingMs = clock.nowMs();
  await Promise.all([api.stop(), agent.close()]);
  log.write({ event: "stopped", ms: Math.round(clock.nowMs() - stoppingMs) });
}

import { api } from "../shared/browser.ts";
import { AGENT_PORT, TARGET } from "../shared/build.ts";
import type { AgentVerdict, Answer, Push, Question } from "../shared/messages.ts";
import { agentClient } from "./agent-client.ts";
import { allowances } from "./allowances.ts";
import type { Allowances } from "./allowances.ts";
import { coverageOf, isGuarded, isWithin } from "./coverage.ts";
import { answerFrames, TOP_FRAME } from "./frames.ts";
import type { Frames } from "./frames.ts";
import { heldTabs } from "./held-tabs.ts";
import type { HeldTabs } from "./held-tabs.ts";
import { leaksOf } from "./leaks.ts";
import { keyStore } from "./key-store.ts";
import { readPolicy } from "./managed-policy.ts";
import { ownEngine } from "./own-engine.ts";
import { ownHosts } from "./own-hosts.ts";
import type { OwnHosts } from "./own-hosts.ts";
import { answerPages } from "./page-questions.ts";
import type { RequestContext } from "./request-context.ts";
import { companionState } from "./state.ts";
import type { CompanionState } from "./state.ts";
import { toolbarOf } from "./toolbar.ts";
import type { Toolbar } from "./toolbar.ts";
import { oncePerPrompt } from "./verdicts.ts";
import type { AskVerdict } from "./verdicts.ts";

/** Asks the agent, and learns from each answer how it stands. */
const watched =
  (ask: AskVerdict, state: CompanionState): AskVerdict =>
  async (content, sessionId) => {
    const undecided: AgentVerdict = { undecided: "nonsense" };
    const verdict = await ask(content, sessionId).catch(() => undecided);
    void state.saw(verdict).then(async () => state.refresh());
    return verdict;
  };

/** What frames are answered from. */
interface FrameSources {
  readonly state: CompanionState;
  readonly verdict: AskVerdict;
  readonly toolbar: Toolbar;
  readonly held: HeldTabs;
  readonly allowed: Allowances;
  /** Has a tab tell what was stopped. */
  readonly stopped: (tabId: number, patternName: string) => Promise<void>;
  /** Tells all frames of a tab. */
  readonly share: (tabId: number, push: Push) => Promise<unknown>;
}

async function rulesAnswer(state: CompanionState, have: string): Promise<Answer> {
  const { version, text } = await state.rules();
  return { kind: "rules", version, text: have === version ? "" : text };
}

async function answerFrame(
  question: Question,
  tabId: number,
  { state, verdict, toolbar, held, allowed, stopped, share }: FrameSources,
): Promise<Answer> {
  switch (question.kind) {
    case "settings":
      void state.refresh();
      return {
        kind: "settings",
        settings: await state.settings(),
        held: await held.isHeld(tabId),
      };
    case "scan":
      return { kind: "verdict", verdict: await verdict(question.content, question.sessionId) };
    case "rules":
      return rulesAnswer(state, question.have);
    case "held":
      await toolbar.hold(tabId, question.held);
      return { kind: "done" };
    case "allow-once":
      // Who asked puts the text into the page behind the answer, and any frame of it may send it then.
      if (allowed.allow(tabId, question)) await share(tabId, { ...question, kind: "allowed" });
      return { kind: "done" };
    case "stopped":
      await stopped(tabId, question.patternName);
      return { kind: "done" };
  }
}

/** Listens to what the browser tells of permissions, policy and its own start. */
function watchBrowser(
  state: CompanionState,
  hosts: OwnHosts,
  frames: Frames,
  toolbar: Toolbar,
): void {
  api.permissions.onRemoved.addListener(() => void hosts.settle());
  api.storage.onChanged.addListener((_changes, area) => {
    if (area !== "managed") return;
    void hosts.settle();
    void state.settings().then((settings) => frames.tell({ kind: "settings", settings }));
  });
  const start = (): void => {
    void hosts.settle();
    void state.refresh(true).then(async () => toolbar.showAll());
  };
  api.runtime.onInstalled.addListener(start);
  api.runtime.onStartup.addListener(start);
}

/** Tells the person in a tab, once: its other frames may be out of sight. */
async function tellStopped(frames: Frames, tabId: number, patternName: string): Promise<void> {
  const push = { kind: "request-stopped", patternName } as const;
  const isTold = await frames.tellTab(tabId, push, { frameId: TOP_FRAME });
  if (!isTold) await frames.tellTab(tabId, push);
}

/**
 * Starts the background, and answers what the guards of requests need. `guards` is told which hosts are guarded and which
 * under them are not, at the start and when the person changes them. All that can wake it is listened to before this returns, as browsers ask of a background that
 * comes and goes.
 */
export function startCompanion(
  guards: (hosts: readonly string[], excluded: readonly string[]) => void,
): RequestContext {
  const client = agentClient(AGENT_PORT, keyStore);
  const state = companionState(client);
  const verdicts = oncePerPrompt(async (content, sessionId) => client.scan(content, sessionId));
  const verdict = watched(verdicts.ask, state);
  const engine = ownEngine(state);
  const held = heldTabs();
  const allowed = allowances();
  const coverage = coverageOf(api.runtime.getManifest().content_scripts ?? []);
  const hosts = ownHosts({
    coverage,
    policy: readPolicy,
    settled: (active) =>
      guards(
        [...coverage.shipped, ...active],
        coverage.excluded.filter((host) => !isWithin(host, active)),
      ),
  });
  const toolbar = toolbarOf(state, held, () => frames);
  const { lasts, leads, suspect } = leaksOf(toolbar);
  const stopped = async (tabId: number, patternName: string): Promise<void> =>
    tellStopped(frames, tabId, patternName);
  const share = async (tabId: number, push: Push) => frames.tellTab(tabId, push);
  const sources = { state, verdict, toolbar, held, allowed, stopped, share };
  const frames = answerFrames({
    answer: async (question, tabId) => answerFrame(question, tabId, sources),
    opened: (tabId) => void toolbar.showTab(tabId),
    closed: (tabId, isNew) => {
      allowed.forget(tabId);
      void toolbar.hold(tabId, isNew && lasts(tabId));
    },
  });
  answerPages({ state, client, hosts, coverage, held, frames });
  state.onChange((settings) => {
    verdicts.forget();
    if (engine.isReady()) void engine.ready();
    frames.tell({ kind: "settings", settings });
    void toolbar.showAll();
  });
  watchBrowser(state, hosts, frames, toolbar);
  void hosts.settle();
  if (TARGET === "chromium-managed") void engine.ready();
  return {
    verdict,
    local: async (text) => (await engine.ready()).scan(text),
    localNow: (text) => engine.now().scan(text),
    isReady: () => engine.isReady(),
    settings: async () => state.settings(),
    settingsNow: () => engine.settings(),
    rulesState: async () => (await engine.ready()).state(),
    isGuarded: (url) => isGuarded(url, coverage, hosts.active()),
    isHeld: async (tabId) => held.isHeld(tabId),
    withoutAllowed: (tabId, text) => allowed.without(tabId, text),
    stopped,
    leads,
    suspect,
  };
}

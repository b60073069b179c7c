import { api } from "../shared/browser.ts";
import type { PageAnswer, PageQuestion, PopupState } from "../shared/messages.ts";
import { readPageQuestion } from "../shared/messages.ts";
import type { AgentClient } from "./agent-client.ts";
import { hostOfUrl } from "../shared/host.ts";
import { isGuarded } from "./coverage.ts";
import type { Coverage } from "./coverage.ts";
import { TOP_FRAME } from "./frames.ts";
import type { Frames } from "./frames.ts";
import type { HeldTabs } from "./held-tabs.ts";
import type { OwnHosts } from "./own-hosts.ts";
import type { CompanionState } from "./state.ts";

/** What the popup and the options page are answered from. */
export interface PageSources {
  readonly state: CompanionState;
  readonly client: AgentClient;
  readonly hosts: OwnHosts;
  readonly coverage: Coverage;
  readonly held: HeldTabs;
  readonly frames: Frames;
}

/** The tab in front, with its address where the browser tells that. */
async function tabInFront(): Promise<chrome.tabs.Tab | undefined> {
  const [tab] = await api.tabs.query({ active: true, lastFocusedWindow: true });
  return tab;
}

/** Persons can take a permission back from a page of the package as well. */
async function isPagePermitted(host: string): Promise<boolean> {
  return api.permissions.contains({ origins: [`https://${host}/*`] });
}

/** Is a page guarded that is in a tab, or else would be in one? Of a guarded host it is where its guards answer. */
async function isCovered(
  { frames, held }: PageSources,
  isKnown: boolean,
  tabId: number | undefined,
): Promise<boolean> {
  if (tabId === undefined) return isKnown;
  if (!isKnown) return frames.has(tabId);
  const push = { kind: "held", held: await held.isHeld(tabId) } as const;
  return frames.tellTab(tabId, push, { frameId: TOP_FRAME });
}

async function popupState(sources: PageSources, asked?: string): Promise<PopupState> {
  const { state, hosts, coverage, held } = sources;
  await hosts.settle();
  const settings = await state.refresh(true);
  const tab = await tabInFront();
  const url = asked ?? tab?.url ?? "";
  const host = hostOfUrl(url);
  const tabId = tab?.id;
  const isKnown =
    host !== undefined && isGuarded(url, coverage, hosts.active()) && (await isPagePermitted(host));
  const covered = await isCovered(sources, isKnown, asked === undefined ? tabId : undefined);
  const { agent, tamper, paused, preset, managed, rulesVersion, rulesFresh } = settings;
  return {
    agent,
    covered,
    reload: isKnown && !covered,
    ...(host === undefined ? {} : { host }),
    tamper,
    paused,
    preset,
    ...(managed === undefined ? {} : { managed }),
    rulesVersion,
    rulesFresh,
    held: tabId !== undefined && (await held.isHeld(tabId)),
  };
}

async function answerPage(question: PageQuestion, sources: PageSources): Promise<PageAnswer> {
  const { state, client, hosts, coverage } = sources;
  switch (question.kind) {
    case "popup-state":
      return { kind: "popup-state", state: await popupState(sources, question.url) };
    case "pair": {
      const outcome = await client.pair(question.code);
      await state.refresh(true);
      return { kind: "pair", outcome };
    }
    case "hosts":
      return { kind: "hosts", shipped: coverage.shipped, own: await hosts.list() };
    case "add-host":
      return { kind: "host", outcome: await hosts.add(question.host) };
    case "remove-host":
      return { kind: "host", outcome: await hosts.remove(question.host) };
  }
}

/** Is a message from a page of this extension, and not from one of its content scripts? */
function isOwnPage({ id, url = "" }: chrome.runtime.MessageSender): boolean {
  return id === api.runtime.id && url.startsWith(api.runtime.getURL(""));
}

/** Starts answering the popup and the options page. */
export function answerPages(sources: PageSources): void {
  api.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    const question = isOwnPage(sender) ? readPageQuestion(message) : undefined;
    if (question === undefined) return undefined;
    // Without an answer the page shows that it knows nothing.
    answerPage(question, sources).then(respond, () => respond());
    return true;
  });
}

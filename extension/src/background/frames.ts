import { api } from "../shared/browser.ts";
import { FRAME_PORT, FURTHER_PORT, readQuestion } from "../shared/messages.ts";
import type { Answer, FromBackground, Push, Question } from "../shared/messages.ts";

/** What answers the frames, and is told of tabs that come and go. */
export interface FrameHandlers {
  answer(question: Question, tabId: number): Promise<Answer>;
  /** A guarded page has opened in the tab, or has come back to a background that was away. */
  opened(tabId: number): void;
  /** The tab's guarded page is gone, or a new one has taken its place. */
  closed(tabId: number, isNew: boolean): void;
}

/** The frames with guards, each with one port. */
export interface Frames {
  tell(push: Push): void;
  /** Tells those of one tab, or its top frame alone, also where the background has come back and they have not yet; was one there? */
  tellTab(tabId: number, push: Push, where?: { readonly frameId?: number }): Promise<boolean>;
  /** Does the tab show a guarded page? */
  has(tabId: number): boolean;
  tabs(): readonly number[];
}

/** The number of a tab's top frame. */
export const TOP_FRAME = 0;

function post(port: chrome.runtime.Port, message: FromBackground): void {
  try {
    port.postMessage(message);
  } catch {
    // The frame was closed in the meantime.
  }
}

/** Starts answering frames. To be called in the first turn, so that a background that was woken by a frame hears it. */
export function answerFrames(handlers: FrameHandlers): Frames {
  const byTab = new Map<number, Set<chrome.runtime.Port>>();
  const leave = (tabId: number, isTopFrame: boolean, port: chrome.runtime.Port): void => {
    const ports = byTab.get(tabId);
    ports?.delete(port);
    if (ports?.size === 0) byTab.delete(tabId);
    if (isTopFrame) handlers.closed(tabId, false);
  };
  api.runtime.onConnect.addListener((port) => {
    const tabId = port.sender?.tab?.id;
    const isNew = port.name === FRAME_PORT;
    const isOurs = port.sender?.id === api.runtime.id && (isNew || port.name === FURTHER_PORT);
    if (!isOurs || tabId === undefined) {
      port.disconnect();
      return;
    }
    const isTopFrame = port.sender?.frameId === TOP_FRAME;
    // Nobody may have been there to hear that the page before it went.
    if (isNew && isTopFrame) handlers.closed(tabId, true);
    const ports = byTab.get(tabId) ?? new Set();
    byTab.set(tabId, ports.add(port));
    port.onDisconnect.addListener(() => leave(tabId, isTopFrame, port));
    port.onMessage.addListener((message: unknown) => {
      const asked = readQuestion(message);
      if (asked === undefined) return;
      const { id, question } = asked;
      void handlers.answer(question, tabId).then((answer) => post(port, { id, answer }));
    });
    handlers.opened(tabId);
  });
  return {
    tell: (push) => {
      for (const port of [...byTab.values()].flatMap((ports) => [...ports])) post(port, { push });
    },
    tellTab: async (tabId, push, where = {}) => {
      try {
        await api.tabs.sendMessage(tabId, { push } satisfies FromBackground, where);
        return true;
      } catch {
        return false;
      }
    },
    has: (tabId) => byTab.has(tabId),
    tabs: () => [...byTab.keys()],
  };
}

import { api } from "../shared/browser.ts";
import { FRAME_PORT, FURTHER_PORT } from "../shared/messages.ts";
import type {
  AgentVerdict,
  Answer,
  FromBackground,
  NumberedQuestion,
  Push,
  Question,
} from "../shared/messages.ts";
import type { Settings } from "../shared/settings.ts";
import { pendingAnswers } from "./pending-answers.ts";
import { keepListening } from "./rearm.ts";

/** The frame's one connection with the background; it is made again when the background comes back. */
export interface BackgroundLink {
  /** Undefined where no answer came in time, or the extension is gone. */
  ask(question: Question): Promise<Answer | undefined>;
  /** The agent's verdict of a text; it counts there. */
  verdict(content: string, sessionId?: string): Promise<AgentVerdict>;
  /** The settings that were told last; undefined until then. */
  settings(): Settings | undefined;
  /** The settings, waited for where they were not told yet. */
  settled(): Promise<Settings | undefined>;
  /** Calls back for what the background tells unasked, and for settings that it answered. */
  onPush(listener: (push: Push) => void): void;
  /** Calls back when a background went away that had answered: what it kept in memory it knows no more. */
  onEnd(listener: () => void): void;
}

type Port = chrome.runtime.Port;

/**
 * Connects with the background; undefined once the extension was updated or removed under the page. `onEnd` is told whether
 * there was a background that answered.
 */
function connect(
  name: string,
  hear: (message: FromBackground) => void,
  onEnd: (wasThere: boolean) => void,
): Port | undefined {
  let wasThere = false;
  try {
    api.runtime.onMessage.addListener(hear);
    const port = api.runtime.connect({ name });
    port.onMessage.addListener((message: FromBackground) => {
      wasThere = true;
      hear(message);
    });
    port.onDisconnect.addListener(() => onEnd(wasThere));
    return port;
  } catch {
    return undefined;
  }
}

/** Those that are called back, all with the same. */
function callbacks<Told>() {
  const all: ((told: Told) => void)[] = [];
  return {
    add: (callback: (told: Told) => void): void => {
      all.push(callback);
    },
    call: (told: Told): void => {
      for (const callback of all) callback(told);
    },
  };
}

/** What an answer tells for others than who asked; the settings last, as decisions wait for them. */
const toldBy = (answer: Answer): readonly Push[] =>
  answer.kind === "settings"
    ? [
        { kind: "held", held: answer.held },
        { kind: "settings", settings: answer.settings },
      ]
    : [];

const verdictBy =
  (ask: BackgroundLink["ask"]): BackgroundLink["verdict"] =>
  async (content, sessionId) => {
    const session = sessionId === undefined ? {} : { sessionId };
    const answer = await ask({ kind: "scan", content, ...session });
    return answer?.kind === "verdict" ? answer.verdict : { undecided: "late" };
  };

/** Calls back when a page is shown again that the browser kept for the way back to it. */
function whenBack(back: () => void): void {
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) back();
  };
  keepListening(() => window.addEventListener("pageshow", onShow));
}

/**
 * Links the frame with the background, and asks for the settings.
 *
 * @param onGone called, once, when the extension was updated or removed under the page
 */
export function linkBackground(onGone: () => void): BackgroundLink {
  const pending = pendingAnswers();
  const pushes = callbacks<Push>();
  const endings = callbacks<void>();
  let port: Port | undefined;
  let isGone = false;
  let settings: Settings | undefined;
  const tell = (push: Push): void => {
    if (push.kind === "settings") settings = push.settings;
    pushes.call(push);
  };
  const hear = (message: FromBackground): void => {
    if ("push" in message) return tell(message.push);
    const { id, answer } = message;
    toldBy(answer).forEach(tell);
    pending.settle(id, answer);
  };
  const end = (wasThere: boolean): void => {
    port = undefined;
    // A background that ends before it says anything would be started again and again.
    const lost = pending.lost(wasThere);
    if (wasThere) endings.call();
    lost.forEach(post);
  };
  const open = (): void => {
    if (port !== undefined) return;
    port = connect(settings === undefined ? FRAME_PORT : FURTHER_PORT, hear, end);
    if (port === undefined && !isGone) onGone();
    isGone = port === undefined;
    // What a background that was away has told all since, it told those alone who were there.
    if (port !== undefined && settings !== undefined) void ask({ kind: "settings" });
  };
  const post = (asked: NumberedQuestion): void => {
    try {
      open();
      if (port === undefined) pending.settle(asked.id, undefined);
      else port.postMessage(asked);
    } catch {
      pending.settle(asked.id, undefined);
    }
  };
  const ask = async (question: Question): Promise<Answer | undefined> =>
    pending.ask(question, post);
  // Chromium closes the port of a page that it keeps for the way back, and tells the page nothing of that.
  whenBack(() => {
    end(true);
    open();
  });
  const first = ask({ kind: "settings" });
  return {
    ask,
    verdict: verdictBy(ask),
    settings: () => settings,
    settled: async () => {
      await first;
      if (settings === undefined) await ask({ kind: "settings" });
      return settings;
    },
    onPush: pushes.add,
    onEnd: endings.add,
  };
}

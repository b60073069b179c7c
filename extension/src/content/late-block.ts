import { showToast } from "../notice/notice.ts";
import type { BackgroundLink } from "./background-link.ts";
import { isTextControl } from "../shared/text-control.ts";

/** How often is looked whether a text is gone, in milliseconds; only while one is waited for. */
const LOOK_MS = 500;

/** What holds the requests of the tab when the agent stops a text that is in the page already. */
export interface LateBlock {
  /** Are all requests of the tab held for the agent? */
  readonly isHeld: () => boolean;
  /** Holds them until the text is gone from where it was put. */
  hold(text: string, host: Element | undefined, patternName: string): void;
}

const folded = (text: string): string => text.replaceAll(/\s+/g, "");

const contentOf = (host: Element): string =>
  isTextControl(host) ? host.value : (host.textContent ?? "");

export function lateBlock(link: BackgroundLink): LateBlock {
  let isHeld = false;
  link.onPush((push) => {
    if (push.kind === "held") isHeld = push.held;
  });
  const tell = (held: boolean): void => {
    isHeld = held;
    void link.ask({ kind: "held", held });
  };
  return {
    isHeld: () => isHeld,
    hold: (text, host, patternName) => {
      showToast("late-block", patternName);
      // What a request carried is gone already.
      if (host === undefined) return;
      tell(true);
      const wanted = folded(text);
      const timer = setInterval(() => {
        if (host.isConnected && folded(contentOf(host)).includes(wanted)) return;
        clearInterval(timer);
        tell(false);
      }, LOOK_MS);
    },
  };
}

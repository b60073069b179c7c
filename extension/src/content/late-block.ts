import { showToast } from "../notice/notice.ts";
import { isTextControl } from "../shared/text-control.ts";
import type { BackgroundLink } from "./background-link.ts";
import { editingHost } from "./composers.ts";
import { focusedWithin } from "./shadow-trees.ts";

/** How often is looked whether a text is gone, in milliseconds; only while one is waited for. */
const LOOK_MS = 500;

/** What holds the requests of the tab when the agent stops a text that is in the page already. */
export interface LateBlock {
  /** Are all requests of the tab held for the agent? */
  readonly isHeld: () => boolean;
  /** Holds them until the text stands in no box any more, and the person has edited. */
  hold(text: string, host: Element | undefined, patternName: string): void;
}

const folded = (text: string): string => text.replaceAll(/\s+/g, "");

const contentOf = (host: Element): string =>
  isTextControl(host) ? host.value : (host.textContent ?? "");

/** What a person can write in; a box of the page's may be rendered anew as another element. */
const BOXES = "textarea, input, [contenteditable]";

/** Does a text stand in its box, in the one with the focus or in any other of the document? */
function stands(text: string, host: Element): boolean {
  const focused = focusedWithin(document.activeElement ?? host);
  return [host, editingHost(focused), ...document.querySelectorAll(BOXES)].some(
    (box) => box.isConnected && folded(contentOf(box)).includes(text),
  );
}

/** The frame's part in it; over the link, the other frames of the tab hold their requests as well. */
export function lateBlock(link: BackgroundLink): LateBlock {
  const waited = new Map<string, Element>();
  let isHeld = false;
  let isEdited = false;
  const tell = (held: boolean): void => {
    isHeld = held;
    void link.ask({ kind: "held", held });
  };
  link.onPush((push) => {
    if (push.kind !== "held") return;
    isHeld = push.held;
    // Another frame's text is gone, or the background forgot the page while it was kept for the way back.
    if (!isHeld && waited.size > 0) tell(true);
  });
  const edited = (event: Event): void => {
    // What Enter takes out of a box was sent, not given up.
    if (event.isTrusted && !(event instanceof KeyboardEvent && event.key === "Enter")) {
      isEdited = true;
    }
  };
  const wait = (): void => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    for (const name of ["keydown", "beforeinput"]) window.addEventListener(name, edited, options);
    const timer = setInterval(() => {
      const isThere = [...waited].some(([text, host]) => stands(text, host));
      // The page itself takes a text out while it renders the box anew: the person has to have had a hand in it.
      if (isThere) isEdited = false;
      if (isThere || !isEdited) return;
      clearInterval(timer);
      listening.abort();
      waited.clear();
      tell(false);
    }, LOOK_MS);
  };
  return {
    isHeld: () => isHeld,
    hold: (text, host, patternName) => {
      showToast("late-block", patternName);
      // What a request carried is gone already.
      if (host === undefined) return;
      if (waited.size === 0) wait();
      waited.set(folded(text), host);
      tell(true);
    },
  };
}

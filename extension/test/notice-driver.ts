// The content script of the extension that notice-extension.ts makes: the notice alone, and a way for a test to ask for it.
import { shadowRootOf } from "../src/notice/focus.ts";
import { armNotice, isNotice, showStopped, showToast } from "../src/notice/notice.ts";
import type { Stopped, ToastFact } from "../src/notice/notice.ts";

/** What a test asks of the driver, as JSON in the detail of an event. */
export type Command =
  | { readonly stop: Stopped }
  | { readonly toast: ToastFact; readonly detail?: string }
  | { readonly look: true };

/** What stands in the notice: extensions may look into closed shadow trees, so that the notice needs no hook for tests. */
export interface Seen {
  readonly text: string;
  /** The text of what has the focus in it. */
  readonly focused: string;
  readonly controls: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
  }[];
  readonly direction: string;
  readonly paper: string;
  readonly ink: string;
  readonly animation: string;
  readonly left: number;
  readonly right: number;
  readonly isNotice: boolean;
}

const page = () => document.documentElement.dataset;

function look(): Seen | undefined {
  const all = document.querySelectorAll<HTMLElement>("html > div, dialog > div");
  const host = [...all].findLast((each) => isNotice(each));
  if (host === undefined) return undefined;
  const root = shadowRootOf(host);
  const notice = root?.querySelector<HTMLElement>(".notice");
  if (!root || !notice) return undefined;
  const style = getComputedStyle(notice);
  const { left, right } = notice.getBoundingClientRect();
  const shown = [...notice.querySelectorAll<HTMLElement>("button, input")].filter((control) =>
    control.checkVisibility(),
  );
  return {
    text: notice.innerText,
    focused: root.activeElement instanceof HTMLElement ? root.activeElement.innerText : "",
    controls: shown.map((control) => {
      const box = control.getBoundingClientRect();
      const name = control.getAttribute("aria-label") ?? (control.innerText || control.id);
      return { text: name, x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }),
    direction: style.direction,
    paper: style.backgroundColor,
    ink: style.color,
    animation: style.animationName,
    left,
    right,
    isNotice: isNotice(host),
  };
}

async function obey(command: Command): Promise<void> {
  if ("toast" in command) showToast(command.toast, command.detail);
  else if ("look" in command) page()["seen"] = JSON.stringify(look() ?? "");
  else page()["choice"] = JSON.stringify(await showStopped(command.stop));
}

armNotice();
document.addEventListener("weir-notice", (event) => {
  if (event instanceof CustomEvent) void obey(JSON.parse(String(event.detail)) as Command);
});

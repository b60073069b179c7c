import { element } from "./element.ts";
import { attend } from "./guard.ts";
import { onPress } from "./press.ts";
import { closeSurface, languageAttributes, openSurface } from "./surface.ts";
import type { Surface } from "./surface.ts";
import { noticeText as text } from "./notice-text.ts";
import type { TextKey } from "./text.ts";

/** What a toast tells. `reload`: the extension was updated, and what guards this page is the old one. */
export type ToastFact =
  | "late-block"
  | "agent-down"
  | "redacted"
  | "request-stopped"
  | "not-covered"
  | "place-gone"
  | "reload";

const TEXTS: Readonly<Record<ToastFact, TextKey>> = {
  "late-block": "toastLateBlock",
  "agent-down": "toastAgentDown",
  redacted: "toastRedacted",
  "request-stopped": "toastRequestStopped",
  "not-covered": "toastNotCovered",
  "place-gone": "toastPlaceGone",
  reload: "toastReload",
};

/** Facts that ask something of the person stay until they are closed. */
const STAYING: ReadonlySet<ToastFact> = new Set(["late-block", "reload"]);
const SHOWN_MS = 8000;

let shown: { readonly surface: Surface; readonly timer: number } | undefined;

/** Closes the toast that is shown; without one, nothing happens. */
export function closeToast(): void {
  if (shown === undefined) return;
  clearTimeout(shown.timer);
  attend(shown.surface, undefined);
  closeSurface(shown.surface);
  shown = undefined;
}

/** Closes the toast after a while in which neither pointer nor focus was on it. */
function closeLater(surface: Surface): number {
  return window.setTimeout(() => {
    if (surface.root.querySelector(".toast:is(:hover, :focus-within)") === null) closeToast();
    else shown = { surface, timer: closeLater(surface) };
  }, SHOWN_MS);
}

/** Shows a toast in place of the one that is shown. Where the page has a modal dialog open, all outside it is dead. */
export function openToast(fact: ToastFact, detail: string | undefined): void {
  closeToast();
  const surface = openSurface([...document.querySelectorAll("dialog:modal")].at(-1));
  const words = element("p", { role: "status" });
  const close = element("button", { type: "button", "aria-label": text("close") }, "\u00d7");
  const toast = element(
    "div",
    { class: "notice toast", popover: "manual", ...languageAttributes() },
    element("div", {}, words, onPress(close, closeToast)),
  );
  surface.root.append(toast);
  toast.showPopover();
  attend(surface, { escape: closeToast, enter: () => undefined, left: () => undefined });
  // A screen reader tells what changes in a region that it knows already.
  requestAnimationFrame(() => {
    words.append(text(TEXTS[fact]));
    if (detail !== undefined) words.append(element("strong", {}, element("bdi", {}, detail)));
  });
  shown = { surface, timer: STAYING.has(fact) ? 0 : closeLater(surface) };
}

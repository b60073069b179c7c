import { stoppedDialog } from "./dialog.ts";
import { rememberFocus } from "./focus.ts";
import { armNotice, attend } from "./guard.ts";
import type { Choice, Stopped } from "./stopped.ts";
import { closeSurface, openSurface, surfaceAt } from "./surface.ts";
import type { Surface } from "./surface.ts";
import { openToast } from "./toast.ts";
import type { ToastFact } from "./toast.ts";

/** How often a page may take the dialog away or cover it before that counts as Cancel. */
const MAX_RAISES = 16;

/** Settles when the dialog that is open closes. */
let open: Promise<Choice> | undefined;

/** Is this the notice, for listeners that let its events go? */
export const isNotice = (target: EventTarget | null): boolean => surfaceAt(target) !== undefined;

/** Is the dialog what a pointer would reach, with nothing of the page over it? */
function isOnTop({ host }: Surface, dialog: HTMLElement): boolean {
  const { left, top, width, height } = dialog.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === host;
}

/** Brings the dialog back to the top, with its focus, where the page took it away or opened a dialog of its own. */
function raiser(surface: Surface, dialog: HTMLDialogElement, giveUp: () => void): () => void {
  let raises = 0;
  return () => {
    if (surface.host.isConnected && isOnTop(surface, dialog)) return;
    raises += 1;
    if (raises > MAX_RAISES) return giveUp();
    if (!surface.host.isConnected) document.documentElement.append(surface.host);
    const focused = surface.root.activeElement;
    dialog.close();
    dialog.showModal();
    if (focused instanceof HTMLElement) focused.focus();
  };
}

/** Tells when something was put into or taken out of the document beside its body. */
function watchDocument(changed: () => void): MutationObserver {
  const watch = new MutationObserver(changed);
  watch.observe(document, { childList: true });
  watch.observe(document.documentElement, { childList: true });
  return watch;
}

function ask(stopped: Stopped): Promise<Choice> {
  const restoreFocus = rememberFocus();
  const surface = openSurface();
  const { promise, resolve } = Promise.withResolvers<Choice>();
  const made = stoppedDialog(stopped, (choice) => settle(choice));
  const { dialog } = made;
  const cancel = () => settle({ choice: "cancel" });
  const raise = raiser(surface, dialog, cancel);
  const watch = watchDocument(raise);
  const settle = (choice: Choice) => {
    watch.disconnect();
    attend(surface, undefined);
    closeSurface(surface);
    restoreFocus();
    resolve(choice);
  };
  // Told by the browser for whatever else closes a dialog, such as a gesture; raising it closes it as well.
  dialog.addEventListener("close", () => {
    if (!dialog.open) cancel();
  });
  surface.root.append(dialog);
  dialog.showModal();
  made.first.focus();
  attend(surface, { escape: cancel, enter: made.enter, left: () => void setTimeout(raise) });
  return promise;
}

/**
 * Asks the person about a text that was stopped, and answers with their choice once the focus and the caret are back
 * where they were. While a dialog is open the page is inert, so that what is stopped then was not the person's doing: it
 * stays stopped, and the answer is Cancel at once.
 */
export function showStopped(stopped: Stopped): Promise<Choice> {
  if (open !== undefined) return Promise.resolve({ choice: "cancel" });
  armNotice();
  open = ask(stopped).finally(() => {
    open = undefined;
  });
  return open;
}

/** Tells the person a fact, once no dialog is open. `detail` is a pattern's name or the like, never content. */
export function showToast(fact: ToastFact, detail?: string): void {
  armNotice();
  if (open === undefined) openToast(fact, detail);
  else void open.then(() => openToast(fact, detail));
}

export { armNotice } from "./guard.ts";
export { whatText } from "./stopped.ts";
export type { Choice, Stopped, StoppedAt } from "./stopped.ts";
export type { ToastFact } from "./toast.ts";

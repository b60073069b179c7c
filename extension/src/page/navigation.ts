import { isAddressAllowed } from "./address.ts";
import { formText, isForm } from "./body.ts";
import { askSync } from "./channel.ts";
import { getterOf, methodOf, testOf, textOf } from "./natives.ts";
import { guardMethod } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

const listen = methodOf(EventTarget.prototype, "addEventListener");
const preventDefault = methodOf(Event.prototype, "preventDefault");
const stopAll = methodOf(Event.prototype, "stopImmediatePropagation");
const pathOf = methodOf(Event.prototype, "composedPath");
const hrefOf = getterOf(HTMLAnchorElement.prototype, "href");
const areaHrefOf = getterOf(HTMLAreaElement.prototype, "href");

/** No address, as of what is no link, is none of this document either. */
const isAllowed = (url: string): boolean => url === "" || isAddressAllowed(url, "navigation");

const isLink = testOf(hrefOf);
const isArea = testOf(areaHrefOf);
/** The address behind a link; empty for anything else. */
const linkOf = (value: unknown): string =>
  isLink(value) ? hrefOf(value) : isArea(value) ? areaHrefOf(value) : "";

/** Navigations of this frame: by `location`, a link, a form, a refresh. */
function listenToNavigations(): void {
  const isCancelable = getterOf(Event.prototype, "cancelable");
  const destinationOf = getterOf(NavigateEvent.prototype, "destination");
  const formDataOf = getterOf(NavigateEvent.prototype, "formData");
  const urlOf = getterOf(NavigationDestination.prototype, "url");
  const isSameDocument = getterOf(NavigationDestination.prototype, "sameDocument");
  const isNavigate = testOf(destinationOf);
  listen(navigation, "navigate", (event) => {
    if (!isCancelable(event) || !isNavigate(event)) return;
    const destination = destinationOf(event);
    if (isSameDocument(destination)) return;
    const form = formDataOf(event);
    // Its files were judged before, or it was not let go.
    const known = isForm(form) ? formText(form, true) : undefined;
    const url = urlOf(destination);
    const goes =
      known?.text === undefined || known.text === ""
        ? isAllowed(url)
        : askSync({ boundary: "form", url, contentType: known.contentType, body: known.text });
    if (!goes) preventDefault(event);
  });
}

/** A click on a link, which can open in another tab. */
function onClick(event: Event): void {
  const path = pathOf(event);
  for (let at = 0; at < path.length; at++) {
    const url = linkOf(path[at]);
    if (url === "") continue;
    if (!isAllowed(url)) {
      preventDefault(event);
      stopAll(event);
    }
    return;
  }
}

/** A click by script, also on a link that stands in no document. */
function guardedClick(self: unknown, args: Args, native: Native): unknown {
  return isAllowed(linkOf(self)) ? native(self, args) : undefined;
}

/** A new window that is not opened is null, as where pop-ups are blocked. */
function guardedOpen(self: unknown, args: Args, native: Native): unknown {
  if (args.length === 0 || args[0] === undefined) return native(self, args);
  const url = textOf(args[0]);
  return isAllowed(url) ? native(self, [url, args[1], args[2]]) : null;
}

/** `document.open` with three arguments is `window.open` (HTML, "document.open()"). */
const guardedDocumentOpen = (self: unknown, args: Args, native: Native): unknown =>
  args.length < 3 ? native(self, args) : guardedOpen(self, args, native);

function listenToClicks(): void {
  listen(window, "click", onClick, true);
  listen(window, "auxclick", onClick, true);
}

/** Guards the addresses that this frame and new windows are led to, by scripts, links and forms. */
export function guardNavigation(): void {
  // Not every browser tells of them.
  if ("navigation" in window) listenToNavigations();
  listenToClicks();
  // `document.open` removes the listeners of the window; what observes the document stays.
  new MutationObserver(listenToClicks).observe(document, { childList: true });
  guardMethod("HTMLElement", "click", guardedClick);
  guardMethod("", "open", guardedOpen);
  guardMethod("Document", "open", guardedDocumentOpen);
}

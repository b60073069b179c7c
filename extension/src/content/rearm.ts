/**
 * Calls `listen` now and whenever the document is made anew: `document.open()` takes all listeners away, an observer of the
 * document stays. Adding a listener that is there already changes nothing.
 */
export function keepListening(listen: () => void): void {
  listen();
  new MutationObserver(listen).observe(document, { childList: true });
}

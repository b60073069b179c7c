/**
 * Flushes a store every `intervalMs` until the returned function is called. A crash loses at most what was counted in
 * one interval. The timer does not keep the process alive.
 */
export function flushEvery(intervalMs: number, store: { readonly flush: () => void }): () => void {
  const timer = setInterval(store.flush, intervalMs).unref();
  return () => clearInterval(timer);
}

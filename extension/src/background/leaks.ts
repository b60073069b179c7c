import type { RequestContext } from "./request-context.ts";
import type { Toolbar } from "./toolbar.ts";

type Leaks = Pick<RequestContext, "leads" | "suspect"> & {
  /** Did something leave by the request of the page that opens? */
  readonly lasts: (tabId: number) => boolean;
};

/** Remembers the requests by which something left and which lead a tab to its next page: until that opens, or another is asked for. */
export function leaksOf(toolbar: Toolbar): Leaks {
  const leaks = new Map<number, string>();
  return {
    lasts: (tabId) => leaks.delete(tabId),
    leads: ({ tabId, type, requestId }) => {
      // Where it is led on, it is the same request.
      if (type === "main_frame" && leaks.get(tabId) !== requestId) leaks.delete(tabId);
    },
    suspect: ({ tabId, type, requestId }) => {
      if (type === "main_frame") leaks.set(tabId, requestId);
      void toolbar.hold(tabId, true);
    },
  };
}

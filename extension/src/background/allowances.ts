import { allowedTexts } from "../shared/allowed-texts.ts";
import type { Allowance, AllowedTexts } from "../shared/allowed-texts.ts";

/** What persons let through, by tab; in memory alone. Frames tell it again to a background that was away. */
export interface Allowances {
  /** Was it not known yet? */
  allow(tabId: number, allowance: Allowance): boolean;
  /** This text without those that were let through in the tab: what is left has to be judged. */
  without(tabId: number, text: string): string;
  forget(tabId: number): void;
}

/** Nothing let through yet. `now` is in milliseconds since 1970. */
export function allowances(now: () => number = Date.now): Allowances {
  const byTab = new Map<number, AllowedTexts>();
  return {
    allow: (tabId, allowance) => {
      const allowed = byTab.get(tabId) ?? allowedTexts(now);
      byTab.set(tabId, allowed);
      const isNew = allowed.without(allowance.content).trim() !== "";
      allowed.allow(allowance);
      return isNew;
    },
    without: (tabId, text) => byTab.get(tabId)?.without(text) ?? text,
    forget: (tabId) => {
      byTab.delete(tabId);
    },
  };
}

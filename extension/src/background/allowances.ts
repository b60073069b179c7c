/** For how long a text that a person let through is let through in requests, in milliseconds. */
const ALLOWED_MS = 10 * 60 * 1000;
/** How many such texts a tab has. */
const MAX_PER_TAB = 8;

/** What persons let through, by tab; in memory alone. */
export interface Allowances {
  allow(tabId: number, text: string): void;
  /** This text without those that were let through in the tab: what is left has to be judged. */
  without(tabId: number, text: string): string;
  forget(tabId: number): void;
}

interface Allowed {
  readonly text: string;
  readonly until: number;
}

export function allowances(now: () => number = Date.now): Allowances {
  const byTab = new Map<number, readonly Allowed[]>();
  return {
    allow: (tabId, text) => {
      if (text === "") return;
      const others = (byTab.get(tabId) ?? []).filter((each) => each.text !== text);
      byTab.set(tabId, [...others, { text, until: now() + ALLOWED_MS }].slice(-MAX_PER_TAB));
    },
    without: (tabId, text) =>
      (byTab.get(tabId) ?? [])
        .filter(({ until }) => until > now())
        .reduce((rest, allowed) => rest.replaceAll(allowed.text, " "), text),
    forget: (tabId) => {
      byTab.delete(tabId);
    },
  };
}

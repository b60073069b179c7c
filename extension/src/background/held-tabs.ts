import { api } from "../shared/browser.ts";

/** The tabs whose requests are held for the agent; remembered while the background is away. */
export interface HeldTabs {
  isHeld(tabId: number): Promise<boolean>;
  hold(tabId: number, isHeld: boolean): Promise<void>;
}

async function storedTabs(): Promise<readonly number[]> {
  const { held = [] } = await api.storage.session.get<{ held?: readonly number[] }>("held");
  return held;
}

/** Starts with the tabs that were held before the background went away. */
export function heldTabs(): HeldTabs {
  const tabs = new Set<number>();
  const load = async (): Promise<void> => {
    for (const tabId of await storedTabs()) tabs.add(tabId);
  };
  const loading = load().catch(() => undefined);
  return {
    isHeld: async (tabId) => {
      await loading;
      return tabs.has(tabId);
    },
    hold: async (tabId, isHeld) => {
      await loading;
      if (isHeld) tabs.add(tabId);
      else tabs.delete(tabId);
      await api.storage.session.set({ held: [...tabs] });
    },
  };
}

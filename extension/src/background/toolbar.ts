import { badgeState, showBadge } from "./badge.ts";
import type { Frames } from "./frames.ts";
import type { HeldTabs } from "./held-tabs.ts";
import type { CompanionState } from "./state.ts";

/** What a tab's badge and frames are told of it. */
export interface Toolbar {
  showTab(tabId: number): Promise<void>;
  showAll(): Promise<void>;
  /** Holds all requests of the tab for the agent, or no longer, and says so in the toolbar and to the tab's frames. */
  hold(tabId: number, isHeld: boolean): Promise<void>;
}

/** The toolbar of a companion. `frames` is asked for when it is needed: frames and toolbar know each other. */
export function toolbarOf(state: CompanionState, held: HeldTabs, frames: () => Frames): Toolbar {
  const showTab = async (tabId: number): Promise<void> => {
    const settings = await state.settings();
    const isHeld = await held.isHeld(tabId);
    await showBadge(badgeState(settings, frames().has(tabId), isHeld), tabId);
  };
  return {
    showTab,
    showAll: async () => {
      await showBadge(badgeState(await state.settings(), false, false));
      await Promise.all(frames().tabs().map(showTab));
    },
    hold: async (tabId, isHeld) => {
      if ((await held.isHeld(tabId)) === isHeld) return;
      await held.hold(tabId, isHeld);
      void frames().tellTab(tabId, { kind: "held", held: isHeld });
      await showTab(tabId);
    },
  };
}

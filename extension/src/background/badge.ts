import { ICON_SIZES } from "../../manifest.ts";
import type { ICON_STATES } from "../../manifest.ts";
import { api } from "../shared/browser.ts";
import type { Settings } from "../shared/settings.ts";

/** The one thing that the toolbar says of a tab, the most pressing one first. */
export type BadgeState =
  | "held"
  | "tampered"
  | "down"
  | "unpaired"
  | "paused"
  | "protected"
  | "uncovered";

/** What the toolbar says of a tab. */
export function badgeState(settings: Settings, isCovered: boolean, isHeld: boolean): BadgeState {
  if (isHeld) return "held";
  if (settings.tamper) return "tampered";
  if (settings.agent !== "up") return settings.agent;
  if (settings.paused) return "paused";
  return isCovered ? "protected" : "uncovered";
}

interface Look {
  /** The picture: `icons/<icon>-<size>.png`. */
  readonly icon: (typeof ICON_STATES)[number];
  /** The name of its text in the browser's language. */
  readonly message: string;
}

const LOOKS: Readonly<Record<BadgeState, Look>> = {
  held: { icon: "danger", message: "stateHeld" },
  tampered: { icon: "danger", message: "stateTampered" },
  down: { icon: "warning", message: "stateDown" },
  unpaired: { icon: "warning", message: "stateUnpaired" },
  paused: { icon: "warning", message: "statePaused" },
  protected: { icon: "protected", message: "stateProtected" },
  uncovered: { icon: "off", message: "stateUncovered" },
};

/** Shows a state in the toolbar: for one tab, or for all that have none of their own. A tab that is gone is no fault. */
export async function showBadge(state: BadgeState, tabId?: number): Promise<void> {
  const { icon, message } = LOOKS[state];
  const where = tabId === undefined ? {} : { tabId };
  const path = Object.fromEntries(
    ICON_SIZES.map((size) => [String(size), `/icons/${icon}-${size}.png`]),
  );
  const title = `${api.i18n.getMessage("actionTitle")}: ${api.i18n.getMessage(message)}`;
  try {
    await Promise.all([
      api.action.setIcon({ ...where, path }),
      api.action.setTitle({ ...where, title }),
    ]);
  } catch {
    // The tab was closed in the meantime.
  }
}

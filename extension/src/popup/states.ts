import type { Sign } from "../notice/shield.ts";
import type { TextKey } from "../notice/text.ts";
import type { PopupState } from "../shared/messages.ts";

/** Something that a person should know of the companion: a headline, what it means, and a sign. */
export interface Told {
  readonly title: TextKey;
  readonly text: TextKey;
  readonly sign: Sign;
}

const told = (title: TextKey, text: TextKey, sign: Sign): Told => ({ title, text, sign });

/** What is told where the background gave no answer. */
export const UNKNOWN: Told = told("stateUnknown", "stateUnknownText", "cross");

/** All that is so, the gravest first; one at least. */
export function statesOf(state: PopupState): readonly [Told, ...Told[]] {
  const rest = [
    state.held && told("stateHeld", "stateHeldText", "cross"),
    state.tamper && told("stateTampered", "stateTamperedText", "cross"),
    state.agent === "unpaired" && told("stateUnpaired", "stateUnpairedText", "mark"),
    state.agent === "down" && told("stateDown", "stateDownText", "mark"),
    state.paused && told("statePaused", "statePausedText", "mark"),
    !state.covered &&
      told("stateUncovered", state.reload ? "toastReload" : "stateUncoveredText", "dash"),
  ].filter((each) => each !== false);
  const [first, ...others] = rest;
  return first === undefined
    ? [told("stateProtected", "stateProtectedText", "check")]
    : [first, ...others];
}

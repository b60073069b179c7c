import type { Scanner } from "../scanner/scanner.ts";
import type { BackgroundLink } from "./background-link.ts";
import { composers } from "./composers.ts";
import { createDecider } from "./decide.ts";
import type { Guards } from "./guards.ts";
import { guardPaste } from "./paste.ts";
import type { Person } from "./person.ts";

const nothing = (): void => undefined;

/** Nobody is told or asked. */
const NOBODY: Person = {
  ask: async () => ({ choice: "cancel" }),
  tellStopped: nothing,
  tellRedacted: nothing,
  tellGone: nothing,
  tellUnjudged: nothing,
};

function pasteOf(text: string): ClipboardEvent {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, cancelable: true });
  // Firefox takes none from a script.
  if (event.clipboardData?.getData("text/plain") !== text) {
    Object.defineProperty(event, "clipboardData", { value: clipboardData });
  }
  return event;
}

/** What the guards of a rehearsal work with. */
function muteGuards(scanner: Scanner, link: BackgroundLink): Guards {
  const mute: BackgroundLink = {
    ...link,
    ask: async () => undefined,
    verdict: async () => ({ undecided: "late" }),
    onPush: nothing,
  };
  return {
    decider: createDecider({
      scanner,
      link: mute,
      isTabHeld: () => false,
      onCold: nothing,
      onLate: nothing,
    }),
    person: NOBODY,
    resume: () => false,
    composerOf: composers(),
  };
}

function boxOf(guards: Guards): HTMLTextAreaElement {
  const box = document.createElement("textarea");
  box.addEventListener("paste", (event) => void guardPaste(event, guards));
  return box;
}

/** So many pastes go into a box: all but the first are read behind the end of the one before. */
const PASTES_OF_BOX = 4;

/**
 * Pastes texts into boxes that stand in no page, and tells neither the agent nor the person: what a paste runs through is
 * compiled, and what the engine builds for a text is built, before somebody waits for it.
 */
export function rehearsal(scanner: Scanner, link: BackgroundLink): (text: string) => void {
  let guards: Guards | undefined;
  let box: HTMLTextAreaElement | undefined;
  let pastes = 0;
  return (text) => {
    guards ??= muteGuards(scanner, link);
    if (pastes % PASTES_OF_BOX === 0) box = boxOf(guards);
    pastes += 1;
    box?.dispatchEvent(pasteOf(text));
  };
}

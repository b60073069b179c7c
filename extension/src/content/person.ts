import { FIRST_PRESET } from "../shared/fail-policy.ts";
import type { PresetName } from "@weir/schema";
import { showStopped, showToast, whatText } from "../notice/notice.ts";
import type { Choice, Stopped, StoppedAt } from "../notice/notice.ts";
import type { BackgroundLink } from "./background-link.ts";
import type { LetGo, Stop } from "./decide.ts";

/** How the person is told and asked; the notice in pages, a stand-in in tests. */
export interface Person {
  ask(stop: Stop, at: StoppedAt, isRedactable: boolean): Promise<Choice>;
  /** Tells that a request was stopped, without a question. */
  tellStopped(stop: Stop): void;
  tellRedacted(): void;
  /** Tells that what was held was not put in, as the place for it is gone. */
  tellGone(): void;
  /** Tells, once in a page, that the agent did not judge what was let go, or that nobody did. */
  tellUnjudged(decision: LetGo): void;
}

/** What the presets let a person do about a finding (contract, "Presets"). */
const OVERRIDES: Readonly<Record<PresetName, Stopped["override"]>> = {
  personal: "once_reason_kept_in_memory",
  team: "once_with_reason",
  managed: "none",
};

const overrideOf = ({ reason, isAsked }: Stop, preset: PresetName): Stopped["override"] =>
  reason === "finding" || isAsked ? OVERRIDES[preset] : "none";

/** The least room in which a person can read a notice and press its buttons, in CSS pixels. */
const MIN_WIDTH = 160;
const MIN_HEIGHT = 64;

/** Can the person see this frame? Pages have frames that nobody is to see. */
const isSeen = (): boolean => innerWidth >= MIN_WIDTH && innerHeight >= MIN_HEIGHT;

/**
 * Asks and tells by notices in the frame; where it is too small for one, the tab's other frames tell, and what was to be
 * asked is stopped.
 */
export function personBy(link: BackgroundLink): Person {
  let isToldOfAgent = false;
  const tellStopped = (stop: Stop): void => {
    const patternName = whatText(stop);
    if (isSeen()) showToast("request-stopped", patternName);
    else void link.ask({ kind: "stopped", patternName });
  };
  return {
    ask: async (stop, boundary, redactable) => {
      if (!isSeen()) {
        tellStopped(stop);
        return { choice: "cancel" };
      }
      const { reason, patternName, severity, count, score } = stop;
      const settings = link.settings();
      return showStopped({
        reason,
        patternName,
        severity,
        count,
        boundary,
        redactable,
        override: overrideOf(stop, settings?.preset ?? FIRST_PRESET),
        ...(settings?.managed === undefined ? {} : { managed: settings.managed }),
        ...(score === undefined ? {} : { score }),
        ...(severity === undefined || settings === undefined
          ? {}
          : { threshold: settings.policy.thresholds[severity] }),
      });
    },
    tellStopped,
    tellRedacted: () => showToast("redacted"),
    tellGone: () => showToast("place-gone"),
    tellUnjudged: ({ without }) => {
      if (without === undefined || isToldOfAgent) return;
      isToldOfAgent = true;
      showToast(without === "no_rules" ? "not-covered" : "agent-down");
    },
  };
}

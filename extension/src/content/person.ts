import type { PresetName } from "@weir/schema";
import { showStopped, showToast } from "../notice/notice.ts";
import type { Choice, Stopped, StoppedAt } from "../notice/notice.ts";
import type { BackgroundLink } from "./background-link.ts";
import type { LetGo, Stop } from "./decide.ts";

/** How the person is told and asked; the notice in pages, a stand-in in tests. */
export interface Person {
  ask(stop: Stop, at: StoppedAt, isRedactable: boolean): Promise<Choice>;
  /** Tells that a request was stopped, without a question. */
  tellStopped(stop: Stop): void;
  tellRedacted(): void;
  /** Tells, once in a page, that the agent did not judge what was let go. */
  tellUnjudged(decision: LetGo): void;
}

/** What the presets let a person do about a finding (contract, "Presets"). */
const OVERRIDES: Readonly<Record<PresetName, Stopped["override"]>> = {
  personal: "once_reason_kept_in_memory",
  team: "once_with_reason",
  managed: "none",
};

/** What is said in the place of a pattern's name. */
const UNNAMED: Readonly<Record<Stop["reason"], string>> = {
  finding: "?",
  too_large: "larger than what is scanned",
  unchecked: "could not be checked",
};

const overrideOf = ({ reason, isAsked }: Stop, preset: PresetName): Stopped["override"] =>
  reason === "finding" || isAsked ? OVERRIDES[preset] : "none";

export function personBy(link: BackgroundLink): Person {
  let isToldOfAgent = false;
  return {
    ask: (stop, boundary, redactable) => {
      const { reason, patternName, severity, count, score } = stop;
      const settings = link.settings();
      return showStopped({
        patternName: patternName || UNNAMED[reason],
        severity,
        count,
        boundary,
        redactable,
        override: overrideOf(stop, settings?.preset ?? "personal"),
        ...(settings?.managed === undefined ? {} : { managed: settings.managed }),
        ...(score === undefined ? {} : { score }),
        ...(severity === undefined || settings === undefined
          ? {}
          : { threshold: settings.policy.thresholds[severity] }),
      });
    },
    tellStopped: ({ patternName }) => showToast("request-stopped", patternName),
    tellRedacted: () => showToast("redacted"),
    tellUnjudged: ({ without }) => {
      if (without === undefined || isToldOfAgent) return;
      isToldOfAgent = true;
      showToast("agent-down");
    },
  };
}

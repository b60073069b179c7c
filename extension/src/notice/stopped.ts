import type { Preset, Severity } from "@weir/schema";
import type { Boundary } from "../shared/boundary.ts";
import { noticeText as text } from "./notice-text.ts";
import type { TextKey } from "./text.ts";

/** Where something was stopped: by a gesture of the person, or on its way out of the page. */
export type StoppedAt = Boundary | "paste" | "drop" | "input";

/** What the dialog tells of a text that was stopped: never the text, nor a part of it. */
export interface Stopped {
  /** Something was found; it is too large to be scanned; nobody could judge it. Absent for the first. */
  readonly reason?: "finding" | "too_large" | "unchecked";
  /** Empty where nothing was found. */
  readonly patternName: string;
  readonly severity: Severity | undefined;
  /** How many values were found. */
  readonly count: number;
  readonly boundary: StoppedAt;
  readonly override: Preset["companionOverride"];
  /** Can the text go on with placeholders in it? */
  readonly redactable: boolean;
  readonly managed?: { readonly profileId: string; readonly profileVersion: number };
  /** The score of the foremost finding, and the threshold of its severity. */
  readonly score?: number;
  readonly threshold?: number;
}

/** What the person chose. */
export type Choice =
  | { readonly choice: "redact" }
  | { readonly choice: "cancel" }
  | { readonly choice: "allow-once"; readonly reason: string };

const TITLES: Readonly<Partial<Record<StoppedAt, TextKey>>> = {
  paste: "pasteStopped",
  drop: "dropStopped",
  input: "inputStopped",
  file: "fileStopped",
  clipboard: "clipboardStopped",
};

/** The title of the dialog. */
export const titleOf = (at: StoppedAt): TextKey => TITLES[at] ?? "requestStopped";

const SEVERITY_TEXTS: Readonly<Record<Severity, TextKey>> = {
  critical: "severityCritical",
  high: "severityHigh",
  medium: "severityMedium",
  low: "severityLow",
};

/** How a severity is put to a person. */
export const severityText = (severity: Severity): TextKey => SEVERITY_TEXTS[severity];

/** What was found, or why nobody looked. */
export function whatText({ reason, patternName }: Pick<Stopped, "reason" | "patternName">): string {
  if (reason === "too_large") return text("whatTooLarge");
  return reason === "unchecked" ? text("whatUnchecked") : patternName;
}

/** Does the name say that a planted canary was found? */
export const isCanary = (patternName: string): boolean => patternName.startsWith("Canary:");

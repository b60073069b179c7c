import { element } from "./element.ts";
import { shieldPicture } from "./picture.ts";
import { arm, onPress } from "./press.ts";
import { isCanary, severityText, titleOf, whatText } from "./stopped.ts";
import type { Choice, Stopped } from "./stopped.ts";
import { languageAttributes } from "./surface.ts";
import { noticeText as text } from "./notice-text.ts";
import type { TextKey } from "./text.ts";

const MAX_REASON_CHARS = 200;

/** The dialog's element, and what of it the notice uses. */
export interface StoppedDialog {
  readonly dialog: HTMLDialogElement;
  /** What has the focus first. */
  readonly first: HTMLElement;
  /** Enter in the field of the reason. */
  readonly enter: (event: Event) => void;
}

/** The host of the page, or of the page that made a frame without one. */
function pageHost(): string {
  const { hostname } = URL.canParse(self.origin) ? new URL(self.origin) : location;
  return hostname || text("whereUnknown");
}

const paragraph = (key: TextKey, ...values: readonly string[]): HTMLElement =>
  element("p", {}, text(key, ...values));

const isFinding = ({ reason = "finding" }: Stopped): boolean => reason === "finding";

function facts(stopped: Stopped): HTMLElement {
  const list = element("dl");
  const fact = (key: TextKey, style: string, value: Node | string) =>
    list.append(element("dt", {}, text(key)), element("dd", { class: style }, value));
  fact("factWhat", "what", element("bdi", {}, whatText(stopped)));
  if (stopped.severity !== undefined) {
    const severity = text(severityText(stopped.severity));
    fact("factSeverity", "", element("span", { class: "badge" }, severity));
  }
  if (isFinding(stopped)) {
    fact("factCount", "", new Intl.NumberFormat(text("language")).format(stopped.count));
  }
  fact("factWhere", "", element("bdi", {}, pageHost()));
  return list;
}

/** Why what was found stops a text, and what to do where that is a mistake. */
function whyFound(stopped: Stopped): readonly HTMLElement[] {
  const { patternName, severity, score, threshold } = stopped;
  const first = isCanary(patternName)
    ? paragraph("whyCanary")
    : paragraph("whyPattern", patternName);
  const lines = [first];
  if (score !== undefined && threshold !== undefined && severity !== undefined) {
    const word = text(severityText(severity));
    lines.push(paragraph("whyScore", String(score), word, String(threshold)));
  }
  if (stopped.redactable) lines.push(paragraph("redactHint"));
  return [...lines, paragraph("whyReport")];
}

/** Why it was stopped. */
function whyPanel(stopped: Stopped): HTMLElement {
  const unseen = stopped.reason === "too_large" ? "whyTooLarge" : "whyUnchecked";
  const lines = isFinding(stopped) ? whyFound(stopped) : [paragraph(unseen)];
  return element("div", { class: "panel", id: "why", hidden: "" }, ...lines);
}

/** Says that there is no way round the stop, and by whose word. */
function noOverride({ managed }: Stopped): HTMLElement {
  const line = managed
    ? text("noOverrideManaged", managed.profileId, String(managed.profileVersion))
    : text("noOverride");
  return element("p", { class: "quiet" }, line);
}

/** A button that opens and closes a panel; the answer also opens it with something to do each time. */
function opener(key: TextKey, panel: HTMLElement, opened: () => void = () => undefined) {
  const button = element(
    "button",
    { type: "button", class: "link", "aria-expanded": "false", "aria-controls": panel.id },
    text(key),
  );
  return onPress(button, () => {
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", String(!panel.hidden));
    if (panel.hidden) return;
    opened();
    panel.scrollIntoView({ block: "nearest" });
  });
}

interface Override {
  readonly button: HTMLElement;
  readonly panel: HTMLElement;
  enter(event: Event): void;
}

/** The way round the stop: a reason, and a button that does nothing in its first moments. */
function overrideOf(stopped: Stopped, choose: (choice: Choice) => void): Override {
  const label = stopped.boundary === "paste" ? "allowPaste" : "allowOther";
  const hint = stopped.override === "once_with_reason" ? "reasonAsked" : "reasonKeptInMemory";
  const field = element("input", {
    id: "reason",
    maxlength: String(MAX_REASON_CHARS),
    autocomplete: "off",
    "aria-describedby": "hint fault",
  });
  const fault = element("p", { class: "fault", id: "fault", role: "alert" });
  let isArmed: ReturnType<typeof arm> = () => false;
  const confirm = (event: Event) => {
    if (!isArmed(event)) return;
    const reason = field.value.trim();
    if (reason !== "") return choose({ choice: "allow-once", reason });
    field.setAttribute("aria-invalid", "true");
    fault.textContent = text("reasonMissing");
    field.focus();
  };
  const panel = element(
    "div",
    { class: "panel", id: "override", hidden: "" },
    element("label", { for: "reason" }, text("reason")),
    field,
    fault,
    element("p", { class: "quiet", id: "hint" }, text(hint)),
    element(
      "div",
      { class: "row" },
      onPress(element("button", { type: "button", class: "confirm" }, text(label)), confirm),
    ),
  );
  const opened = () => {
    isArmed = arm();
    field.focus();
  };
  return { button: opener(label, panel, opened), panel, enter: confirm };
}

/** The dialog about a text that was stopped; `choose` is told what the person chose. */
export function stoppedDialog(stopped: Stopped, choose: (choice: Choice) => void): StoppedDialog {
  const redactLabel = stopped.boundary === "paste" ? "redactPaste" : "redactOther";
  const isArmed = arm();
  const redact = onPress(
    element("button", { type: "button", class: "first" }, text(redactLabel)),
    (event) => {
      if (isArmed(event)) choose({ choice: "redact" });
    },
  );
  const cancel = onPress(element("button", { type: "button" }, text("cancel")), () =>
    choose({ choice: "cancel" }),
  );
  const why = whyPanel(stopped);
  const override = stopped.override === "none" ? undefined : overrideOf(stopped, choose);
  const dialog = element(
    "dialog",
    {
      class: "notice",
      role: "alertdialog",
      tabindex: "-1",
      "aria-labelledby": "title",
      "aria-describedby": "about",
      ...languageAttributes(),
    },
    element(
      "header",
      {},
      shieldPicture("mark"),
      element("h1", { id: "title" }, text(titleOf(stopped.boundary))),
    ),
    element(
      "div",
      { id: "about" },
      facts(stopped),
      element("p", { class: "safe" }, text("nothingLeft")),
    ),
    element("div", { class: "row" }, ...(stopped.redactable ? [redact] : []), cancel),
    element(
      "div",
      { class: "more" },
      opener("why", why),
      ...(override === undefined ? [] : [override.button]),
    ),
    why,
    override === undefined ? noOverride(stopped) : override.panel,
  );
  return {
    dialog,
    first: stopped.redactable ? redact : cancel,
    enter: (event) => override?.enter(event),
  };
}

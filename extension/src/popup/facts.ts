import { element } from "../notice/element.ts";
import { text } from "../notice/text.ts";
import { api } from "../shared/browser.ts";
import type { PopupState } from "../shared/messages.ts";

/** The version of rules is a hash, of which as much as tells two apart is shown. */
const SHOWN_CHARS = 12;

/** The rules in force and who manages them, a sentence each. */
export function ruleFacts({ managed, rulesVersion, rulesFresh }: PopupState): HTMLElement[] {
  const lines = [text("rulesVersion", rulesVersion.slice(0, SHOWN_CHARS))];
  if (!rulesFresh) lines.push(text("rulesStale"));
  if (managed !== undefined) {
    lines.unshift(text("managedBy", managed.profileId, String(managed.profileVersion)));
  }
  return lines.map((line) => element("p", { class: "quiet" }, line));
}

/** Whether the companion works in private windows, which the browser alone decides. */
export async function privateFact(): Promise<HTMLElement> {
  const isAllowed = await api.extension.isAllowedIncognitoAccess();
  return element("p", { class: "quiet" }, text(isAllowed ? "privateOn" : "privateOff"));
}

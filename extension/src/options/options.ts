import { element } from "../notice/element.ts";
import { text } from "../notice/text.ts";
import type { TextKey } from "../notice/text.ts";
import { ask } from "../popup/ask.ts";
import { privateFact, ruleFacts } from "../popup/facts.ts";
import { pairingForm } from "../popup/pairing-form.ts";
import { statesOf, UNKNOWN } from "../popup/states.ts";
import { hostsSection } from "./hosts.ts";

const section = (heading: TextKey, ...children: readonly HTMLElement[]): HTMLElement =>
  element("section", {}, element("h2", {}, text(heading)), ...children);

const paragraphs = (...keys: readonly TextKey[]): HTMLElement[] =>
  keys.map((key) => element("p", {}, text(key)));

async function agentState(show: () => void): Promise<readonly HTMLElement[]> {
  const answer = await ask({ kind: "popup-state" }, "popup-state");
  if (answer === undefined) return paragraphs(UNKNOWN.text);
  const { state } = answer;
  // Whether one page is covered is for the popup to say; here it is about the agent.
  const told = statesOf({ ...state, covered: true, held: false })
    .map((each) => each.text)
    .filter((key) => key !== "stateProtectedText");
  if (state.agent === "up") told.unshift("agentUp");
  return [
    ...paragraphs(...told),
    ...(state.agent === "unpaired" ? [pairingForm(show)] : []),
    ...ruleFacts(state),
  ];
}

/** How the agent stands, and pairing with it. */
function agentSection(): HTMLElement {
  const state = element("div");
  const show = () => void agentState(show).then((parts) => state.replaceChildren(...parts));
  show();
  return section("agentHeading", state);
}

async function showPage(): Promise<void> {
  document.documentElement.lang = text("language");
  document.documentElement.dir = text("direction");
  document.title = text("optionsTitle");
  document.body.replaceChildren(
    element("h1", {}, text("optionsTitle")),
    agentSection(),
    hostsSection(),
    section("privateHeading", await privateFact()),
    section("sentHeading", ...paragraphs("sentAgent", "sentKept", "sentReason")),
  );
}

void showPage();

import { element } from "../notice/element.ts";
import { shieldPicture } from "../notice/picture.ts";
import { text } from "../notice/text.ts";
import { api } from "../shared/browser.ts";
import { ask } from "./ask.ts";
import { privateFact, ruleFacts } from "./facts.ts";
import { pairingForm } from "./pairing-form.ts";
import { statesOf, UNKNOWN } from "./states.ts";
import type { Told } from "./states.ts";

const headline = ({ title, sign }: Told): HTMLElement =>
  element("header", { class: sign }, shieldPicture(sign), element("h1", {}, text(title)));

/** What is so beside the gravest. */
const further = (told: Told): readonly HTMLElement[] => [
  element("h2", {}, text(told.title)),
  element("p", {}, text(told.text)),
];

function settingsLink(): HTMLElement {
  const link = element("button", { type: "button", class: "link" }, text("openSettings"));
  link.addEventListener("click", () => void api.runtime.openOptionsPage());
  return link;
}

async function contents(): Promise<readonly HTMLElement[]> {
  const answer = await ask({ kind: "popup-state" }, "popup-state");
  if (answer === undefined) return [headline(UNKNOWN), element("p", {}, text(UNKNOWN.text))];
  const { state } = answer;
  const [first, ...others] = statesOf(state);
  return [
    headline(first),
    ...(state.covered && state.host !== undefined
      ? [element("p", { class: "quiet" }, element("bdi", {}, state.host))]
      : []),
    element("p", {}, text(first.text)),
    ...(state.agent === "unpaired" ? [pairingForm(() => void show())] : []),
    ...others.flatMap(further),
    ...ruleFacts(state),
    await privateFact(),
  ];
}

async function show(): Promise<void> {
  document.body.replaceChildren(...(await contents()), settingsLink());
}

document.documentElement.lang = text("language");
document.documentElement.dir = text("direction");
document.title = text("extensionName");
void show();

import { hostOrigins } from "../../manifest.ts";
import { hostWritten } from "../shared/host.ts";
import { element } from "../notice/element.ts";
import { text } from "../notice/text.ts";
import type { TextKey } from "../notice/text.ts";
import { ask } from "../popup/ask.ts";
import { api } from "../shared/browser.ts";
import type { HostOutcome, OwnHost } from "../shared/messages.ts";

const OUTCOMES: Readonly<Record<HostOutcome, TextKey>> = {
  added: "hostAdded",
  removed: "hostRemoved",
  not_a_host: "hostNotAHost",
  already_covered: "hostAlreadyCovered",
  not_permitted: "hostNotPermitted",
  locked: "hostLocked",
};

/** Asks the person for the host by the browser's own question; only a press of theirs may lead to it. */
const requestHost = (host: string): Promise<boolean> =>
  api.permissions.request({ origins: hostOrigins(host) });

function ownHost({ host, active }: OwnHost, remove: (host: string) => void): HTMLElement {
  const button = element(
    "button",
    { type: "button", "aria-label": text("hostRemove", host) },
    "\u00d7",
  );
  button.addEventListener("click", () => remove(host));
  const state = active ? "" : element("span", { class: "quiet" }, text("hostInactive"));
  return element("li", {}, element("bdi", {}, host), state, button);
}

/** The list of the person's own hosts, the field that adds one, and the list that came with the companion. */
export function hostsSection(): HTMLElement {
  const own = element("ul");
  const shipped = element("ul");
  const outcome = element("p", { role: "status" });
  const field = element("input", { id: "host", autocomplete: "off", spellcheck: "false" });
  const tell = (key: TextKey) => {
    outcome.textContent = text(key);
  };
  const show = async () => {
    const answer = await ask({ kind: "hosts" }, "hosts");
    if (answer === undefined) return tell("stateUnknownText");
    const items = answer.own.map((each) =>
      ownHost(each, (host) => void change("remove-host", host)),
    );
    own.replaceChildren(...(items.length > 0 ? items : [element("li", {}, text("hostsNone"))]));
    shipped.replaceChildren(
      ...answer.shipped.map((host) => element("li", {}, element("bdi", {}, host))),
    );
  };
  const change = async (kind: "add-host" | "remove-host", host: string) => {
    const answer = await ask({ kind, host }, "host");
    tell(answer ? OUTCOMES[answer.outcome] : "stateUnknownText");
    if (answer?.outcome === "added") field.value = "";
    await show();
  };
  const add = async (host: string) => {
    if (await requestHost(host)) await change("add-host", host);
    else tell("hostNotPermitted");
  };
  const form = element(
    "form",
    {},
    element("label", { for: "host" }, text("hostName")),
    element("div", { class: "row" }, field, element("button", { type: "submit" }, text("hostAdd"))),
    outcome,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const host = hostWritten(field.value);
    if (host === undefined) tell("hostNotAHost");
    else void add(host);
  });
  void show();
  return element(
    "section",
    {},
    element("h2", {}, text("hostsHeading")),
    element("p", {}, text("hostsHint")),
    own,
    form,
    element("details", {}, element("summary", {}, text("shippedHosts")), shipped),
  );
}

import { element } from "../notice/element.ts";
import { text } from "../notice/text.ts";
import type { TextKey } from "../notice/text.ts";
import type { PairOutcome } from "../shared/messages.ts";
import { ask } from "./ask.ts";

const OUTCOMES: Readonly<Record<PairOutcome, TextKey>> = {
  paired: "pairPaired",
  wrong_code: "pairWrongCode",
  expired: "pairExpired",
  too_many_tries: "pairTooManyTries",
  agent_down: "pairAgentDown",
  refused: "pairRefused",
};

/** The code as the agent has it: people copy spaces and hyphens with it, and misread what it has no letters for. Undefined for what is no code. */
function codeOf(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  return /^[A-Z0-9]{8}$/.test(code) ? code : undefined;
}

/** The form that pairs with the agent; `paired` is told when it did. */
export function pairingForm(paired: () => void): HTMLElement {
  const field = element("input", {
    id: "code",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: "32",
    "aria-describedby": "code-hint code-outcome",
  });
  const outcome = element("p", { id: "code-outcome", role: "status" });
  const button = element("button", { type: "submit" }, text("pair"));
  const form = element(
    "form",
    {},
    element("label", { for: "code" }, text("pairCode")),
    element("div", { class: "row" }, field, button),
    element("p", { id: "code-hint", class: "quiet" }, text("pairHint")),
    outcome,
  );
  const pair = async (code: string) => {
    button.disabled = true;
    const answer = await ask({ kind: "pair", code }, "pair");
    button.disabled = false;
    outcome.textContent = text(answer ? OUTCOMES[answer.outcome] : "stateUnknownText");
    if (answer?.outcome === "paired") paired();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const code = codeOf(field.value);
    if (code === undefined) outcome.textContent = text("pairNoCode");
    else void pair(code);
  });
  return form;
}

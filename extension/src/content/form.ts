import type { Decision } from "./decide.ts";
import type { Guards } from "./guards.ts";
import { isTextControl } from "./insert.ts";
import type { TextControl } from "./insert.ts";
import { tellChanged } from "./resume.ts";

/** Fields that are no text of the person: a password is meant for this very host. */
const NO_TEXT = new Set(["password", "file", "submit", "reset", "button", "image"]);

/** The form's fields; one of them may be called "elements". */
function elementsOf(form: HTMLFormElement): readonly Element[] {
  const elements: unknown = Reflect.get(HTMLFormElement.prototype, "elements", form);
  return elements instanceof HTMLFormControlsCollection ? [...elements] : [];
}

type Field = TextControl | HTMLSelectElement;

const isField = (element: Element): element is Field =>
  isTextControl(element) || element instanceof HTMLSelectElement;

const isSent = (field: Field): boolean => {
  if (field.disabled || field.name === "" || NO_TEXT.has(field.type)) return false;
  const isTick = field.type === "checkbox" || field.type === "radio";
  return !isTick || (field instanceof HTMLInputElement && field.checked);
};

/** The fields that a form sends as text. */
const sentFields = (form: HTMLFormElement): readonly Field[] =>
  elementsOf(form).filter(isField).filter(isSent);

const saidBy = (fields: readonly Field[]): string =>
  fields.map(({ name, value }) => `${name}=${value}`).join("\n");

/** Puts placeholders into the fields; false where something that blocks is left. */
function redactFields(fields: readonly Field[], { decider }: Guards): boolean {
  for (const field of fields) {
    const redacted = decider.redact(field.value);
    if (redacted === undefined || !isTextControl(field)) continue;
    field.value = redacted;
    tellChanged(field);
  }
  return decider.redact(saidBy(fields)) === undefined;
}

const canRedact = (fields: readonly Field[], { decider }: Guards): boolean =>
  fields.some((field) => isTextControl(field) && decider.redact(field.value) !== undefined);

/** Sends the form as it would have been sent; the page's own listeners are told again. */
function submit(form: HTMLFormElement, submitter: HTMLElement | null): void {
  // A field may be called "requestSubmit".
  const request = HTMLFormElement.prototype.requestSubmit.bind(form);
  const isThere = submitter?.isConnected === true;
  request(isThere ? submitter : null);
}

/** Guards forms that are submitted, by the person or by `requestSubmit`. */
export function guardSubmit(guards: Guards): (event: SubmitEvent) => void {
  const passed = new WeakSet<HTMLFormElement>();
  const settle = async (
    form: HTMLFormElement,
    submitter: HTMLElement | null,
    decided: Decision | undefined,
  ): Promise<void> => {
    const fields = sentFields(form);
    const text = saidBy(fields);
    const decision = decided ?? (await guards.decider.held({ text }));
    if (decision.act === "stop") {
      const isFinding = decision.reason === "finding";
      const isRedactable = isFinding && canRedact(fields, guards);
      const { choice } = await guards.person.ask(decision, "form", isRedactable);
      if (choice === "cancel") return;
      if (choice === "redact" && !redactFields(fields, guards)) return;
      if (choice === "allow-once" && isFinding) guards.decider.allow(text);
      if (choice === "redact") guards.person.tellRedacted();
    }
    passed.add(form);
    submit(form, submitter);
    passed.delete(form);
  };
  return (event) => {
    const form = event.target;
    if (!event.isTrusted || !(form instanceof HTMLFormElement) || passed.has(form)) return;
    const text = saidBy(sentFields(form));
    const decided = text === "" ? undefined : guards.decider.now({ text });
    if (text === "" || decided?.act === "let-go") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void settle(form, event.submitter, decided);
  };
}

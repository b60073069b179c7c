import { fieldsText, queryText } from "../shared/body-text.ts";
import type { Decision } from "./decide.ts";
import { judgeFiles, mayHoldText } from "./files.ts";
import type { Guards } from "./guards.ts";
import { isTextControl } from "../shared/text-control.ts";
import type { TextControl } from "../shared/text-control.ts";
import { tellChanged } from "./resume.ts";

/** A password is meant for this very host. */
const isPassword = (field: Element): boolean =>
  field instanceof HTMLInputElement && field.type === "password";

/** The form's fields; one of them may be called "elements". */
function elementsOf(form: HTMLFormElement): readonly Element[] {
  const elements: unknown = Reflect.get(HTMLFormElement.prototype, "elements", form);
  return elements instanceof HTMLFormControlsCollection ? [...elements] : [];
}

/** What a form sends as text, with what its button and its address add. */
function saidBy(form: HTMLFormElement, submitter: HTMLElement | null): string {
  const ofHost = elementsOf(form).filter(isPassword);
  const names = new Set(ofHost.map((field) => field.getAttribute("name")));
  const fields: [string, string][] = [];
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === "string" && !names.has(name)) fields.push([name, value]);
  }
  // A field may be called "action".
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  return [queryText(action), fieldsText(fields)].filter((text) => text !== "").join("\n");
}

/** The files that a form sends and that may hold text: a script may have put them there. */
function filesOf(form: HTMLFormElement): readonly File[] {
  const files: File[] = [];
  // Firefox shows an extension no iterator of the values alone.
  for (const [, value] of new FormData(form)) {
    if (value instanceof File && mayHoldText(value)) files.push(value);
  }
  return files;
}

/** The fields that can be redacted. */
const textFields = (form: HTMLFormElement): readonly TextControl[] =>
  elementsOf(form)
    .filter(isTextControl)
    .filter((field) => !isPassword(field) && field.type !== "file");

/** Puts placeholders into the fields; false where something that blocks is left. */
function redactFields(form: HTMLFormElement, said: () => string, { decider }: Guards): boolean {
  for (const field of textFields(form)) {
    const redacted = decider.redact(field.value);
    if (redacted === undefined) continue;
    field.value = redacted;
    tellChanged(field);
  }
  return decider.redact(said()) === undefined;
}

const canRedact = (form: HTMLFormElement, { decider }: Guards): boolean =>
  textFields(form).some((field) => decider.redact(field.value) !== undefined);

/** Sends the form as it would have been sent; the page's own listeners are told again. */
function submit(form: HTMLFormElement, submitter: HTMLElement | null): void {
  // A field may be called "requestSubmit".
  const request = HTMLFormElement.prototype.requestSubmit.bind(form);
  const isThere = submitter?.isConnected === true;
  request(isThere ? submitter : null);
}

/** May the files of a form go on? Those that the person chose were judged before, and are known. */
async function settleFiles(form: HTMLFormElement, guards: Guards): Promise<boolean> {
  const verdict = await judgeFiles(filesOf(form), guards.decider);
  if (verdict.stop === undefined) return true;
  const { choice } = await guards.person.ask(verdict.stop, "file", false);
  if (choice !== "allow-once") return false;
  verdict.allow();
  return true;
}

/** Guards forms that are submitted, by the person or by `requestSubmit`. */
export function guardSubmit(guards: Guards): (event: Event) => Promise<void> | undefined {
  const passed = new WeakSet<HTMLFormElement>();
  const settle = async (
    form: HTMLFormElement,
    submitter: HTMLElement | null,
    decided: Decision | undefined,
  ): Promise<void> => {
    const said = (): string => saidBy(form, submitter);
    const text = said();
    const decision: Decision =
      decided ?? (text === "" ? { act: "let-go" } : await guards.decider.held({ text }));
    if (decision.act === "stop") {
      const isFinding = decision.reason === "finding";
      const isRedactable = isFinding && canRedact(form, guards);
      const { choice } = await guards.person.ask(decision, "form", isRedactable);
      if (choice === "cancel") return;
      if (choice === "redact" && !redactFields(form, said, guards)) return;
      if (choice === "allow-once" && isFinding) guards.decider.allow(text);
      if (choice === "redact") guards.person.tellRedacted();
    }
    if (!(await settleFiles(form, guards))) return;
    passed.add(form);
    submit(form, submitter);
    passed.delete(form);
  };
  return (event) => {
    const form = event.target;
    if (!(event instanceof SubmitEvent) || !(form instanceof HTMLFormElement)) return undefined;
    if (passed.has(form)) return undefined;
    const text = saidBy(form, event.submitter);
    const decided = text === "" ? undefined : guards.decider.now({ text });
    const goes = text === "" || decided?.act === "let-go";
    if (goes && filesOf(form).length === 0) return undefined;
    event.preventDefault();
    event.stopImmediatePropagation();
    return settle(form, event.submitter, decided);
  };
}

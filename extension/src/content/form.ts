import { fieldsText, queryText } from "../shared/body-text.ts";
import type { Decision } from "./decide.ts";
import { judgeFiles, mayHoldText } from "./files.ts";
import { end } from "./guards.ts";
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

/** A button that is still there: pages render theirs anew while the person is asked. */
const present = (submitter: HTMLElement | null): HTMLElement | null =>
  submitter?.isConnected === true ? submitter : null;

/** What a form sends. */
interface Sent {
  /** Its fields, with what its button and its address add. */
  readonly text: string;
  /** The files that may hold text: a script may have put them there. */
  readonly files: readonly File[];
}

/** Reads a form. The page hears of each time by a `formdata` event, in which it may add what stands in no field. */
function sentBy(form: HTMLFormElement, submitter: HTMLElement | null): Sent {
  const ofHost = elementsOf(form).filter(isPassword);
  const names = new Set(ofHost.map((field) => field.getAttribute("name")));
  const fields: [string, string][] = [];
  const files: File[] = [];
  for (const [name, value] of new FormData(form, present(submitter))) {
    if (typeof value !== "string") files.push(value);
    else if (!names.has(name)) fields.push([name, value]);
  }
  // A field may be called "action".
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const texts = [queryText(action), fieldsText(fields)].filter((text) => text !== "");
  return { text: texts.join("\n"), files: files.filter(mayHoldText) };
}

/** The fields that can be redacted. */
const textFields = (form: HTMLFormElement): readonly TextControl[] =>
  elementsOf(form)
    .filter(isTextControl)
    .filter((field) => !isPassword(field) && field.type !== "file");

/** Puts placeholders into the fields. */
function redactFields(form: HTMLFormElement, { decider }: Guards): void {
  for (const field of textFields(form)) {
    const redacted = decider.redact(field.value);
    if (redacted === undefined) continue;
    field.value = redacted;
    tellChanged(field);
  }
}

const canRedact = (form: HTMLFormElement, { decider }: Guards): boolean =>
  textFields(form).some((field) => decider.redact(field.value) !== undefined);

/** Sends the form as it would have been sent; the page's own listeners are told again. */
function submit(form: HTMLFormElement, submitter: HTMLElement | null): void {
  // A field may be called "requestSubmit".
  const request = HTMLFormElement.prototype.requestSubmit.bind(form);
  request(present(submitter));
}

/** May the files of a form go on? Those that the person chose were judged before, and are known. */
async function settleFiles(files: readonly File[], guards: Guards): Promise<boolean> {
  const verdict = await judgeFiles(files, guards.decider);
  if (verdict.stop === undefined) return true;
  const { choice } = await guards.person.ask(verdict.stop, "file", false);
  if (choice !== "allow-once") return false;
  verdict.allow();
  return true;
}

/** May a form go on? Where the person has it redacted, its fields are. */
async function settle(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  { text, files }: Sent,
  decided: Decision | undefined,
  guards: Guards,
): Promise<boolean> {
  const { decider, person } = guards;
  const decision: Decision =
    decided ?? (text === "" ? { act: "let-go" } : await decider.held({ text }));
  if (decision.act === "stop") {
    const isFinding = decision.reason === "finding";
    const { choice } = await person.ask(decision, "form", isFinding && canRedact(form, guards));
    if (choice === "cancel") return false;
    if (choice === "redact") {
      redactFields(form, guards);
      const left = sentBy(form, submitter);
      // What stands in no field is for the person to decide about.
      if (decider.redact(left.text) !== undefined) {
        return settle(form, submitter, left, undefined, guards);
      }
      person.tellRedacted();
    } else if (isFinding) decider.allow(text);
  }
  return settleFiles(files, guards);
}

/** Does it close a dialog and send nothing? A field may be called "method". */
const closesDialog = (form: HTMLFormElement, submitter: HTMLElement | null): boolean =>
  (submitter?.getAttribute("formmethod") ?? form.getAttribute("method"))?.toLowerCase() ===
  "dialog";

/** Guards forms that are submitted, by the person or by `requestSubmit`. */
export function guardSubmit(guards: Guards): (event: Event) => Promise<void> | undefined {
  const ways = new WeakMap<HTMLFormElement, "held" | "passed">();
  const hold = async (
    form: HTMLFormElement,
    submitter: HTMLElement | null,
    sent: Sent,
    decided: Decision | undefined,
  ): Promise<void> => {
    ways.set(form, "held");
    try {
      if (!(await settle(form, submitter, sent, decided, guards))) return;
      ways.set(form, "passed");
      submit(form, submitter);
    } finally {
      ways.delete(form);
    }
  };
  return (event) => {
    const form = event.target;
    if (!(event instanceof SubmitEvent) || !(form instanceof HTMLFormElement)) return undefined;
    const { submitter } = event;
    const way = ways.get(form);
    if (way === "passed" || closesDialog(form, submitter)) return undefined;
    if (way === "held") {
      // It is sent once, however often its button is pressed.
      end(event);
      return undefined;
    }
    const sent = sentBy(form, submitter);
    const decided = sent.text === "" ? undefined : guards.decider.now({ text: sent.text });
    const goes = sent.text === "" || decided?.act === "let-go";
    if (goes && sent.files.length === 0) return undefined;
    end(event);
    return hold(form, submitter, sent, decided);
  };
}

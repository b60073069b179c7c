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

/** A button that is still there: pages render theirs anew while the person is asked. */
export const present = (submitter: HTMLElement | null): HTMLElement | null =>
  submitter?.isConnected === true ? submitter : null;

/** What a form sends. */
export interface Sent {
  /** Its fields, with what its button and its address add. */
  readonly text: string;
  /** The files that may hold text: a script may have put them there. */
  readonly files: readonly File[];
  /** What stood in its fields when it was read. */
  readonly values: string;
}

/** What stands in the fields of a form. */
export const valuesOf = (form: HTMLFormElement): string =>
  JSON.stringify(elementsOf(form).map((field): unknown => Reflect.get(field, "value")));

/** The names of its passwords. */
const ofHost = (form: HTMLFormElement): ReadonlySet<string | null> =>
  new Set(
    elementsOf(form)
      .filter(isPassword)
      .map((field) => field.getAttribute("name")),
  );

/** Reads what a form sends. */
export function sentIn(data: FormData, form: HTMLFormElement, submitter: HTMLElement | null): Sent {
  const names = ofHost(form);
  const fields: [string, string][] = [];
  const files: File[] = [];
  for (const [name, value] of data) {
    if (typeof value !== "string") files.push(value);
    else if (!names.has(name)) fields.push([name, value]);
  }
  // A field may be called "action".
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  const texts = [queryText(action), fieldsText(fields)].filter((text) => text !== "");
  return { text: texts.join("\n"), files: files.filter(mayHoldText), values: valuesOf(form) };
}

/** Reads a form. The page hears of each time by a `formdata` event, in which it may add what stands in no field. */
export const sentBy = (form: HTMLFormElement, submitter: HTMLElement | null): Sent =>
  sentIn(new FormData(form, present(submitter)), form, submitter);

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

/** May the files of a form go on? Those that the person chose were judged before, and are known. */
async function settleFiles(files: readonly File[], guards: Guards): Promise<boolean> {
  const verdict = await judgeFiles(files, guards.decider);
  if (verdict.stop === undefined) return true;
  const { choice } = await guards.person.ask(verdict.stop, "file", false);
  if (choice !== "allow-once") return false;
  await verdict.allow();
  return true;
}

/** A form that may go on. */
export interface Judged {
  sent: Sent;
  /** Is it redacted? */
  isRedacted: boolean;
}

/** What goes on of a form; where the person has it redacted, its fields are. Undefined where it does not go on. */
export async function settle(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  sent: Sent,
  decided: Decision | undefined,
  guards: Guards,
): Promise<Judged | undefined> {
  const { decider, person } = guards;
  const { text } = sent;
  const decision: Decision = decided ?? (await decider.held({ text }));
  let judged: Judged = { sent, isRedacted: false };
  if (decision.act === "stop") {
    const isFinding = decision.reason === "finding";
    const { choice } = await person.ask(decision, "form", isFinding && canRedact(form, guards));
    if (choice === "cancel") return undefined;
    if (choice === "redact") {
      redactFields(form, guards);
      judged = { sent: sentBy(form, submitter), isRedacted: true };
      // What stands in no field is for the person to decide about.
      if (decider.redact(judged.sent.text) !== undefined) {
        return settle(form, submitter, judged.sent, undefined, guards);
      }
      person.tellRedacted();
    } else if (isFinding) await decider.allow(text);
  }
  return (await settleFiles(judged.sent.files, guards)) ? judged : undefined;
}

/**
 * An entry list of which nothing is left that may not go, with or without placeholders. Of files, those go that were read: pages
 * make the same file anew. Throws where there is another.
 */
export function rebuilt(
  entries: readonly (readonly [string, FormDataEntryValue])[],
  form: HTMLFormElement,
  { sent: { files }, isRedacted }: Judged,
  { decider }: Guards,
): FormData {
  const names = ofHost(form);
  const data = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === "string") {
      const redacted = isRedacted && !names.has(name) ? decider.redact(value) : undefined;
      data.append(name, redacted ?? value);
    } else if (!mayHoldText(value) || files.includes(value)) data.append(name, value);
    else {
      const same = files.find(({ size, type }) => size === value.size && type === value.type);
      if (same === undefined) throw new TypeError();
      data.append(name, same);
    }
  }
  return data;
}

/** Does it close a dialog and send nothing? A field may be called "method". */
export const closesDialog = (form: HTMLFormElement, submitter: HTMLElement | null): boolean =>
  (submitter?.getAttribute("formmethod") ?? form.getAttribute("method"))?.toLowerCase() ===
  "dialog";

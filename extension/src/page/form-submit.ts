import { fillForm, readLater, textNow } from "./body.ts";
import { askHeld, askSync } from "./channel.ts";
import { getterOf, methodOf, testOf } from "./natives.ts";
import { guardMethod } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

const NativeFormData = FormData;
const listen = methodOf(EventTarget.prototype, "addEventListener");
const unlisten = methodOf(EventTarget.prototype, "removeEventListener");
const stopAll = methodOf(Event.prototype, "stopImmediatePropagation");
const entriesOf = getterOf<{ formData: FormData }, "formData">(FormDataEvent.prototype, "formData");
const isReading = testOf(entriesOf);
const methodNameOf = getterOf(HTMLFormElement.prototype, "method");
const isFormElement = testOf(methodNameOf);
const actionOf = getterOf(HTMLFormElement.prototype, "action");

/** Has the browser send what was judged, whatever the page has put into the form since; the page has heard of it. */
function send(form: HTMLFormElement, judged: FormData, native: Native): void {
  const put = (event: Event): void => {
    if (!isReading(event)) return;
    stopAll(event);
    fillForm(entriesOf(event), judged);
  };
  listen(form, "formdata", put, true);
  native(form, []);
  unlisten(form, "formdata", put, true);
}

/** `form.submit()`, which no submit event announces. A form with files waits until they are read. */
function guardedSubmit(self: unknown, args: Args, native: Native): unknown {
  if (!isFormElement(self) || methodNameOf(self) === "dialog") return native(self, args);
  const url = actionOf(self);
  const form = new NativeFormData(self);
  const known = textNow(form);
  if (known !== undefined) {
    const { text, contentType } = known;
    if (askSync({ boundary: "form", url, contentType, body: text })) send(self, form, native);
    return undefined;
  }
  readLater(
    form,
    (_, { text, contentType }) => {
      askHeld({ boundary: "form", url, contentType, body: text }, (isAllowed) => {
        if (isAllowed) send(self, form, native);
      });
    },
    () => undefined,
  );
  return undefined;
}

/** Guards forms that a script sends without the event by which other forms are caught. */
export function guardFormSubmit(): void {
  guardMethod("HTMLFormElement", "submit", guardedSubmit);
}

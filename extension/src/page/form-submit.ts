import { readLater, textNow } from "./body.ts";
import { askHeld, askSync } from "./channel.ts";
import { getterOf, testOf } from "./natives.ts";
import { guardMethod } from "./wrap.ts";
import type { Args, Native } from "./natives.ts";

const NativeFormData = FormData;
const methodNameOf = getterOf(HTMLFormElement.prototype, "method");
const isFormElement = testOf(methodNameOf);
const actionOf = getterOf(HTMLFormElement.prototype, "action");

/** `form.submit()`, which no submit event announces. A form with files waits until they are read. */
function guardedSubmit(self: unknown, args: Args, native: Native): unknown {
  if (!isFormElement(self) || methodNameOf(self) === "dialog") return native(self, args);
  const url = actionOf(self);
  const form = new NativeFormData(self);
  const known = textNow(form);
  if (known !== undefined) {
    const { text, contentType } = known;
    const isAllowed = askSync({ boundary: "form", url, contentType, body: text });
    return isAllowed ? native(self, []) : undefined;
  }
  readLater(
    form,
    (_, { text, contentType }) => {
      askHeld({ boundary: "form", url, contentType, body: text }, (isAllowed) => {
        if (isAllowed) native(self, []);
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

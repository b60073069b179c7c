import { isDocument } from "./body.ts";
import { guardGetter, guardMethod, guardWindow, viewOf } from "./wrap.ts";
import type { Guard } from "./wrap.ts";

/** Answers as the browser does, with a window that is guarded. */
const guardedAnswer: Guard = (self, args, native) => {
  const answer = native(self, args);
  guardWindow(isDocument(answer) ? viewOf(answer) : answer);
  return answer;
};

/** Windows that a page reaches into before a script of the companion runs there. */
export function guardRealms(): void {
  for (const owner of ["HTMLIFrameElement", "HTMLFrameElement", "HTMLObjectElement"]) {
    for (const name of ["contentWindow", "contentDocument"]) {
      guardGetter(owner, name, guardedAnswer);
    }
  }
  guardMethod("", "open", guardedAnswer);
  guardMethod("Document", "open", guardedAnswer);
}

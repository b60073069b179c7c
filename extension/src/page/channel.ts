import { CHANNEL, TOO_LARGE } from "../shared/boundary.ts";
import type { Boundary } from "../shared/boundary.ts";
import { getterOf, methodOf, NativeCustomEvent, NativeEvent } from "./natives.ts";
import { reinsertFrom } from "./reinsert.ts";

// One element, in no document, carries every question and answer. The guards' world gets it before the first script of
// the page; the page never sees it, can't listen to it, and `document.open` does not reach it.

const dispatch = methodOf(EventTarget.prototype, "dispatchEvent");
const getAttribute = methodOf(Element.prototype, "getAttribute");
const removeAttribute = methodOf(Element.prototype, "removeAttribute");
const isPrevented = getterOf(Event.prototype, "defaultPrevented");
const detailOf = getterOf(CustomEvent.prototype, "detail");

const element = document.createElement("span");

/** What is asked of the guards: a body, and what tells how to read it. */
export interface Leaving {
  readonly boundary: Boundary;
  readonly url: string;
  readonly contentType: string;
  /** `undefined` for a body that is too large to be read. */
  readonly body: string | undefined;
}

let lastId = 0;

/** Puts a question; answers false where it was stopped or nobody answered. */
function ask(leaving: Leaving, mayWait: boolean, id: number): boolean {
  const { boundary, url, contentType, body } = leaving;
  const head = `${id} ${mayWait ? 1 : 0} ${boundary}${body === undefined ? ` ${TOO_LARGE}` : ""}`;
  const event = new NativeCustomEvent(CHANNEL.ask, {
    cancelable: true,
    detail: `${head}\n${contentType}\n${url}\n${body ?? ""}`,
  });
  removeAttribute(element, CHANNEL.ack);
  dispatch(element, event);
  return getAttribute(element, CHANNEL.ack) === `${id}` && !isPrevented(event);
}

/** May this leave? Answered at once, by the guards' own engine. */
export const askSync = (leaving: Leaving): boolean => ask(leaving, false, ++lastId);

type OnAnswer = (isAllowed: boolean) => void;

/** Who waits for an answer, by the question's id. */
const waiting: Record<number, OnAnswer | undefined> = {};
Reflect.setPrototypeOf(waiting, null);

/** May this leave? Answered once the guards know, which can be at once. */
export function askHeld(leaving: Leaving, onAnswer: OnAnswer): void {
  const id = ++lastId;
  waiting[id] = onAnswer;
  if (ask(leaving, true, id)) return;
  waiting[id] = undefined;
  onAnswer(false);
}

/** Is everything to be stopped that can't be looked into? */
export function isStrict(): boolean {
  const event = new NativeEvent(CHANNEL.strict, { cancelable: true });
  dispatch(element, event);
  return isPrevented(event);
}

function takeAnswer(event: CustomEvent<unknown>): void {
  const answer: unknown = detailOf(event);
  if (typeof answer !== "number") return;
  const id = answer < 0 ? -answer : answer;
  const onAnswer = waiting[id];
  waiting[id] = undefined;
  onAnswer?.(answer > 0);
}

/** Hands the element to the guards' world: now, or as soon as that asks for it, which is before the page's first script. */
export function openPageChannel(): void {
  const listen = methodOf(EventTarget.prototype, "addEventListener");
  const hello = (): void => {
    dispatch(window, new MouseEvent(CHANNEL.hello, { relatedTarget: element }));
  };
  listen(element, CHANNEL.answer, (event) => {
    if (event instanceof NativeCustomEvent) takeAnswer(event);
  });
  listen(element, CHANNEL.reinsert, () => {
    reinsertFrom(element);
  });
  hello();
  // A listener that stayed would hand the element to a page that knows the word.
  if (getAttribute(element, CHANNEL.ack) === CHANNEL.hello) return;
  listen(window, CHANNEL.call, hello, { once: true });
}

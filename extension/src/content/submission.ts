import { TARGET } from "../shared/build.ts";
import type { Decision, Stop } from "./decide.ts";
import { closesDialog, present, rebuilt, sentBy, sentIn, settle, valuesOf } from "./form.ts";
import type { Judged, Sent } from "./form.ts";
import { end, guarding } from "./guards.ts";
import type { Guards } from "./guards.ts";

/** A form on its way: the page's listeners hear of it, and may change it, before the browser reads and sends it. */
interface Leaving extends Judged {
  readonly form: HTMLFormElement;
  event: SubmitEvent;
  /** Is it sent anew, once it was held? */
  isAgain: boolean;
  /** Have they heard of it? */
  isHeard: boolean;
  /** Has the browser read it? */
  isRead?: boolean;
}

/** The forms of this frame that are held or on their way. */
const ways = new WeakMap<EventTarget, Leaving | "held">();

function leavingBy({ target }: Event): Leaving | undefined {
  const leaving = target === null ? undefined : ways.get(target);
  return leaving === "held" ? undefined : leaving;
}

/** Does the browser read a form to send it? Scripts may read it at any time. Firefox reads it before the event has ended. */
const isSent = ({ event, isHeard }: Leaving): boolean =>
  !event.defaultPrevented && (TARGET === "firefox" ? isHeard : event.eventPhase === Event.NONE);

const decide = ({ decider }: Guards, text: string, known = ""): Decision | undefined =>
  text === known ? { act: "let-go" } : decider.now({ text });

/** Holds a form until it is judged. */
async function hold(
  leaving: Leaving,
  sent: Sent,
  decided: Decision | undefined,
  guards: Guards,
): Promise<void> {
  const { form, event, isHeard } = leaving;
  const { submitter } = event;
  const isOn = submitter?.hasAttribute("disabled") === false;
  end(event);
  ways.set(form, "held");
  let judged: Judged | undefined;
  try {
    judged = await settle(form, submitter, sent, decided, guards);
  } finally {
    ways.delete(form);
  }
  if (judged === undefined) return;
  const again: Leaving = { ...judged, form, event, isHeard, isAgain: true };
  const button = present(submitter);
  // Its name is sent, also where the page switched it off once it was pressed.
  const isOff = isOn && button?.hasAttribute("disabled") === true;
  if (isOff) button.removeAttribute("disabled");
  ways.set(form, again);
  try {
    // A field may be called "requestSubmit".
    HTMLFormElement.prototype.requestSubmit.call(form, button);
  } finally {
    again.isAgain = false;
    if (isOff) button.setAttribute("disabled", "");
  }
}

/** Looks at what the page's listeners put into a form, while it can still be held. */
function judgeHeard(heard: Event, guards: Guards): Promise<void> | undefined {
  const leaving = leavingBy(heard);
  if (leaving === undefined || heard.defaultPrevented) return undefined;
  const { form, event, sent, isAgain } = leaving;
  if (!leaving.isRedacted && valuesOf(form) !== sent.values) {
    const now = sentBy(form, event.submitter);
    const { text, files } = now;
    const decided =
      decide(guards, text, sent.text) ?? (isAgain ? guards.decider.alone({ text }) : undefined);
    leaving.isHeard = true;
    if (decided?.act !== "let-go" || files.some((file) => !sent.files.includes(file))) {
      return hold(leaving, now, decided, guards);
    }
    leaving.sent = now;
  }
  leaving.isHeard = true;
  return undefined;
}

/** Looks at what the browser is about to send: nobody can be asked any more, and what may not go is taken out. */
function judgeRead(event: Event, guards: Guards): void {
  const leaving = leavingBy(event);
  if (!(event instanceof FormDataEvent) || leaving === undefined || !isSent(leaving)) return;
  const { form, sent, isRead } = leaving;
  const { decider, person } = guards;
  const data = event.formData;
  const entries = [...data];
  for (const [name] of entries) data.delete(name);
  ways.delete(form);
  let stop: Stop | undefined;
  for (const isRedacted of new Set([leaving.isRedacted, true])) {
    const made = rebuilt(entries, form, { sent, isRedacted }, guards);
    const { text } = sentIn(made, form, leaving.event.submitter);
    const decided = decide(guards, text, sent.text) ?? decider.alone({ text });
    if (decided.act === "let-go") {
      for (const [name, value] of made) data.append(name, value);
      if (isRedacted !== leaving.isRedacted) person.tellRedacted();
      leaving.isRedacted = isRedacted;
      leaving.isRead = true;
      // Chromium reads it anew for the event that tells of the navigation.
      if (isRedacted && isRead !== true) ways.set(form, leaving);
      return;
    }
    stop = decided;
  }
  if (stop !== undefined) person.tellStopped(stop);
}

/** Guards forms that are submitted, by the person or by `requestSubmit`. */
export function guardSubmit(guards: Guards): (event: Event) => Promise<void> | undefined {
  const onHeard = guarding(guards.person, (event: Event) => judgeHeard(event, guards));
  const onRead = guarding(guards.person, (event: Event) => judgeRead(event, guards));
  return (event) => {
    const { target: form, currentTarget: at } = event;
    if (!(event instanceof SubmitEvent) || !(form instanceof HTMLFormElement)) return undefined;
    if (closesDialog(form, event.submitter)) return undefined;
    const way = ways.get(form);
    if (way === "held") {
      // It is sent once, however often its button is pressed.
      end(event);
      return undefined;
    }
    let leaving = way;
    if (leaving?.isAgain !== true) {
      const sent = sentBy(form, event.submitter);
      leaving = { form, event, sent, isRedacted: false, isHeard: false, isAgain: false };
      const decided = decide(guards, sent.text);
      if (decided?.act !== "let-go" || sent.files.length > 0) {
        return hold(leaving, sent, decided, guards);
      }
    }
    leaving.event = event;
    ways.set(form, leaving);
    // The page's listeners hear of each press once.
    if (leaving.isHeard) event.stopImmediatePropagation();
    // Behind those that are there.
    at?.removeEventListener("submit", onHeard);
    at?.addEventListener("submit", onHeard);
    at?.removeEventListener("formdata", onRead);
    at?.addEventListener("formdata", onRead);
    return undefined;
  };
}

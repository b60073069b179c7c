import type { StoppedAt } from "../notice/notice.ts";
import type { Decision, Said } from "./decide.ts";
import { judgeFiles, mayHoldText } from "./files.ts";
import { end } from "./guards.ts";
import type { Guards } from "./guards.ts";
import { isTextControl } from "../shared/text-control.ts";
import type { Goods, Place } from "./resume.ts";

/** Something that a person puts into the page. */
export interface Gesture {
  readonly at: StoppedAt & ("paste" | "drop" | "input");
  readonly goods: Goods;
  readonly target: Element;
  /** Remembers the place; asked for where the gesture is held. */
  place(): Place;
}

/** Pictures within markup: nothing to find, and most of its length. */
const EMBEDDED_MEDIA = /data:(?:image|font|audio|video)\/[\w.+-]+;base64,[\w+/=]*/g;

/**
 * What a transfer brings. Each part of a clipboard is a question to the browser's own process, so that markup is read when
 * it is first looked at: within the event, since a transfer is empty after it.
 */
export function goodsOf(transfer: DataTransfer): Goods {
  const text = transfer.getData("text/plain") || transfer.getData("text/uri-list");
  let html: string | undefined;
  return {
    text,
    get html() {
      html ??= transfer.getData("text/html");
      return html;
    },
    files: transfer.types.includes("Files") ? [...transfer.files] : [],
  };
}

/** Is markup left out where it goes? */
const takesTextAlone = (target: Element): boolean =>
  isTextControl(target) ||
  (target instanceof HTMLElement && target.contentEditable === "plaintext-only");

function saidOf({ goods, target }: Gesture, guards: Guards): Said {
  const composer = guards.composerOf(target);
  const { text } = goods;
  const unseen = takesTextAlone(target) ? "" : goods.html.replaceAll(EMBEDDED_MEDIA, "");
  return { text, composer, ...(unseen === "" ? {} : { unseen }) };
}

async function settleFiles(gesture: Gesture, guards: Guards): Promise<Goods | undefined> {
  const { goods } = gesture;
  if (!goods.files.some(mayHoldText)) return goods;
  const verdict = await judgeFiles(goods.files, guards.decider);
  if (verdict.stop === undefined) return goods;
  const redacted = verdict.redacted();
  const { choice } = await guards.person.ask(verdict.stop, "file", redacted !== undefined);
  if (choice === "redact" && redacted !== undefined) return { ...goods, files: redacted };
  if (choice !== "allow-once") return undefined;
  await verdict.allow();
  return goods;
}

async function settleText(
  { goods, at }: Gesture,
  said: Said,
  decided: Decision | undefined,
  { decider, person }: Guards,
): Promise<Goods | undefined> {
  const decision = decided ?? (await decider.held(said));
  if (decision.act === "let-go") {
    person.tellUnjudged(decision);
    return goods;
  }
  const redacted = decision.reason === "finding" ? decider.redact(goods.text) : undefined;
  const { choice } = await person.ask(decision, at, redacted !== undefined);
  if (choice === "redact" && redacted !== undefined) {
    decider.inserted(redacted);
    // A picture that comes with a text may show it.
    return { text: redacted, html: "", files: goods.files.filter(mayHoldText) };
  }
  if (choice !== "allow-once") return undefined;
  if (decision.reason === "finding") await decider.allow(goods.text);
  return goods;
}

/**
 * Lets the browser go on with what is clean, untouched. All else is held, and happens after all where it turns out clean,
 * is redacted, or is let through: once the answer settles.
 */
export function guardGesture(
  event: Event,
  gesture: Gesture,
  guards: Guards,
): Promise<void> | undefined {
  const said = saidOf(gesture, guards);
  const hasText = said.text !== "" || said.unseen !== undefined;
  const decided: Decision | undefined = hasText ? guards.decider.now(said) : { act: "let-go" };
  const hasFiles = gesture.goods.files.some(mayHoldText);
  if (decided?.act === "let-go" && !hasFiles) return undefined;
  end(event);
  // Read as a whole while there is something to read.
  const held = { ...gesture, goods: { ...gesture.goods } };
  return settle({ gesture: held, said, place: gesture.place() }, decided, guards);
}

/** A gesture that the page did not get. */
interface Held {
  readonly gesture: Gesture;
  readonly said: Said;
  readonly place: Place;
}

async function settle(
  { gesture, said, place }: Held,
  decided: Decision | undefined,
  guards: Guards,
): Promise<void> {
  const goods = await settleText(gesture, said, decided, guards);
  const settled =
    goods === undefined ? undefined : await settleFiles({ ...gesture, goods }, guards);
  if (settled === undefined) return;
  const isInserted = guards.resume(place, settled);
  if (isInserted && settled !== gesture.goods) guards.person.tellRedacted();
  // Where the place is there and takes nothing, it would not have taken the gesture itself.
  if (!isInserted && !place.target.isConnected) guards.person.tellGone();
}

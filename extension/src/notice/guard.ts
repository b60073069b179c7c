import { press } from "./press.ts";
import { surfaceAt } from "./surface.ts";
import type { Surface } from "./surface.ts";

/** What the guard tells the notice that is open. */
export interface Attention {
  /** The person wants out of it. */
  escape(): void;
  /** Enter in a field. */
  enter(event: Event): void;
  /** The focus went elsewhere. */
  left(): void;
}

const attention = new Map<EventTarget, Attention>();

/** Has the notice on a surface told of keys and of the focus; undefined ends that. */
export function attend({ host }: Surface, told: Attention | undefined): void {
  if (told === undefined) attention.delete(host);
  else attention.set(host, told);
}

/** Whatever a page could use to act on a notice, or to read what is written in it. */
const GUARDED = [
  "keydown keypress keyup beforeinput input change select",
  "compositionstart compositionupdate compositionend",
  "pointerdown pointerup mousedown mouseup touchstart touchend",
  "click dblclick auxclick contextmenu wheel",
  "focusin focusout paste copy cut dragstart dragenter dragover drop",
].flatMap((types) => types.split(" "));

function onKey(event: KeyboardEvent, { host, root }: Surface): void {
  if (event.isComposing) return;
  const told = attention.get(host);
  const focused = root.activeElement;
  if (event.key === "Escape") {
    event.preventDefault();
    told?.escape();
  } else if (focused instanceof HTMLButtonElement) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    // A key that is held since before the notice stood there repeats.
    if (!event.repeat) press(focused, event);
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (!event.repeat) told?.enter(event);
  }
}

function guard(event: Event): void {
  const surface = surfaceAt(event.target);
  if (surface === undefined) return;
  // A click without a pointer comes from assistive technology and has no place: it goes on to its button.
  if (event.type === "click" && event instanceof MouseEvent && event.detail === 0) return;
  event.stopImmediatePropagation();
  if (!event.isTrusted) return;
  if (event.type === "keydown" && event instanceof KeyboardEvent) onKey(event, surface);
  if (event.type === "focusout") attention.get(surface.host)?.left();
  if (event.type === "click" && event instanceof MouseEvent) {
    const button = surface.root.elementFromPoint(event.clientX, event.clientY)?.closest("button");
    if (button) press(button, event);
  }
}

/**
 * Keeps the page's handlers off what happens in a notice: a page with a focus trap would eat its clicks, one with hotkeys
 * would act on its keys. To be called before the page's scripts run, and again when the document lost its listeners.
 */
export function armNotice(): void {
  for (const type of GUARDED) {
    window.addEventListener(type, guard, { capture: true, passive: type === "wheel" });
  }
}

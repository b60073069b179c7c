import { REINSERT } from "../shared/boundary.ts";
import { defineProperty, getterOf, methodOf, testOf } from "./natives.ts";

const dispatch = methodOf(EventTarget.prototype, "dispatchEvent");
const listen = methodOf(EventTarget.prototype, "addEventListener");
const getAttribute = methodOf(Element.prototype, "getAttribute");
const setAttribute = methodOf(Element.prototype, "setAttribute");
const querySelector = methodOf(Element.prototype, "querySelector");
const pathOf = methodOf(Event.prototype, "composedPath");
const stopAll = methodOf(Event.prototype, "stopImmediatePropagation");
const isPrevented = getterOf(Event.prototype, "defaultPrevented");
const filesOf = getterOf(HTMLInputElement.prototype, "files");
const setData = methodOf(DataTransfer.prototype, "setData");
const itemsOf = getterOf(DataTransfer.prototype, "items");
/** Without its other form, for strings. */
interface FileItems {
  add(file: File): unknown;
}
const itemsPrototype: FileItems = DataTransferItemList.prototype;
const addFile = methodOf(itemsPrototype, "add");
const NativeDataTransfer = DataTransfer;
const NativeClipboardEvent = ClipboardEvent;
const NativeDragEvent = DragEvent;
const NativeInputEvent = InputEvent;
const NativeInput = HTMLInputElement;
const editableOf = getterOf(HTMLElement.prototype, "isContentEditable");
const isElement = testOf(editableOf);
const isEditable = (target: EventTarget): boolean => isElement(target) && editableOf(target);

function transferOf(element: Element): DataTransfer {
  const transfer = new NativeDataTransfer();
  const text = getAttribute(element, REINSERT.text) ?? "";
  if (text !== "") setData(transfer, "text/plain", text);
  const html = getAttribute(element, REINSERT.html) ?? "";
  if (html !== "") setData(transfer, "text/html", html);
  const input = querySelector(element, "input");
  const files = input instanceof NativeInput ? filesOf(input) : null;
  for (let at = 0; at < (files?.length ?? 0); at++) {
    const file = files?.[at];
    if (file !== undefined) addFile(itemsOf(transfer), file);
  }
  return transfer;
}

const EVENT = { bubbles: true, cancelable: true, composed: true };

/** Gives the target an event that carries the transfer; answers whether a script of the page took it. */
function give(
  target: EventTarget,
  event: Event,
  name: "clipboardData" | "dataTransfer",
  transfer: DataTransfer,
): boolean {
  // Firefox leaves out what the constructor is given.
  defineProperty(event, name, { value: transfer });
  dispatch(target, event);
  return isPrevented(event);
}

function pasteOrDrop(element: Element, target: EventTarget, transfer: DataTransfer): boolean {
  if (getAttribute(element, REINSERT.kind) !== "drop") {
    return give(target, new NativeClipboardEvent("paste", EVENT), "clipboardData", transfer);
  }
  const clientX = Number(getAttribute(element, REINSERT.x));
  const clientY = Number(getAttribute(element, REINSERT.y));
  const event = new NativeDragEvent("drop", { ...EVENT, clientX, clientY });
  return give(target, event, "dataTransfer", transfer);
}

/** Some editors leave the paste to the browser and take what it is about to insert. */
function beforeInput(element: Element, target: EventTarget, transfer: DataTransfer): boolean {
  if (!isEditable(target)) return false;
  const isDrop = getAttribute(element, REINSERT.kind) === "drop";
  const inputType = isDrop ? "insertFromDrop" : "insertFromPaste";
  const event = new NativeInputEvent("beforeinput", { ...EVENT, inputType, data: null });
  return give(target, event, "dataTransfer", transfer);
}

/**
 * Gives the page a paste or a drop made of what the element holds. The target is where the event named by the mark
 * arrives next: so it is found within shadow trees too.
 */
export function reinsertFrom(element: Element): void {
  const mark = getAttribute(element, REINSERT.mark) ?? "";
  const onMark = (marked: Event): void => {
    stopAll(marked);
    const target = pathOf(marked)[0];
    if (target === undefined) return;
    const transfer = transferOf(element);
    const isTaken =
      pasteOrDrop(element, target, transfer) || beforeInput(element, target, transfer);
    setAttribute(element, REINSERT.taken, isTaken ? "1" : "0");
  };
  listen(window, mark, onMark, { capture: true, once: true });
}

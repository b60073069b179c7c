import { rememberFocus } from "../notice/focus.ts";
import type { Channel } from "./channel.ts";
import { editingHost } from "./composers.ts";
import { isTextControl } from "../shared/text-control.ts";
import { fileList } from "./file-list.ts";
import { insertAtCaret } from "./insert.ts";
import { focusedWithin } from "./shadow-trees.ts";

/** What a paste or a drop brings. */
export interface Goods {
  readonly text: string;
  /** Empty where there is none. */
  readonly html: string;
  readonly files: readonly File[];
}

/** Where goods were going when they were held. */
export interface Place {
  readonly kind: "paste" | "drop";
  readonly target: Element;
  readonly x: number;
  readonly y: number;
  /** Brings focus and caret back to the target. */
  restore(): void;
}

/** Makes what was held happen after all; false where the place is gone or takes nothing. */
export type Resume = (place: Place, goods: Goods) => boolean;

let isInserting = false;

/** Is what happens now put in by the guards themselves? */
export const isResuming = (): boolean => isInserting;

/** The element that an event was meant for, within shadow trees too. */
export function targetOf(event: Event): Element | undefined {
  const { target } = event;
  // Most often it is one, and the path takes the browser a tenth of a millisecond to make.
  if (target instanceof Element && isTextControl(target)) return target;
  const [first] = event.composedPath();
  if (first instanceof Element) return focusedWithin(first);
  if (first instanceof Node) return first.parentElement ?? document.documentElement;
  return document.documentElement ?? undefined;
}

/** The place of a paste: where the caret is. */
export function placeOfPaste(target: Element): Place {
  const restore = rememberFocus();
  const host = editingHost(target);
  const isThere = (): boolean => {
    const root = host.getRootNode();
    const active = root instanceof ShadowRoot ? root.activeElement : document.activeElement;
    return active === host || host.contains(active);
  };
  return {
    kind: "paste",
    target,
    x: 0,
    y: 0,
    restore: () => {
      if (!isThere()) restore();
    },
  };
}

/** Sets the caret to a point of the viewport, as a drop there does. */
function caretAt(target: Element, x: number, y: number): void {
  const host = editingHost(target);
  if (host instanceof HTMLElement) host.focus({ preventScroll: true });
  const at = document.caretPositionFromPoint?.(x, y);
  if (isTextControl(target)) {
    const offset = at?.offsetNode === target ? at.offset : target.value.length;
    target.setSelectionRange(offset, offset);
  } else if (at?.offsetNode && host.contains(at.offsetNode)) {
    document.getSelection()?.collapse(at.offsetNode, at.offset);
  }
}

/** The place of a drop: where the pointer was. */
export const placeOfDrop = (target: Element, x: number, y: number): Place => ({
  kind: "drop",
  target,
  x,
  y,
  restore: () => caretAt(target, x, y),
});

/** Gives the files of a drop to the field for files under it, as the browser does. */
function giveFiles(target: Element, files: readonly File[]): boolean {
  if (files.length === 0 || !(target instanceof HTMLInputElement) || target.type !== "file") {
    return false;
  }
  target.files = fileList(target.multiple ? files : files.slice(0, 1));
  tellChanged(target);
  return true;
}

/** Tells the page of a field's new content as the browser does. */
export function tellChanged(field: HTMLElement): void {
  field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/**
 * Makes what was held happen after all: a paste or a drop of the page's own world, which editors take; where no script
 * takes it, an insertion at the caret with the browser's undo. Answers false where the place is gone, or takes nothing.
 */
export const resumeWith =
  (channel: Pick<Channel, "reinsert">): Resume =>
  (place, goods) => {
    const { kind, target, x, y } = place;
    if (!target.isConnected) return false;
    isInserting = true;
    try {
      place.restore();
      if (channel.reinsert({ kind, target, x, y, ...goods })) return true;
      if (giveFiles(target, goods.files)) return true;
      return insertAtCaret(target, goods.text, goods.html);
    } finally {
      isInserting = false;
    }
  };

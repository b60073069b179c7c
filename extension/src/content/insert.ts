import { TARGET } from "../shared/build.ts";
import { isTextControl } from "../shared/text-control.ts";
import type { TextControl } from "../shared/text-control.ts";
import { cleanHtml } from "./clean-html.ts";
import { editingHost } from "./composers.ts";

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (char) => ESCAPES[char] ?? "");

/** Spaces that would run together outside preformatted text; so does a browser write them. */
const keptSpaces = (line: string): string =>
  line.replaceAll("\t", "    ").replaceAll(/^ | (?= )| $/g, "\u00a0");

/** A text as a browser's own paste puts it into an editable element: a block for each line after the first. */
function linesAsHtml(text: string, isPreformatted: boolean): string {
  if (isPreformatted) return escaped(text);
  const [first = "", ...others] = text.split("\n").map((line) => escaped(keptSpaces(line)));
  return first + others.map((line) => `<div>${line || "<br>"}</div>`).join("");
}

/** Ends the stretch that undo takes back at once, so that what is typed next is undone by itself. */
function endUndoStep(control: TextControl): void {
  const { selectionStart: at } = control;
  if (at === null) return;
  control.setSelectionRange(0, 0);
  control.setSelectionRange(at, at);
}

const isPlain = (host: HTMLElement): boolean => host.contentEditable === "plaintext-only";

/** Does the browser's own command for text differ from its paste? Chromium puts the last line into a block as well. */
function insertLines(host: HTMLElement, text: string): boolean {
  if (TARGET === "firefox") return document.execCommand("insertText", false, text);
  const isPreformatted = /^(?:pre|break-spaces)/.test(getComputedStyle(host).whiteSpace);
  return document.execCommand("insertHTML", false, linesAsHtml(text, isPreformatted));
}

/**
 * Inserts at the caret as the browser would, with its undo. Answers whether something was inserted.
 *
 * @param html empty where there is none
 */
export function insertAtCaret(target: Element, text: string, html: string): boolean {
  if (isTextControl(target)) {
    const isDone = text !== "" && document.execCommand("insertText", false, text);
    endUndoStep(target);
    return isDone;
  }
  const host = editingHost(target);
  if (!(host instanceof HTMLElement) || !host.isContentEditable) return false;
  const markup = html === "" || isPlain(host) ? undefined : cleanHtml(html);
  return markup === undefined
    ? text !== "" && insertLines(host, text)
    : document.execCommand("insertHTML", false, markup);
}

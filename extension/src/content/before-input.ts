import { goodsOf, guardGesture } from "./gesture.ts";
import type { Guards } from "./guards.ts";
import { isResuming, placeOfPaste, targetOf } from "./resume.ts";
import type { Goods } from "./resume.ts";

/** Input that comes as a whole (Input Events Level 2), beside what a paste or a drop was guarded as already. */
const WHOLE = new Set([
  "insertFromPaste",
  "insertFromPasteAsQuotation",
  "insertFromDrop",
  "insertFromYank",
  "insertReplacementText",
]);

/** Nobody types so much at once: a text expander, dictation, a tool of the system. */
const MIN_CHARS = 16;

function goodsOfInput({ inputType, data, dataTransfer }: InputEvent): Goods | undefined {
  if (WHOLE.has(inputType)) {
    if (dataTransfer !== null) return goodsOf(dataTransfer);
    return { text: data ?? "", html: "", files: [] };
  }
  const isLong = inputType === "insertText" && (data?.length ?? 0) >= MIN_CHARS;
  return isLong ? { text: data ?? "", html: "", files: [] } : undefined;
}

/** Selects what the input would replace, such as the word that a spelling is put in place of. */
function selectReplaced(event: InputEvent): void {
  if (event.inputType !== "insertReplacementText") return;
  const [range] = event.getTargetRanges();
  if (range === undefined) return;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  document.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
}

/** Guards input that comes in one piece without a paste or a drop before it. */
export function guardBeforeInput(event: InputEvent, guards: Guards): Promise<void> | undefined {
  if (isResuming() || !event.cancelable) return undefined;
  const target = targetOf(event);
  const goods = goodsOfInput(event);
  if (target === undefined || goods === undefined) return undefined;
  const place = () => placeOfPaste(target);
  // Its files were judged when they were pasted or dropped.
  const text = { ...goods, files: [] };
  const settled = guardGesture(event, { at: "input", goods: text, target, place }, guards);
  if (settled !== undefined) selectReplaced(event);
  return settled;
}

import { isNotice } from "../notice/notice.ts";
import { goodsOf, guardGesture } from "./gesture.ts";
import type { Guards } from "./guards.ts";
import { placeOfPaste, targetOf } from "./resume.ts";

/** Guards a paste, whoever made it. */
export function guardPasted(event: ClipboardEvent, guards: Guards): void {
  const { clipboardData } = event;
  const target = targetOf(event);
  if (clipboardData === null || target === undefined || isNotice(event.target)) return;
  const goods = goodsOf(clipboardData);
  const place = () => placeOfPaste(target);
  guardGesture(event, { at: "paste", goods, target, place }, guards);
}

/** Guards pastes of the person; those of scripts bring nothing that the page does not have. */
export const guardPaste =
  (guards: Guards) =>
  (event: ClipboardEvent): void => {
    if (event.isTrusted) guardPasted(event, guards);
  };
